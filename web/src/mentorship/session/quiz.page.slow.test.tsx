import { getQuiz, type QuizState, saveAnswers } from '@saathi/contract/learning/quiz-calls'
import { rateSession } from '@saathi/contract/learning/session-calls'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { emulateMedia } from '#core/theme/emulate-media.ts'
import { friend, quizState } from '../../learning/quiz/page.fake.tsx'
import { standingOf } from '../../learning/session/detail.fake.ts'
import { answer, refuse } from '../../../test/harness.tsx'
import { answerHome } from '../home/server.fake.ts'
import { answerSession, quizItem, read, showSession, step, mentorshipSession } from './server.fake.ts'

const state = (changes: Partial<QuizState> = {}): QuizState => ({ ...quizState({ questions: [friend] }), step: 11, ...changes })

beforeEach(() => page.viewport(390, 844))
afterEach(() => emulateMedia())

describe('a quiz', () => {
  const quizSession = () => mentorshipSession({ sessionSteps: [step(11, { content: [quizItem()] }), step(12)] })

  test('[MEN-13] has its address under the step of the mentorship, and closes to the step', async () => {
    answerSession(quizSession())
    const { inputs } = answer(getQuiz, state())
    const screen = await showSession('step/11')
    await screen.getByRole('link', { name: 'Take the quiz' }).click()
    await expect.poll(() => screen.pathNow()).toBe('/mentorship/3/step/11/quiz?quiz=5')
    await expect.element(screen.getByRole('heading', { level: 1, name: /Whom will you tell/ })).toBeVisible()
    expect(inputs.at(-1)).toMatchObject({ params: { session: 3, step: 11, quiz: 5 }, query: { mentorship: 7 } })
    await screen.getByRole('link', { name: 'Close quiz' }).click()
    await expect.poll(() => screen.pathNow()).toBe('/mentorship/3/step/11')
  })

  test('[MEN-13] that is submitted leads back to the step, which it unblocks but does not complete', async () => {
    const server = answerSession(quizSession())
    answer(getQuiz, state())
    const saved = answer(saveAnswers, () => {
      server.change({ sessionSteps: [step(11, { content: [quizItem({ isAnswered: true })] }), step(12)] })
      return { state: state({ attempts: 1, canAnswer: false }), standing: standingOf(quizSession(), []) }
    })
    const screen = await showSession('step/11/quiz?quiz=5')
    await screen.getByRole('textbox', { name: /Whom will you tell/ }).fill('My sister')
    await screen.getByRole('button', { name: 'Submit' }).click()
    await expect.poll(() => screen.pathNow()).toBe('/mentorship/3/step/11')
    expect(saved.inputs.map(({ form }) => form.fields.data)).toMatchObject([{ session: 3, step: 11, quiz: 5, mentorship: 7 }])
    const next = screen.getByRole('button', { name: 'Next step' })
    await expect.element(next).not.toHaveAttribute('aria-disabled', 'true')
    await expect.element(screen.getByRole('progressbar', { name: /Speak up/ })).toHaveAttribute('aria-valuenow', '0')
    expect(server.completed()).toEqual([])
    await next.click()
    await expect.poll(server.completed).toEqual([{ session: 3, step: 11, mentorship: 7 }])
  })

  test('an address without a quiz redirects to the step', async () => {
    answerSession(quizSession())
    const screen = await showSession('step/11/quiz')
    await expect.poll(() => screen.pathNow()).toBe('/mentorship/3/step/11')
  })

  test('that does not exist is not found, with a link home', async () => {
    answerSession(quizSession())
    answer(getQuiz, refuse('learning.step_elsewhere', 404))
    const screen = await showSession('step/11/quiz?quiz=5')
    await expect.element(screen.getByRole('heading', { level: 1, name: 'We could not find this quiz' })).toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'Go to Mentorship' })).toHaveAttribute('href', '/mentorship')
  })
})

describe('feedback', () => {
  const finished = mentorshipSession({ sessionStatus: 'PARTIAL_COMPLETE', badge: 'Gold', sessionSteps: [read(11), read(12)] })

  test('[MEN-13] is sent for the mentorship and returns to its home', async () => {
    answerHome()
    answerSession(finished)
    const rated = answer(rateSession, ({ body }) => ({ session: 3, rating: body.rating, review: body.review }))
    const screen = await showSession('step/sessionfeedback')
    await screen.getByRole('radio', { name: /^4 stars/ }).click({ force: true })
    await screen.getByRole('button', { name: 'Submit' }).click()
    await expect.poll(() => screen.pathNow()).toBe('/mentorship')
    expect(rated.inputs).toEqual([{ body: { session: 3, mentorship: 7, rating: 4, review: '' } }])
  })

  test('[MEN-13] can be skipped, which leads to the same home', async () => {
    answerSession(finished)
    const screen = await showSession('step/sessionfeedback?mentorship=7')
    await expect.element(screen.getByRole('link', { name: 'Not now' })).toHaveAttribute('href', '/mentorship?mentorship=7')
  })

  test('is not available before the session is finished', async () => {
    answerHome()
    answerSession(mentorshipSession({ sessionSteps: [read(11), step(12)] }))
    const screen = await showSession('step/sessionfeedback')
    await expect.poll(() => screen.pathNow()).toBe('/mentorship/3/summary')
  })

  test('shows the badge earned with the last step', async () => {
    const server = answerSession(mentorshipSession({ sessionSteps: [read(11), step(12)] }))
    const screen = await showSession('step/12')
    await expect.element(screen.getByRole('button', { name: 'DONE' })).toBeVisible()
    server.change({ badge: 'Silver' })
    await screen.getByRole('button', { name: 'DONE' }).click()
    const badgeStatus = screen.getByRole('status').filter({ hasText: 'You have earned a silver badge' })
    await expect.element(badgeStatus).toBeVisible()
    await expect.element(badgeStatus.getByRole('img', { name: 'Silver badge' })).toBeVisible()
  })

  test('animates the badge once, or shows it at once with reduced motion', async () => {
    await emulateMedia({ 'prefers-reduced-motion': 'reduce' })
    answerSession(finished)
    const screen = await showSession('step/sessionfeedback')
    const badge = screen.getByRole('img', { name: 'Gold badge' })
    await expect.element(badge).toBeVisible()
    const { animationName, animationDuration, animationIterationCount } = getComputedStyle(badge.element())
    expect(animationName).toMatch(/spring/)
    expect(parseFloat(animationDuration)).toBeLessThan(0.001)
    expect(animationIterationCount).toBe('1')
  })
})
