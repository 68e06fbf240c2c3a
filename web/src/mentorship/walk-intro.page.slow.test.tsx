import { toggleBookmark } from '@saathi/contract/learning/calls'
import { getMentorshipSession, listMentorships } from '@saathi/contract/mentorship/calls'
import { listCards } from '@saathi/contract/content/community-calls'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, refuse, showApp } from '../../test/harness.tsx'
import { answerHome, personWith, showHome } from './home-server.fake.ts'
import { mentorship, walkCard } from './mentorship.fake.ts'
import { answerWalk, quizItem, read, showWalk, step, walker, walkSession } from './walk-server.fake.ts'

beforeEach(() => page.viewport(390, 844))

describe('the introduction', () => {
  test('[MEN-05] shows title, tags, duration, overview, bookmark and the way out', async () => {
    const sessionSteps = [step(11, { duration: 6 }), step(12, { duration: 8.5, content: [quizItem()] })]
    answerWalk(walkSession({ title: 'A goal that pulls', tags: ['Goals'], overview: 'Find **one** goal.', sessionSteps }))
    const screen = await showWalk('sessionintro')
    await expect.element(screen.getByRole('heading', { level: 1, name: 'A goal that pulls' })).toBeVisible()
    const article = screen.getByRole('article')
    for (const words of ['Goals', '15 min', 'Find one goal.'])
      await expect.element(article.getByText(words, { exact: true }).first()).toBeVisible()
    await expect.element(article.getByRole('button', { name: 'Bookmark: A goal that pulls' })).toBeVisible()
    await expect.element(article.getByRole('button', { name: 'Close session' })).toBeVisible()
    expect(document.title).toBe('A goal that pulls · Mentorship · Saathi')
  })

  test('[MEN-05] Continue leads an ongoing session to its summary, and posts nothing', async () => {
    answerHome()
    const server = answerWalk(walkSession())
    const screen = await showWalk('sessionintro')
    await screen.getByRole('link', { name: 'Continue' }).click()
    await expect.poll(() => screen.pathNow()).toBe('/mentorship/3/summary')
    expect(server.started).toEqual([])
  })

  test.each([
    ['NOT_STARTED', 'Start'],
    ['PARTIAL_COMPLETE', 'Read again'],
    ['COMPLETED', 'Read again'],
  ] as const)('[MEN-05] at %s it is %s', async (sessionStatus, word) => {
    answerWalk(walkSession({ sessionStatus }))
    const screen = await showWalk('sessionintro')
    const start = screen.getByRole('link', { name: word, exact: true })
    await expect.element(start).toHaveAttribute('href', '/mentorship/3/summary')
    expect(screen.getByText('Continue').elements()).toEqual([])
  })

  test.each([
    ['sessionintro', 'PARTIAL_COMPLETE', 'partner yet to complete'],
    ['sessionintro', 'COMPLETED', 'completed'],
    ['summary', 'PARTIAL_COMPLETE', 'partner yet to complete'],
    ['summary', 'COMPLETED', 'completed'],
  ] as const)('[MEN-09] the %s of a session at %s says what its card says', async (place, sessionStatus, words) => {
    answerHome()
    answerWalk(walkSession({ sessionStatus, sessionDuration: 30, durationCompleted: 30, sessionSteps: [read(11)] }))
    const screen = await showWalk(place)
    const article = screen.getByRole('article')
    await expect.element(article.getByText(words, { exact: true })).toBeVisible()
    expect(article.getByText('completed', { exact: true }).elements()).toHaveLength(words === 'completed' ? 1 : 0)
  })

  test('[MEN-05] closes to the home of the mentorship', async () => {
    answerHome()
    answerWalk(walkSession())
    const screen = await showWalk('sessionintro')
    await screen.getByRole('button', { name: 'Close session' }).click()
    await expect.poll(() => screen.pathNow()).toBe('/mentorship')
  })

  test('[MEN-05] closes to the list it was opened from', async () => {
    answerHome({ mine: [walkCard({ id: 3, title: 'Speak up', sessionStatus: 'COMPLETED' })] })
    answerWalk(walkSession())
    const screen = await showHome('/mentorship?mentorship=7&list=completed')
    await screen.getByRole('tabpanel').getByRole('link', { name: 'Speak up' }).click()
    await screen.getByRole('button', { name: 'Close session' }).click()
    await expect.element(screen.getByRole('tab', { name: 'Completed', selected: true })).toBeVisible()
    expect(screen.pathNow()).toBe('/mentorship?mentorship=7&list=completed')
  })

  test('keeps the mentorship that the address names, in what it asks and where it leads', async () => {
    const { reads } = answerWalk(walkSession({ mentorship: 9 }))
    const screen = await showWalk('sessionintro?mentorship=9')
    await expect
      .element(screen.getByRole('link', { name: 'Continue' }))
      .toHaveAttribute('href', '/mentorship/3/summary?mentorship=9')
    expect(reads.map(({ query }) => query.mentorship)).toContain(9)
    expect(reads.map(({ query }) => query.mentorship)).not.toContain(undefined)
  })

  test('[MEN-05] the bookmark flips at once, and back when the server refuses', async () => {
    answerHome({ open: [walkCard({ id: 3 })] })
    answerWalk(walkSession())
    const { promise: asked, resolve: refuseNow } = Promise.withResolvers<void>()
    answer(toggleBookmark, async () => {
      await asked
      return refuse('core.broken', 500)
    })
    const screen = await showWalk('sessionintro')
    const button = screen.getByRole('button', { name: 'Bookmark: Speak up' })
    await button.click()
    await expect.element(button).toHaveAttribute('aria-pressed', 'true')
    refuseNow()
    await expect.element(button).toHaveAttribute('aria-pressed', 'false')
  })

  test('is walked by keyboard: out, bookmark, on', async () => {
    answerHome()
    answerWalk(walkSession())
    const screen = await showWalk('sessionintro')
    const close = screen.getByRole('button', { name: 'Close session' })
    await expect.element(close).toBeVisible()
    const first = close.element()
    if (first instanceof HTMLElement) first.focus()
    await userEvent.tab()
    await expect.element(screen.getByRole('button', { name: 'Bookmark: Speak up' })).toHaveFocus()
    await userEvent.tab()
    await expect.element(screen.getByRole('link', { name: 'Continue' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => screen.pathNow()).toBe('/mentorship/3/summary')
  })
})

describe('while the session cannot be shown', () => {
  test('says that it is loading', async () => {
    answer(getMentorshipSession, 'hang')
    const screen = await showWalk('sessionintro')
    await expect.element(screen.getByText('Loading the session')).toBeInTheDocument()
  })

  test('says that it failed, and a retry brings it', async () => {
    answer(getMentorshipSession, refuse('core.broken', 500))
    const screen = await showWalk('sessionintro')
    await expect.element(screen.getByRole('alert').getByText(/Something went wrong on our side/)).toBeVisible()
    expect(document.title).toBe('Mentorship · Saathi')
    answerWalk(walkSession())
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Speak up' })).toBeVisible()
  })

  test('says that one is offline', async () => {
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    answer(getMentorshipSession, 'network')
    const screen = await showWalk('sessionintro')
    await expect.element(screen.getByRole('alert').getByText('You are offline. It opens when you are back.')).toBeVisible()
    onLine.mockRestore()
    window.dispatchEvent(new Event('online'))
  })

  test('one that is not in the mentorship is said not to be there, with a way home', async () => {
    answer(getMentorshipSession, refuse('learning.session_not_found', 404))
    answer(listMentorships, { mentorships: [mentorship()] })
    const screen = await showWalk('sessionintro')
    await expect.element(screen.getByRole('heading', { level: 1, name: 'We could not find this session' })).toBeVisible()
    await expect
      .element(screen.getByRole('main').getByRole('link', { name: 'Go to Mentorship' }))
      .toHaveAttribute('href', '/mentorship')
  })

  test('an address that is no number asks for nothing', async () => {
    const screen = await showApp({ profile: walker(), path: '/mentorship/abc/sessionintro' })
    await expect.element(screen.getByRole('heading', { name: 'We could not find this session' })).toBeVisible()
  })
})

describe('the cards of the programme stand in its place', () => {
  const text = 'A mentor walks with you'

  const answerCards = () =>
    answer(listCards, { cards: [{ id: 1, image: '', imageWidth: 4, imageHeight: 3, link: null, text, localeText: '' }] })

  test.each([
    ['learning.session_not_found', 404, 'use'],
    ['learning.walk_closed', 403, 'use'],
    ['learning.curriculum_locked', 403, 'show'],
  ] as const)('[MEN-01] where there is no mentorship that goes on: %s', async (code, status, curriculum) => {
    answerCards()
    answer(getMentorshipSession, refuse(code, status))
    answerHome({ mentorships: [] })
    const screen = await showWalk('sessionintro', personWith({ curriculum }))
    await expect.element(screen.getByText(text)).toBeVisible()
  })
})
