import { getQuiz, saveAnswers } from '@saathi/contract/learning/quiz-calls'
import { completeStep } from '@saathi/contract/learning/session-calls'
import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { storedEntries } from '#core/outbox/entry.fake.ts'
import { queryClient } from '#core/query-client.ts'
import { friend, quizState, sentState } from '../../learning/quiz/page.fake.tsx'
import { standingOf } from '../../learning/session/detail.fake.ts'
import { takeQuiz } from '../../learning/session/server.fake.ts'
import { storedStatus } from '../../learning/session/resume-storage.ts'
import { answer, refuse, type showApp } from '../../../test/harness.tsx'
import { answerHome } from '../home/server.fake.ts'
import { answerSession, quizItem, read, showSession, step, mentorshipSession } from './server.fake.ts'

type Screen = Awaited<ReturnType<typeof showApp>>
const heading = (screen: Screen, name: string) => screen.getByRole('heading', { level: 1, name, exact: true })
const next = (screen: Screen) => screen.getByRole('button', { name: 'Next step' })
const previous = (screen: Screen) => screen.getByRole('button', { name: 'Previous step' })
const inBar = (screen: Screen) => screen.getByRole('navigation', { name: 'Steps', exact: true })
const done = (screen: Screen) => screen.getByRole('button', { name: 'DONE' })

beforeEach(() => page.viewport(390, 844))

describe('the player', () => {
  test('[MEN-07] goes forward by completing the step in its mentorship, and stops at the last one', async () => {
    const server = answerSession(mentorshipSession({ sessionSteps: [step(11), step(12)] }))
    const screen = await showSession('step/11')
    await next(screen).click()
    await expect.element(heading(screen, 'Step 12')).toBeVisible()
    await expect.poll(() => screen.pathNow()).toBe('/mentorship/3/step/12')
    await expect.poll(server.completed).toEqual([{ session: 3, step: 11, mentorship: 7 }])
    await expect.element(next(screen)).toHaveAttribute('aria-disabled', 'true')
    await userEvent.keyboard('{ArrowRight}')
    expect(server.completed()).toHaveLength(1)
  })

  test('[MEN-07] stores the last status of the session on this device, even a finished one', async () => {
    answerSession(mentorshipSession({ sessionSteps: [step(11), step(12)] }))
    const screen = await showSession('step/11?mentorship=7')
    await next(screen).click()
    await expect.poll(() => storedStatus(3, 7)).toBe('ONGOING')
    await done(screen).click()
    await expect.poll(() => storedStatus(3, 7)).toBe('PARTIAL_COMPLETE')
  })

  test('[MEN-07] back on the first step returns to the summary', async () => {
    answerHome()
    answerSession(mentorshipSession())
    const screen = await showSession('step/11')
    await previous(screen).click()
    await expect.poll(() => screen.pathNow()).toBe('/mentorship/3/summary')
  })

  test('[MEN-07] removes its steps from the history: back from the summary does not reopen them', async () => {
    answerHome()
    answerSession(mentorshipSession({ sessionSteps: [read(11), read(12), step(13)] }))
    const screen = await showSession('sessionintro')
    await screen.getByRole('link', { name: 'Continue' }).click()
    await screen.getByRole('link', { name: 'Step 11' }).click()
    await next(screen).click()
    await expect.element(heading(screen, 'Step 12')).toBeVisible()
    await screen.getByRole('button', { name: 'Leave session' }).click()
    await expect.poll(() => screen.pathNow()).toBe('/mentorship/3/summary')
    screen.router.history.back()
    await expect.poll(() => screen.pathNow()).toBe('/mentorship/3/sessionintro')
  })

  test('[MEN-07] removes its steps even after a quiz, and back from the step after the quiz goes to the step with it', async () => {
    answerHome()
    const session = mentorshipSession({ sessionSteps: [read(11), step(12, { content: [quizItem()] }), step(13)] })
    const server = answerSession(session)
    answer(getQuiz, { ...quizState({ questions: [friend] }), step: 12 })
    answer(saveAnswers, () => {
      server.change({ sessionSteps: [read(11), step(12, { content: [quizItem({ isAnswered: true })] }), step(13)] })
      return { state: { ...sentState({ questions: [friend] }), step: 12 }, standing: standingOf(session, [11]) }
    })
    const screen = await showSession('sessionintro')
    await screen.getByRole('link', { name: 'Continue' }).click()
    await screen.getByRole('link', { name: 'Step 11' }).click()
    await next(screen).click()
    await takeQuiz(screen)
    await expect.element(heading(screen, 'Step 12')).toBeVisible()
    screen.router.history.back()
    await expect.element(heading(screen, 'Step 11')).toBeVisible()
    screen.router.history.forward()
    await expect.element(heading(screen, 'Step 12')).toBeVisible()
    await screen.getByRole('button', { name: 'Leave session' }).click()
    await expect.poll(() => screen.pathNow()).toBe('/mentorship/3/summary')
    screen.router.history.back()
    await expect.poll(() => screen.pathNow()).toBe('/mentorship/3/sessionintro')
  })

  test('[MEN-07] blocks forward while a mandatory quiz is open, and says why', async () => {
    const server = answerSession(mentorshipSession({ sessionSteps: [step(11, { content: [quizItem()] }), step(12)] }))
    const screen = await showSession('step/11')
    await expect.element(next(screen)).toHaveAttribute('aria-disabled', 'true')
    await expect.element(screen.getByText('Please take the quiz before moving forward')).toBeVisible()
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(heading(screen, 'Step 11')).toBeVisible()
    expect(server.completed()).toEqual([])
  })

  test('[MEN-07] turns with the arrow keys', async () => {
    answerSession(mentorshipSession())
    const screen = await showSession('step/11')
    await expect.element(heading(screen, 'Step 11')).toBeVisible()
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(heading(screen, 'Step 12')).toBeVisible()
    await userEvent.keyboard('{ArrowLeft}')
    await expect.element(heading(screen, 'Step 11')).toBeVisible()
  })

  test('[MEN-07] opened by a link shows that step, and starts the session', async () => {
    const server = answerSession(mentorshipSession({ sessionStatus: 'NOT_STARTED', resumeStep: null }))
    const screen = await showSession('step/12')
    await expect.element(heading(screen, 'Step 12')).toBeVisible()
    await expect.poll(() => server.started).toEqual([{ body: { session: 3, mentorship: 7 } }])
    expect(server.completed()).toEqual([])
  })

  test('[MEN-07] opened by a link to a missing step shows the resume step', async () => {
    answerSession(mentorshipSession({ resumeStep: 12, sessionSteps: [read(11), step(12), step(13)] }))
    const screen = await showSession('step/99')
    await expect.element(heading(screen, 'Step 12')).toBeVisible()
    await expect.poll(() => screen.pathNow()).toBe('/mentorship/3/step/12')
  })

  test('queues a step that could not be stored, and says so', async () => {
    answerSession(mentorshipSession())
    answer(completeStep, refuse('core.broken', 500))
    const screen = await showSession('step/11')
    await next(screen).click()
    await expect.element(heading(screen, 'Step 12')).toBeVisible()
    await expect.element(screen.getByText('Your progress is not saved yet.')).toBeVisible()
    expect((await storedEntries()).map(({ input }) => input)).toEqual([{ session: 3, step: 11, mentorship: 7 }])
    const server = answerSession(mentorshipSession())
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(server.completed).toEqual([{ session: 3, step: 11, mentorship: 7 }])
  })

  test('is not opened by a hub address without a session', async () => {
    answerSession(mentorshipSession())
    const screen = await showSession('step/12')
    await expect.element(heading(screen, 'Step 12')).toBeVisible()
    await expect.poll(() => localStorage.getItem('saathi.sessions')).toBe('{"steps":{"3.7":12}}')
  })
})

