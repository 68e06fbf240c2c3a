import { getProfile } from '@saathi/contract/accounts/calls'
import { getQuiz, saveAnswers } from '@saathi/contract/learning/quiz-calls'
import { completeStep, rateSession, startSession } from '@saathi/contract/learning/session-calls'
import { getMentorshipProgress } from '@saathi/contract/mentorship/calls'
import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { friend, quizState, sentState } from '../../learning/quiz/page.fake.tsx'
import { answer, refuse } from '../../../test/harness.tsx'
import { answerHome, personWith } from '../home/server.fake.ts'
import { mentorship } from '../mentorship.fake.ts'
import { answerSession, quizItem, read, showSession, step, mentorshipSession } from './server.fake.ts'

const ended = /This mentorship has ended/
const next = { name: 'Next step' }

beforeEach(() => page.viewport(390, 844))

/** Collects writes: nothing may be sent any more. */
function watchWrites() {
  const writes = [
    answer(startSession, refuse('learning.walk_closed', 403)),
    answer(completeStep, refuse('learning.walk_closed', 403)),
  ]
  const saves = answer(saveAnswers, refuse('learning.walk_closed', 403))
  return () => [...writes.flatMap(({ inputs }) => inputs), ...saves.inputs]
}

function answerEnded(changes: Parameters<typeof mentorshipSession>[0] = {}) {
  answerHome({ mentorships: [mentorship({ isActive: false })] })
  answerSession(mentorshipSession({ isOpen: false, resumeStep: 12, sessionSteps: [read(11), step(12), step(13)], ...changes }))
  return watchWrites()
}

describe('a started session of an ended mentorship', () => {
  test('[MEN-01] says so in its introduction, and has no bookmark', async () => {
    answerEnded()
    const screen = await showSession('sessionintro')
    await expect.element(screen.getByText(ended)).toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'Read', exact: true })).toHaveAttribute('href', '/mentorship/3/summary')
    expect(screen.getByRole('button', { name: /Bookmark/ }).elements()).toEqual([])
  })

  test('[MEN-01] can be paged through, and nothing is sent', async () => {
    const sessionSteps = [read(11), step(12, { content: [quizItem()] }), step(13)]
    const writes = answerEnded({ sessionSteps })
    const screen = await showSession('step/12')
    await expect.element(screen.getByText(ended)).toBeVisible()
    await screen.getByRole('button', next).click()
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Step 13' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'DONE' }).elements()).toEqual([])
    await userEvent.keyboard('{ArrowLeft}')
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Step 12' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Take the quiz' }).elements()).toEqual([])
    expect(writes()).toEqual([])
  })

  test('[MEN-01] shows the answers of a quiz, even if a retake was possible', async () => {
    const sessionSteps = [step(11, { content: [quizItem({ isAnswered: true, allowRetake: true })] })]
    const writes = answerEnded({ sessionSteps })
    const answers = [{ questionKey: 'friend', answer: 'My sister' }]
    answer(getQuiz, { ...sentState({ questions: [friend], answers, canAnswer: true, allowRetake: true }), step: 11 })
    const screen = await showSession('step/11')
    await screen.getByRole('link', { name: 'See your answers' }).click()
    await expect.element(screen.getByText('My sister')).toBeVisible()
    await expect.element(screen.getByText(ended)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Retake quiz' }).elements()).toEqual([])
    expect(writes()).toEqual([])
  })

  test('[MEN-01] says that an unanswered quiz has nothing to read', async () => {
    answerEnded()
    answer(getQuiz, { ...quizState({ questions: [friend] }), step: 12 })
    const screen = await showSession('step/12/quiz?quiz=5')
    await expect.element(screen.getByRole('heading', { level: 1, name: 'You didn’t answer this quiz' })).toBeVisible()
    await expect.element(screen.getByText(ended)).toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'Back to the step' })).toHaveAttribute('href', '/mentorship/3/step/12')
  })

  test('[MEN-01] cannot be rated any more', async () => {
    answerEnded()
    const screen = await showSession('step/sessionfeedback')
    await expect.poll(() => screen.pathNow()).toBe('/mentorship/3/summary')
    await expect.element(screen.getByText(ended)).toBeVisible()
  })
})

test('[MEN-01] while the area is locked, started sessions are readable and nothing is sent', async () => {
  answerHome()
  answerSession(mentorshipSession({ resumeStep: 12, sessionSteps: [read(11), step(12), step(13)] }))
  const writes = watchWrites()
  const screen = await showSession('step/12', personWith({ curriculum: 'show' }))
  await expect.element(screen.getByText(/Mentorship is not open to you at the moment/)).toBeVisible()
  await screen.getByRole('button', next).click()
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Step 13' })).toBeVisible()
  expect(writes()).toEqual([])
})

