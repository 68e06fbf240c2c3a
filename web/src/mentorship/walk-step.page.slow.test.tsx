import { getQuiz, saveAnswers } from '@saathi/contract/learning/quiz-calls'
import { completeStep } from '@saathi/contract/learning/session-calls'
import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { stillWaiting } from '#core/outbox/entry.fake.ts'
import { queryClient } from '#core/query-client.ts'
import { friend, quizState, sentState } from '../learning/quiz-page.fake.tsx'
import { standingOf } from '../learning/session-detail.fake.ts'
import { takeQuiz } from '../learning/session-server.fake.ts'
import { answer, refuse, type showApp } from '../../test/harness.tsx'
import { answerHome } from './home-server.fake.ts'
import { answerWalk, quizItem, read, showWalk, step, walkSession } from './walk-server.fake.ts'

type Screen = Awaited<ReturnType<typeof showApp>>
const heading = (screen: Screen, name: string) => screen.getByRole('heading', { level: 1, name, exact: true })
const next = (screen: Screen) => screen.getByRole('button', { name: 'Next step' })
const previous = (screen: Screen) => screen.getByRole('button', { name: 'Previous step' })
const inBar = (screen: Screen) => screen.getByRole('navigation', { name: 'Steps', exact: true })
const done = (screen: Screen) => screen.getByRole('button', { name: 'DONE' })

beforeEach(() => page.viewport(390, 844))

