import { getCommunity, LEGAL_IDS } from '@saathi/contract/content/community-calls'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, makeProfile, refuse, showApp } from '../../test/harness.tsx'
import { answerLegal, legalItem } from './community.fake.ts'

const pages = [
  ['/privacypolicy', '/moreinfo/privacyPolicy', 'Privacy Policy of Saathi', 'What number 3 says.'],
  ['/termsofservice', '/moreinfo/termsOfService', 'Terms of Saathi', 'What number 4 says.'],
  ['/codeofconduct', '/moreinfo/codeofconduct', 'Conduct at Saathi', 'What number 6 says.'],
] as const

const withText = (content: string) =>
  answer(getCommunity, { community: [legalItem(LEGAL_IDS.privacyPolicy, { content })], faq: [] })

beforeEach(() => page.viewport(1280, 800))
afterEach(() => vi.restoreAllMocks())

describe('a legal text', () => {
  test.each(pages)('[NAV-07] at %s is shown to people who are signed out', async (path, _inside, title, words) => {
    answerLegal()
    const screen = await showApp({ path })
    await expect.element(screen.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect.element(screen.getByText(words)).toBeVisible()
  })

  test.each(pages)('[NAV-07] at %s is also shown at %s', async (_path, inside, title, words) => {
    answerLegal()
    const screen = await showApp({ path: inside, profile: makeProfile() })
    await expect.element(screen.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect.element(screen.getByText(words)).toBeVisible()
    await expect.element(screen.getByRole('banner').getByRole('button', { name: /account menu/ })).toBeVisible()
  })

  test.each([
    ['an empty list', []],
    ['another text only', [legalItem(5)]],
    ['an empty text', [legalItem(LEGAL_IDS.privacyPolicy, { content: ' ' })]],
  ])("[NAV-07] says 'No Content Available' for %s", async (_name, community) => {
    answer(getCommunity, { community, faq: [] })
    const screen = await showApp({ path: '/privacypolicy' })
    await expect.element(screen.getByRole('heading', { name: 'No Content Available', exact: true })).toBeVisible()
  })

  test('[NAV-07] is in the language chosen before signing in', async () => {
    const { inputs } = answerLegal()
    const screen = await showApp({ path: '/privacypolicy', language: 'hi' })
    await expect.element(screen.getByRole('heading', { level: 1, name: 'साथी की निजता नीति' })).toBeVisible()
    await expect.element(screen.getByText('संख्या 3।')).toBeVisible()
    expect([...new Set(inputs.map(({ query }) => query.languageCode))]).toEqual(['hi'])
  })

  test('[NAV-07] shows HTML as plain text', async () => {
    const hostile = '<img src=x onerror="window.hit=1"> <script>window.hit=1</script> [x](javascript:alert(1))'
    withText(hostile)
    const screen = await showApp({ path: '/privacypolicy' })
    await expect.element(screen.getByText(hostile)).toBeVisible()
    expect(screen.getByRole('article').element().querySelectorAll('img, script, a')).toHaveLength(0)
    expect(window).not.toHaveProperty('hit')
  })

  test('[NAV-10] shows its version and the day of its last change in India', async () => {
    answerLegal()
    const screen = await showApp({ path: '/privacypolicy' })
    await expect.element(screen.getByText(/^Version 3, last changed on Sunday,? 15 November,? 2026$/)).toBeVisible()
  })

  test('lists its headings as links', async () => {
    answerLegal()
    const screen = await showApp({ path: '/termsofservice' })
    const contents = screen.getByRole('navigation', { name: 'On this page' })
    await contents.getByRole('link', { name: 'Second' }).click()
    await expect.element(screen.getByRole('heading', { name: 'Second' })).toHaveFocus()
    expect(screen.pathNow()).toBe('/termsofservice#part-2')
  })

  test('scrolls to the heading in the address once it has loaded', async () => {
    let finishLoading = () => {}
    const loading = new Promise<void>((resolve) => (finishLoading = resolve))
    answer(getCommunity, async () => {
      await loading
      return { community: [legalItem(LEGAL_IDS.privacyPolicy)], faq: [] }
    })
    const screen = await showApp({ path: '/privacypolicy#part-3' })
    await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible()
    finishLoading()
    await expect.element(screen.getByRole('heading', { name: 'Third' })).toHaveFocus()
  })

  test('has a closed list of headings on a phone', async () => {
    await page.viewport(390, 844)
    answerLegal()
    const screen = await showApp({ path: '/privacypolicy' })
    await expect.element(screen.getByText('On this page')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Second' }).elements()).toEqual([])
    screen.getByText('On this page').element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByRole('link', { name: 'Second' })).toBeVisible()
  })
})

describe('the navigation of a legal page', () => {
  test('[NAV-07] leads to the sign-in page when signed out', async () => {
    const screen = await showApp({ path: '/codeofconduct' })
    await screen.getByRole('link', { name: 'Back to sign-in' }).click()
    await expect.poll(() => screen.pathNow()).toBe('/signin')
  })

  test('[NAV-07] leads to the learning hub when signed in', async () => {
    const screen = await showApp({ path: '/codeofconduct', profile: makeProfile() })
    await expect.element(screen.getByRole('link', { name: 'Go to the Learning Hub' })).toHaveAttribute('href', '/learninghub')
  })

  test('links to the other two texts', async () => {
    answerLegal()
    const screen = await showApp({ path: '/privacypolicy' })
    const others = screen.getByRole('navigation', { name: 'Legal' })
    await expect.element(others.getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute('aria-current', 'page')
    await others.getByRole('link', { name: 'Code of Conduct' }).click()
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Conduct at Saathi' })).toBeVisible()
    expect(screen.pathNow()).toBe('/codeofconduct')
  })
})

describe('a legal text that does not load', () => {
  test('shows that it is loading', async () => {
    answer(getCommunity, 'hang')
    const screen = await showApp({ path: '/privacypolicy' })
    await expect.element(screen.getByRole('status').filter({ hasText: 'Loading' })).toBeInTheDocument()
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible()
  })

  test.each([
    ['no answer', 'network', 'We could not reach Saathi. Check your connection and try again.'],
    ['500', refuse('core.broken', 500), 'Something went wrong on our side. Please try again in a little while.'],
  ] as const)('[NAV-11] shows the reason and can be retried: %s', async (_name, failure, words) => {
    answer(getCommunity, failure)
    const screen = await showApp({ path: '/moreinfo/privacyPolicy', profile: makeProfile() })
    await expect.element(screen.getByRole('alert').getByText(words)).toBeVisible()
    answerLegal()
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Privacy Policy of Saathi' })).toBeVisible()
  })

  test('shows that the reader is offline', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    answer(getCommunity, 'network')
    const screen = await showApp({ path: '/privacypolicy' })
    await expect.element(screen.getByText('You are offline. It will be here when you are back.')).toBeVisible()
  })
})
