import { toggleBookmark } from '@saathi/contract/learning/calls'
import { getMentorshipSession, listMentorships } from '@saathi/contract/mentorship/calls'
import { listCards } from '@saathi/contract/content/community-calls'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, refuse, showApp } from '../../../test/harness.tsx'
import { answerHome, personWith, showHome } from '../home/server.fake.ts'
import { mentorship, walkCard } from '../mentorship.fake.ts'
import { answerSession, quizItem, read, showSession, step, activeProfile, mentorshipSession } from './server.fake.ts'

beforeEach(() => page.viewport(390, 844))

describe('the introduction', () => {
  test('[MEN-05] shows title, tags, duration, overview, bookmark and close button', async () => {
    const sessionSteps = [step(11, { duration: 6 }), step(12, { duration: 8.5, content: [quizItem()] })]
    answerSession(
      mentorshipSession({ title: 'A goal that pulls', tags: ['Goals'], overview: 'Find **one** goal.', sessionSteps }),
    )
    const screen = await showSession('sessionintro')
    await expect.element(screen.getByRole('heading', { level: 1, name: 'A goal that pulls' })).toBeVisible()
    const article = screen.getByRole('article')
    for (const words of ['Goals', '15 min', 'Find one goal.'])
      await expect.element(article.getByText(words, { exact: true }).first()).toBeVisible()
    await expect.element(article.getByRole('button', { name: 'Bookmark: A goal that pulls' })).toBeVisible()
    await expect.element(article.getByRole('button', { name: 'Close session' })).toBeVisible()
    expect(document.title).toBe('A goal that pulls · Mentorship · Saathi')
  })

  test('[MEN-05] Continue links an ongoing session to its summary, and posts nothing', async () => {
    answerHome()
    const server = answerSession(mentorshipSession())
    const screen = await showSession('sessionintro')
    await screen.getByRole('link', { name: 'Continue' }).click()
    await expect.poll(() => screen.pathNow()).toBe('/mentorship/3/summary')
    expect(server.started).toEqual([])
  })

  test.each([
    ['NOT_STARTED', 'Start'],
    ['PARTIAL_COMPLETE', 'Read again'],
    ['COMPLETED', 'Read again'],
  ] as const)('[MEN-05] at %s the button is %s', async (sessionStatus, word) => {
    answerSession(mentorshipSession({ sessionStatus }))
    const screen = await showSession('sessionintro')
    const start = screen.getByRole('link', { name: word, exact: true })
    await expect.element(start).toHaveAttribute('href', '/mentorship/3/summary')
    expect(screen.getByText('Continue').elements()).toEqual([])
  })

  test.each([
    ['sessionintro', 'PARTIAL_COMPLETE', 'partner yet to complete'],
    ['sessionintro', 'COMPLETED', 'completed'],
    ['summary', 'PARTIAL_COMPLETE', 'partner yet to complete'],
    ['summary', 'COMPLETED', 'completed'],
  ] as const)('[MEN-09] the %s of a session at %s has the same status as its card', async (place, sessionStatus, words) => {
    answerHome()
    answerSession(mentorshipSession({ sessionStatus, sessionDuration: 30, durationCompleted: 30, sessionSteps: [read(11)] }))
    const screen = await showSession(place)
    const article = screen.getByRole('article')
    await expect.element(article.getByText(words, { exact: true })).toBeVisible()
    expect(article.getByText('completed', { exact: true }).elements()).toHaveLength(words === 'completed' ? 1 : 0)
  })

  test('[MEN-05] closes to the home of the mentorship', async () => {
    answerHome()
    answerSession(mentorshipSession())
    const screen = await showSession('sessionintro')
    await screen.getByRole('button', { name: 'Close session' }).click()
    await expect.poll(() => screen.pathNow()).toBe('/mentorship')
  })

  test('[MEN-05] closes to the list it was opened from', async () => {
    answerHome({ mine: [walkCard({ id: 3, title: 'Speak up', sessionStatus: 'COMPLETED' })] })
    answerSession(mentorshipSession())
    const screen = await showHome('/mentorship?mentorship=7&list=completed')
    await screen.getByRole('tabpanel').getByRole('link', { name: 'Speak up' }).click()
    await screen.getByRole('button', { name: 'Close session' }).click()
    await expect.element(screen.getByRole('tab', { name: 'Completed', selected: true })).toBeVisible()
    expect(screen.pathNow()).toBe('/mentorship?mentorship=7&list=completed')
  })

  test('keeps the mentorship of the address in requests and links', async () => {
    const { reads } = answerSession(mentorshipSession({ mentorship: 9 }))
    const screen = await showSession('sessionintro?mentorship=9')
    await expect
      .element(screen.getByRole('link', { name: 'Continue' }))
      .toHaveAttribute('href', '/mentorship/3/summary?mentorship=9')
    expect(reads.map(({ query }) => query.mentorship)).toContain(9)
    expect(reads.map(({ query }) => query.mentorship)).not.toContain(undefined)
  })

  test('[MEN-05] the bookmark changes at once, and back when the server refuses', async () => {
    answerHome({ open: [walkCard({ id: 3 })] })
    answerSession(mentorshipSession())
    const { promise: asked, resolve: refuseNow } = Promise.withResolvers<void>()
    answer(toggleBookmark, async () => {
      await asked
      return refuse('core.broken', 500)
    })
    const screen = await showSession('sessionintro')
    const button = screen.getByRole('button', { name: 'Bookmark: Speak up' })
    await button.click()
    await expect.element(button).toHaveAttribute('aria-pressed', 'true')
    refuseNow()
    await expect.element(button).toHaveAttribute('aria-pressed', 'false')
  })

  test('works by keyboard: close, bookmark, continue', async () => {
    answerHome()
    answerSession(mentorshipSession())
    const screen = await showSession('sessionintro')
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

describe('a session that cannot be shown', () => {
  test('shows that it is loading', async () => {
    answer(getMentorshipSession, 'hang')
    const screen = await showSession('sessionintro')
    await expect.element(screen.getByText('Loading the session')).toBeInTheDocument()
  })

  test('shows a failure and loads after a retry', async () => {
    answer(getMentorshipSession, refuse('core.broken', 500))
    const screen = await showSession('sessionintro')
    await expect.element(screen.getByRole('alert').getByText(/Something went wrong on our side/)).toBeVisible()
    expect(document.title).toBe('Mentorship · Saathi')
    answerSession(mentorshipSession())
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Speak up' })).toBeVisible()
  })

  test('shows that the device is offline', async () => {
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    answer(getMentorshipSession, 'network')
    const screen = await showSession('sessionintro')
    await expect.element(screen.getByRole('alert').getByText('You are offline. It opens when you are back.')).toBeVisible()
    onLine.mockRestore()
    window.dispatchEvent(new Event('online'))
  })

  test('that is not in the mentorship is not found, with a link home', async () => {
    answer(getMentorshipSession, refuse('learning.session_not_found', 404))
    answer(listMentorships, { mentorships: [mentorship()] })
    const screen = await showSession('sessionintro')
    await expect.element(screen.getByRole('heading', { level: 1, name: 'We could not find this session' })).toBeVisible()
    await expect
      .element(screen.getByRole('main').getByRole('link', { name: 'Go to Mentorship' }))
      .toHaveAttribute('href', '/mentorship')
  })

  test('with an invalid id requests nothing', async () => {
    const screen = await showApp({ profile: activeProfile(), path: '/mentorship/abc/sessionintro' })
    await expect.element(screen.getByRole('heading', { name: 'We could not find this session' })).toBeVisible()
  })
})

describe('the programme’s cards are shown instead', () => {
  const text = 'A mentor walks with you'

  const answerCards = () =>
    answer(listCards, { cards: [{ id: 1, image: '', imageWidth: 4, imageHeight: 3, link: null, text, localeText: '' }] })

  test.each([
    ['learning.session_not_found', 404, 'use'],
    ['learning.walk_closed', 403, 'use'],
    ['learning.curriculum_locked', 403, 'show'],
  ] as const)('[MEN-01] without an ongoing mentorship: %s', async (code, status, curriculum) => {
    answerCards()
    answer(getMentorshipSession, refuse(code, status))
    answerHome({ mentorships: [] })
    const screen = await showSession('sessionintro', personWith({ curriculum }))
    await expect.element(screen.getByText(text)).toBeVisible()
  })
})
