import { getReadiness, type ReadinessArea } from '@saathi/contract/surveys/readiness-calls'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { answer, makeProfile, refuse, showApp } from '../../../test/harness.tsx'

const survey = { id: 2, name: 'Half way', localeName: '' }
const score = (value: number, scoredAt: string) => ({ score: value, scoredAt, survey })
const areasIn = (language: 'en' | 'hi'): ReadinessArea[] => [
  {
    key: 'talk',
    name: 'Talking to people',
    localeName: language === 'hi' ? 'लोगों से बात' : '',
    scores: [score(72, '2026-11-14T10:00:00Z'), score(55, '2026-06-10T10:00:00Z')],
  },
  { key: 'plan', name: 'Planning', localeName: '', scores: [score(40, '2026-08-14T20:00:00Z')] },
]

const asha = makeProfile({ bio: 'I like counting stars.', displayName: 'Asha Rao' })

async function showScores(language: 'en' | 'hi' = 'en') {
  answer(getReadiness, { workReadinessScore: 56, areas: areasIn(language) })
  const screen = await showApp({ path: '/moreinfo/wrs', profile: asha, language })
  await expect.element(screen.getByRole('table')).toBeInTheDocument()
  return screen
}

const rows = () =>
  page
    .getByRole('row')
    .elements()
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent))

beforeEach(() => page.viewport(1280, 800))
afterEach(() => vi.restoreAllMocks())

describe('/moreinfo/wrs', () => {
  test('[NAV-09] shows the own profile with an edit link', async () => {
    const screen = await showScores()
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Asha Rao' })).toBeVisible()
    await expect.element(screen.getByRole('main').getByText('Mentee', { exact: true })).toBeVisible()
    await expect.element(screen.getByText('I like counting stars.')).toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'Edit your profile' })).toHaveAttribute('href', '/profile')
  })

  test('[NAV-09] shows the overall score', async () => {
    const screen = await showScores()
    await expect
      .element(screen.getByRole('region', { name: 'Work-readiness' }).getByText('56 of 100', { exact: true }).first())
      .toBeInTheDocument()
  })

  test('[NAV-09] shows each area with its score, its survey and date, and earlier scores', async () => {
    await showScores()
    expect(rows()).toEqual([
      ['Talking to people', '72 of 100', 'From Half way, 14 Nov 2026', 'was 55 in June'],
      ['Planning', '40 of 100', 'From Half way, 15 Aug 2026', 'None'],
    ])
  })

  test('[NAV-09] draws each score as a bar, with marks for earlier scores', async () => {
    const screen = await showScores()
    const bar = screen.getByText('Talking to people').first().element().parentElement?.querySelector('[class*=bar]')
    const whole = bar?.getBoundingClientRect().width ?? 0
    const [fill, mark] = [...(bar?.children ?? [])].map((part) => part.getBoundingClientRect())
    expect((fill?.width ?? 0) / whole).toBeCloseTo(0.72, 2)
    const middle = (mark?.left ?? 0) + (mark?.width ?? 0) / 2 - (fill?.left ?? 0)
    expect(middle / whole).toBeCloseTo(0.55, 2)
  })

  test('[NAV-09] two earlier scores of one month are two marks', async () => {
    const logged = vi.spyOn(console, 'error')
    const scores = [72, 55, 50].map((value, place) => score(value, `2026-06-${30 - place}T10:00:00Z`))
    answer(getReadiness, { workReadinessScore: 72, areas: [{ key: 'talk', name: 'Talking', localeName: '', scores }] })
    const screen = await showApp({ path: '/moreinfo/wrs', profile: asha })
    await expect.element(screen.getByRole('table')).toBeInTheDocument()
    expect(screen.container.querySelectorAll('[class*=mark]')).toHaveLength(2)
    expect(logged.mock.calls.filter(([said]) => String(said).includes('same key'))).toEqual([])
  })

  test('[NAV-09] is in the reader’s language', async () => {
    await showScores('hi')
    expect(rows()[0]).toEqual(['लोगों से बात', '100 में से 72', expect.stringMatching(/^Half way से, 14 /), 'जून में 55 था'])
  })

  test('[NAV-09] without scores links to the surveys', async () => {
    answer(getReadiness, { workReadinessScore: null, areas: [] })
    const screen = await showApp({ path: '/moreinfo/wrs', profile: asha })
    await expect.element(screen.getByRole('heading', { name: 'No scores yet' })).toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'See your surveys' })).toHaveAttribute('href', '/surveylisting')
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Asha Rao' })).toBeVisible()
  })

  test('shows that the scores are loading', async () => {
    answer(getReadiness, 'hang')
    const screen = await showApp({ path: '/moreinfo/wrs', profile: asha })
    await expect.element(screen.getByText('Loading your scores')).toBeInTheDocument()
  })

  test('[NAV-11] scores that fail to load can be retried, next to the profile', async () => {
    answer(getReadiness, refuse('core.broken', 500))
    const screen = await showApp({ path: '/moreinfo/wrs', profile: asha })
    await expect.element(screen.getByRole('alert').getByText(/Something went wrong on our side/)).toBeVisible()
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Asha Rao' })).toBeVisible()
    answer(getReadiness, { workReadinessScore: 56, areas: areasIn('en') })
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.element(screen.getByRole('table')).toBeInTheDocument()
  })

  test.each([360, 390, 1280])('fits into %i px', async (width) => {
    await page.viewport(width, 800)
    await showScores()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  })
})

describe('the account menu', () => {
  test('[NAV-03] has My Profile when there are work-readiness scores', async () => {
    answer(getReadiness, { workReadinessScore: 56, areas: areasIn('en') })
    const screen = await showApp({
      path: '/moreinfo/wrs',
      profile: { ...asha, status: { ...asha.status, workReadiness: { hasScores: true } } },
    })
    await screen.getByRole('button', { name: 'Asha Rao, account menu' }).click()
    await expect.element(screen.getByRole('menuitem', { name: 'My Profile' })).toHaveAttribute('href', '/moreinfo/wrs')
  })
})