describe('DONE', () => {
  test('[MEN-08] completes the last step and opens the feedback', async () => {
    const server = answerSession(mentorshipSession({ sessionSteps: [read(11), step(12)] }))
    const screen = await showSession('step/12')
    await done(screen).click()
    await expect.poll(() => screen.pathNow()).toBe('/mentorship/3/step/sessionfeedback')
    expect(server.completed()).toEqual([{ session: 3, step: 12, mentorship: 7 }])
  })

  test('[MEN-08] is hidden while an earlier step is open, with a link to it', async () => {
    answerSession(mentorshipSession({ sessionSteps: [read(11), step(12, { title: 'Choose' }), step(13)] }))
    const screen = await showSession('step/13')
    await expect.element(heading(screen, 'Step 13')).toBeVisible()
    expect(done(screen).elements()).toEqual([])
    await expect.element(screen.getByText(/One step is still open/)).toBeVisible()
    await screen.getByRole('link', { name: 'Choose' }).click()
    await expect.element(heading(screen, 'Choose')).toBeVisible()
    await next(screen).click()
    await expect.element(done(screen)).toBeVisible()
  })

  test('[MEN-08] is hidden while the quiz of the last step is mandatory and open', async () => {
    answerSession(mentorshipSession({ sessionSteps: [read(11), step(12, { content: [quizItem()] })] }))
    const screen = await showSession('step/12')
    await expect.element(screen.getByText('Please take the quiz before moving forward')).toBeVisible()
    expect(done(screen).elements()).toEqual([])
  })

  test.each([
    ['PARTIAL_COMPLETE', /once everyone has finished/],
    ['COMPLETED', /read it again whenever you like/],
  ] as const)('[MEN-08] is hidden for a member who is done: %s', async (sessionStatus, words) => {
    answerSession(mentorshipSession({ sessionStatus, sessionSteps: [read(11), read(12)] }))
    const screen = await showSession('step/12')
    await expect.element(screen.getByText(words)).toBeVisible()
    expect(done(screen).elements()).toEqual([])
    await expect
      .element(screen.getByRole('link', { name: 'Rate this session' }))
      .toHaveAttribute('href', '/mentorship/3/step/sessionfeedback')
    await expect.element(screen.getByRole('link', { name: 'Back to Mentorship' })).toHaveAttribute('href', '/mentorship')
  })

  test('[MEN-08] is replaced by a rating link in the bar until the session is rated', async () => {
    const sessionSteps = [read(11), read(12)]
    const server = answerSession(mentorshipSession({ sessionStatus: 'PARTIAL_COMPLETE', sessionSteps }))
    const first = await showSession('step/12')
    await expect.element(inBar(first).getByRole('link', { name: 'Rate this session' })).toBeInViewport()
    await first.unmount()
    queryClient.clear()
    server.change({ feedback: { rating: 4, review: '' } })
    const screen = await showSession('step/12')
    await expect.element(screen.getByRole('article').getByRole('link', { name: 'Rate this session' })).toBeVisible()
    expect(inBar(screen).getByRole('link').elements()).toEqual([])
  })
})
