import { listMySessions, listSessions } from '@saathi/contract/learning/calls'
import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, makeProfile, showApp } from '../../../test/harness.tsx'
import { friend } from './page.fake.tsx'
import { quizItem, sessionDetail, step } from '../session/detail.fake.ts'
import { answerQuiz, answerSession, takeQuiz } from '../session/server.fake.ts'

type Screen = Awaited<ReturnType<typeof showApp>>
const heading = (screen: Screen, name: string) => screen.getByRole('heading', { level: 1, name, exact: true })
const next = (screen: Screen) => screen.getByRole('button', { name: 'Next step' })
const stepAt = (id: number) => `/session/step?session=3&step=${id}`
const intro = '/session/sessionintroduction/3'

const quizSession = (changes: Parameters<typeof quizItem>[0] = {}) =>
  sessionDetail({ sessionSteps: [step(11, { status: 'COMPLETED' }), step(12, { content: [quizItem(changes)] }), step(13)] })

/** From the list through the introduction and a first step to the one with the quiz. */
async function goToQuiz(): Promise<Screen> {
  answer(listMySessions, { sessions: [quizSession()], hasNextPage: false })
  answer(listSessions, { sessions: [quizSession()], hasNextPage: false })
  const screen = await showApp({ profile: makeProfile(), path: '/learninghub/ongoingsessions' })
  await screen.getByRole('link', { name: 'Speak up' }).click()
  await screen.getByRole('link', { name: 'Continue' }).click()
  await next(screen).click()
  await expect.element(heading(screen, 'Step 12')).toBeVisible()
  await expect.poll(() => screen.pathNow()).toBe(stepAt(12))
  return screen
}

beforeEach(() => page.viewport(390, 844))

describe('the history of a session with a quiz', () => {
  test('[LRN-06] contains no step or quiz after leaving: the introduction closes to the list it was opened from', async () => {
    answerQuiz(answerSession(quizSession()), 12)
    const screen = await goToQuiz()
    await takeQuiz(screen)
    await expect.element(heading(screen, 'Step 12')).toBeVisible()
    await next(screen).click()
    await expect.element(heading(screen, 'Step 13')).toBeVisible()
    await expect.poll(() => screen.pathNow()).toBe(stepAt(13))
    await screen.getByRole('button', { name: 'Leave session' }).click()
    await expect.poll(() => screen.pathNow()).toBe(intro)
    await screen.getByRole('button', { name: 'Close session' }).click()
    await expect.poll(() => screen.pathNow()).toBe('/learninghub/ongoingsessions')
  })

  test('[LRN-07] goes from the step after the quiz back to the step with it', async () => {
    answerQuiz(answerSession(quizSession()), 12)
    const screen = await goToQuiz()
    await takeQuiz(screen)
    await expect.poll(() => screen.pathNow()).toBe(stepAt(12))
    screen.router.history.back()
    await expect.element(heading(screen, 'Step 11')).toBeVisible()
    screen.router.history.back()
    await expect.poll(() => screen.pathNow()).toBe(intro)
  })

  test('[LRN-07] is the same with the result and with a retake', async () => {
    const results = [{ questionKey: 'friend', isCorrect: true }]
    answerQuiz(answerSession(quizSession({ allowRetake: true })), 12, { results, canAnswer: true, allowRetake: true })
    const screen = await goToQuiz()
    await takeQuiz(screen)
    await screen.getByRole('link', { name: 'Retake quiz' }).click()
    await screen.getByRole('textbox', { name: friend.title }).fill('Ravi')
    await screen.getByRole('button', { name: 'Submit' }).click()
    await expect.element(heading(screen, 'Thank you for taking the quiz')).toBeVisible()
    await screen.getByRole('link', { name: 'Back to the step' }).click()
    await expect.element(heading(screen, 'Step 12')).toBeVisible()
    screen.router.history.back()
    await expect.element(heading(screen, 'Step 11')).toBeVisible()
  })

  test('[LRN-07] a double tap on close leaves the quiz but not its step', async () => {
    answerQuiz(answerSession(quizSession()), 12)
    const screen = await goToQuiz()
    await screen.getByRole('link', { name: 'Take the quiz' }).click()
    await userEvent.dblClick(screen.getByRole('link', { name: 'Close quiz' }))
    await expect.element(heading(screen, 'Step 12')).toBeVisible()
    await screen.getByRole('button', { name: 'Leave session' }).click()
    await expect.poll(() => screen.pathNow()).toBe(intro)
    await screen.getByRole('button', { name: 'Close session' }).click()
    await expect.poll(() => screen.pathNow()).toBe('/learninghub/ongoingsessions')
  })

  test('[LRN-07] a second press while the quiz loads opens it once', async () => {
    answerQuiz(answerSession(quizSession()), 12)
    const screen = await goToQuiz()
    const take = screen.getByRole('link', { name: 'Take the quiz' }).element()
    const press = () => take.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
    press()
    await expect.poll(() => screen.pathNow()).toContain('/quiz/')
    press()
    await screen.getByRole('link', { name: 'Close quiz' }).click()
    await expect.element(heading(screen, 'Step 12')).toBeVisible()
    screen.router.history.back()
    await expect.element(heading(screen, 'Step 11')).toBeVisible()
  })

  test('[LRN-07] a quick tap leaves the result too, although the browser reports it as the second of a double tap', async () => {
    const results = [{ questionKey: 'friend', isCorrect: true }]
    answerQuiz(answerSession(quizSession()), 12, { results })
    const screen = await goToQuiz()
    await takeQuiz(screen)
    const back = screen.getByRole('link', { name: 'Back to the step' })
    await expect.element(back).toBeVisible()
    back.element().dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 2 }))
    await expect.element(heading(screen, 'Step 12')).toBeVisible()
  })
})