test('[MEN-01] while the area is locked nothing is requested about the others, and no retry is offered', async () => {
  answerSession(mentorshipSession({ sessionSteps: [read(11), step(12)] }))
  const progressCall = answer(getMentorshipProgress, refuse('learning.curriculum_locked', 403))
  const screen = await showSession('summary', personWith({ curriculum: 'show' }))
  await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.element(screen.getByText(/not open to you/)).toBeVisible()
  expect(progressCall.inputs).toEqual([])
  expect(screen.getByRole('button', { name: 'Try again' }).elements()).toEqual([])
})

test('[MEN-01] a mentorship that ends while being read becomes read-only', async () => {
  answerHome()
  const server = answerSession(mentorshipSession())
  answer(completeStep, refuse('learning.walk_closed', 403))
  const screen = await showSession('step/11')
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Step 11' })).toBeVisible()
  server.change({ isOpen: false })
  await screen.getByRole('button', next).click()
  await expect.element(screen.getByText(/This mentorship has ended/)).toBeVisible()
  await screen.getByRole('button', next).click()
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Step 13' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'DONE' }).elements()).toEqual([])
})

describe.each([
  ['a mentorship that ends', 'learning.walk_closed', ended],
  ['an area that is closed', 'learning.curriculum_locked', /Mentorship is not open to you at the moment/],
] as const)('%s without a live event', (_what, code, notice) => {
  const sessionSteps = [read(11), read(12, { content: [quizItem()] })]

  /** Changes the state on the server without a push. */
  function close(server: ReturnType<typeof answerSession>) {
    if (code === 'learning.walk_closed') server.change({ isOpen: false })
    else answer(getProfile, personWith({ curriculum: 'show' }))
  }

  async function answerOn(screen: Awaited<ReturnType<typeof showSession>>) {
    await screen.getByRole('textbox', { name: /Whom will you tell/ }).fill('My sister')
    await screen.getByRole('button', { name: 'Submit' }).click()
  }

  async function rateOn(screen: Awaited<ReturnType<typeof showSession>>) {
    await screen.getByRole('radio', { name: /^4 stars/ }).click({ force: true })
    await screen.getByRole('button', { name: 'Submit' }).click()
  }

  test('[MEN-01] becomes read-only mid-quiz, and says why', async () => {
    answerHome()
    const server = answerSession(mentorshipSession({ sessionSteps }))
    answer(getQuiz, { ...quizState({ questions: [friend] }), step: 12 })
    answer(saveAnswers, refuse(code, 403))
    const screen = await showSession('step/12/quiz?quiz=5')
    await expect.element(screen.getByRole('textbox', { name: /Whom will you tell/ })).toBeVisible()
    close(server)
    await answerOn(screen)
    await expect.element(screen.getByText(notice)).toBeVisible()
    await expect.element(screen.getByRole('heading', { level: 1, name: 'You didn’t answer this quiz' })).toBeVisible()
  })

  test('[MEN-01] becomes read-only mid-rating, and says why', async () => {
    answerHome()
    const server = answerSession(mentorshipSession({ sessionStatus: 'PARTIAL_COMPLETE', sessionSteps }))
    answer(rateSession, refuse(code, 403))
    const screen = await showSession('step/sessionfeedback')
    await expect.element(screen.getByRole('button', { name: 'Submit' })).toBeVisible()
    close(server)
    await rateOn(screen)
    await expect.poll(() => screen.pathNow()).toBe('/mentorship/3/summary')
    await expect.element(screen.getByText(notice)).toBeVisible()
  })

  test('[MEN-01] shows its own message before the refetch', async () => {
    const words = code === 'learning.walk_closed' ? /has ended. Nothing more can be sent/ : /at the moment. Nothing can be sent/
    answerHome()
    answerSession(mentorshipSession({ sessionStatus: 'PARTIAL_COMPLETE', sessionSteps }))
    answer(getQuiz, { ...quizState({ questions: [friend] }), step: 12 })
    answer(saveAnswers, refuse(code, 403))
    answer(rateSession, refuse(code, 403))
    const quiz = await showSession('step/12/quiz?quiz=5')
    await expect.element(quiz.getByRole('textbox', { name: /Whom will you tell/ })).toBeVisible()
    await answerOn(quiz)
    await expect.element(quiz.getByRole('alert').getByText(words)).toBeVisible()
    await quiz.unmount()
    const rating = await showSession('step/sessionfeedback')
    await rateOn(rating)
    await expect.element(rating.getByRole('alert').getByText(words)).toBeVisible()
  })
})