describe('the player', () => {
  test('[MEN-07] goes forward by completing the step in its mentorship, and on the last one no further', async () => {
    const server = answerWalk(walkSession({ sessionSteps: [step(11), step(12)] }))
    const screen = await showWalk('step/11')
    await next(screen).click()
    await expect.element(heading(screen, 'Step 12')).toBeVisible()
    await expect.poll(() => screen.pathNow()).toBe('/mentorship/3/step/12')
    await expect.poll(server.completed).toEqual([{ session: 3, step: 11, mentorship: 7 }])
    await expect.element(next(screen)).toHaveAttribute('aria-disabled', 'true')
    await userEvent.keyboard('{ArrowRight}')
    expect(server.completed()).toHaveLength(1)
  })

  test('[MEN-07] back on the first step returns to the summary', async () => {
    answerHome()
    answerWalk(walkSession())
    const screen = await showWalk('step/11')
    await previous(screen).click()
    await expect.poll(() => screen.pathNow()).toBe('/mentorship/3/summary')
  })

  test('[MEN-07] leaves the walk behind: back from the summary does not open it again', async () => {
    answerHome()
    answerWalk(walkSession({ sessionSteps: [read(11), read(12), step(13)] }))
    const screen = await showWalk('sessionintro')
    await screen.getByRole('link', { name: 'Continue' }).click()
    await screen.getByRole('link', { name: 'Step 11' }).click()
    await next(screen).click()
    await expect.element(heading(screen, 'Step 12')).toBeVisible()
    await screen.getByRole('button', { name: 'Leave session' }).click()
    await expect.poll(() => screen.pathNow()).toBe('/mentorship/3/summary')
    screen.router.history.back()
    await expect.poll(() => screen.pathNow()).toBe('/mentorship/3/sessionintro')
  })

  test('[MEN-07] leaves the walk behind also with a quiz in it, and back after the quiz goes to the step before', async () => {
    answerHome()
    const walk = walkSession({ sessionSteps: [read(11), step(12, { content: [quizItem()] }), step(13)] })
    const server = answerWalk(walk)
    answer(getQuiz, { ...quizState({ questions: [friend] }), step: 12 })
    answer(saveAnswers, () => {
      server.change({ sessionSteps: [read(11), step(12, { content: [quizItem({ isAnswered: true })] }), step(13)] })
      return { state: { ...sentState({ questions: [friend] }), step: 12 }, standing: standingOf(walk, [11]) }
    })
    const screen = await showWalk('sessionintro')
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

  test('[MEN-07] is closed forward while a quiz must be taken, and says why', async () => {
    const server = answerWalk(walkSession({ sessionSteps: [step(11, { content: [quizItem()] }), step(12)] }))
    const screen = await showWalk('step/11')
    await expect.element(next(screen)).toHaveAttribute('aria-disabled', 'true')
    await expect.element(screen.getByText('Please take the quiz before moving forward')).toBeVisible()
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(heading(screen, 'Step 11')).toBeVisible()
    expect(server.completed()).toEqual([])
  })

  test('[MEN-07] turns by arrow keys', async () => {
    answerWalk(walkSession())
    const screen = await showWalk('step/11')
    await expect.element(heading(screen, 'Step 11')).toBeVisible()
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(heading(screen, 'Step 12')).toBeVisible()
    await userEvent.keyboard('{ArrowLeft}')
    await expect.element(heading(screen, 'Step 11')).toBeVisible()
  })

  test('[MEN-07] by a link opens at that step, and begins a session that was not begun', async () => {
    const server = answerWalk(walkSession({ sessionStatus: 'NOT_STARTED', resumeStep: null }))
    const screen = await showWalk('step/12')
    await expect.element(heading(screen, 'Step 12')).toBeVisible()
    await expect.poll(() => server.started).toEqual([{ body: { session: 3, mentorship: 7 } }])
    expect(server.completed()).toEqual([])
  })

  test('[MEN-07] by a link to a step that is gone opens where one goes on', async () => {
    answerWalk(walkSession({ resumeStep: 12, sessionSteps: [read(11), step(12), step(13)] }))
    const screen = await showWalk('step/99')
    await expect.element(heading(screen, 'Step 12')).toBeVisible()
    await expect.poll(() => screen.pathNow()).toBe('/mentorship/3/step/12')
  })

  test('keeps a step that could not be stored, and tells so', async () => {
    answerWalk(walkSession())
    answer(completeStep, refuse('core.broken', 500))
    const screen = await showWalk('step/11')
    await next(screen).click()
    await expect.element(heading(screen, 'Step 12')).toBeVisible()
    await expect.element(screen.getByText('Your progress is not saved yet.')).toBeVisible()
    expect((await stillWaiting()).map(({ input }) => input)).toEqual([{ session: 3, step: 11, mentorship: 7 }])
    const server = answerWalk(walkSession())
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(server.completed).toEqual([{ session: 3, step: 11, mentorship: 7 }])
  })

  test('is not what an address of the hub means that names no session', async () => {
    answerWalk(walkSession())
    const screen = await showWalk('step/12')
    await expect.element(heading(screen, 'Step 12')).toBeVisible()
    await expect.poll(() => localStorage.getItem('saathi.sessions')).toBe('{"steps":{"3.7":12}}')
  })
})

describe('DONE', () => {
  test('[MEN-08] completes the last step and asks how it was', async () => {
    const server = answerWalk(walkSession({ sessionSteps: [read(11), step(12)] }))
    const screen = await showWalk('step/12')
    await done(screen).click()
    await expect.poll(() => screen.pathNow()).toBe('/mentorship/3/step/sessionfeedback')
    expect(server.completed()).toEqual([{ session: 3, step: 12, mentorship: 7 }])
  })

  test('[MEN-08] is not there while an earlier step is open; which one is said, with a way to it', async () => {
    answerWalk(walkSession({ sessionSteps: [read(11), step(12, { title: 'Choose' }), step(13)] }))
    const screen = await showWalk('step/13')
    await expect.element(heading(screen, 'Step 13')).toBeVisible()
    expect(done(screen).elements()).toEqual([])
    await expect.element(screen.getByText(/One step is still open/)).toBeVisible()
    await screen.getByRole('link', { name: 'Choose' }).click()
    await expect.element(heading(screen, 'Choose')).toBeVisible()
    await next(screen).click()
    await expect.element(done(screen)).toBeVisible()
  })

  test('[MEN-08] is not there while the quiz of the last step must be taken', async () => {
    answerWalk(walkSession({ sessionSteps: [read(11), step(12, { content: [quizItem()] })] }))
    const screen = await showWalk('step/12')
    await expect.element(screen.getByText('Please take the quiz before moving forward')).toBeVisible()
    expect(done(screen).elements()).toEqual([])
  })

  test.each([
    ['PARTIAL_COMPLETE', /once everyone has finished/],
    ['COMPLETED', /read it again whenever you like/],
  ] as const)('[MEN-08] is not there for who is done: %s', async (sessionStatus, words) => {
    answerWalk(walkSession({ sessionStatus, sessionSteps: [read(11), read(12)] }))
    const screen = await showWalk('step/12')
    await expect.element(screen.getByText(words)).toBeVisible()
    expect(done(screen).elements()).toEqual([])
    await expect
      .element(screen.getByRole('link', { name: 'Rate this session' }))
      .toHaveAttribute('href', '/mentorship/3/step/sessionfeedback')
    await expect.element(screen.getByRole('link', { name: 'Back to Mentorship' })).toHaveAttribute('href', '/mentorship')
  })

  test('[MEN-08] in its place the way to the rating stands in the bar, until there is one', async () => {
    const sessionSteps = [read(11), read(12)]
    const server = answerWalk(walkSession({ sessionStatus: 'PARTIAL_COMPLETE', sessionSteps }))
    const first = await showWalk('step/12')
    await expect.element(inBar(first).getByRole('link', { name: 'Rate this session' })).toBeInViewport()
    await first.unmount()
    queryClient.clear()
    server.change({ feedback: { rating: 4, review: '' } })
    const screen = await showWalk('step/12')
    await expect.element(screen.getByRole('article').getByRole('link', { name: 'Rate this session' })).toBeVisible()
    expect(inBar(screen).getByRole('link').elements()).toEqual([])
  })
})
