import { saveAnswers } from '@saathi/contract/learning/quiz-calls'
import { completeStep, rateSession } from '@saathi/contract/learning/session-calls'
import { listMySessions, listSessions } from '@saathi/contract/learning/calls'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { seedOutbox, stepEntry, storedEntries } from '#core/outbox/entry.fake.ts'
import { goOffline, goOnline } from '../../../test/connection.ts'
import { answer, makeProfile, refuse, showApp } from '../../../test/harness.tsx'
import { friend, sentState } from '../quiz/page.fake.tsx'
import { quizItem, sessionDetail, standingOf, step } from './detail.fake.ts'
import { answerQuiz, answerSession, showStep, takeQuiz } from './server.fake.ts'

type Screen = Awaited<ReturnType<typeof showApp>>
const heading = (screen: Screen, name: string) => screen.getByRole('heading', { level: 1, name, exact: true })
const next = (screen: Screen) => screen.getByRole('button', { name: 'Next step' })
const savedHere = (screen: Screen) => screen.getByRole('main').getByText('Saved here. Will be sent when you are back.')

const quizSession = () => sessionDetail({ sessionSteps: [step(11), step(12, { content: [quizItem()] }), step(13)] })

function loseServer() {
  answer(completeStep, 'network')
  answer(saveAnswers, 'network')
  answer(rateSession, 'network')
}

/** Everything that is sent, in order. */
function recordRequests() {
  const requests: string[] = []
  const session = quizSession()
  const done: number[] = []
  answer(completeStep, ({ body }) => {
    requests.push(`step ${body.step}`)
    done.push(body.step)
    return standingOf(session, done)
  })
  answer(saveAnswers, ({ form }) => {
    requests.push(`quiz ${form.fields.data.quiz}`)
    return { state: { ...sentState({ questions: [friend] }), step: 12 }, standing: standingOf(session, done) }
  })
  answer(rateSession, ({ body }) => {
    requests.push(`rating ${body.rating}`)
    return body
  })
  return requests
}

beforeEach(() => page.viewport(390, 844))
afterEach(goOnline)

test('[PLT-01] a session is read, its quiz taken, finished and rated offline; everything is sent once, in order', async () => {
  answer(listSessions, { sessions: [], hasNextPage: false })
  answer(listMySessions, { sessions: [], hasNextPage: false })
  const server = answerSession(quizSession())
  answerQuiz(server, 12)
  const screen = await showStep(11)
  await expect.element(heading(screen, 'Step 11')).toBeVisible()
  loseServer()
  goOffline()
  await next(screen).click()
  await expect.element(heading(screen, 'Step 12')).toBeVisible()
  await expect.element(savedHere(screen)).toBeVisible()
  await expect.element(next(screen)).toHaveAttribute('aria-disabled', 'true')
  await takeQuiz(screen)
  await screen.getByRole('link', { name: 'Back to the step' }).click()
  await expect.element(heading(screen, 'Step 12')).toBeVisible()
  await next(screen).click()
  await expect.element(heading(screen, 'Step 13')).toBeVisible()
  await screen.getByRole('button', { name: 'DONE' }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
  await expect.element(screen.getByText('You made it through “Speak up”.')).toBeVisible()
  await screen.getByRole('radio', { name: /^5 star/ }).click({ force: true })
  await screen.getByRole('button', { name: 'Submit' }).click()
  await expect.poll(() => screen.pathNow()).toBe('/learninghub')
  expect((await storedEntries()).map(({ about }) => about)).toEqual(['step 11', 'quiz 12 5', 'step 12', 'step 13', 'rating'])
  const requests = recordRequests()
  goOnline()
  await expect.poll(() => requests).toEqual(['step 11', 'quiz 5', 'step 12', 'step 13', 'rating 5'])
  await expect.poll(storedEntries).toEqual([])
  expect(server.completed()).toEqual([])
})

test('[PLT-01] offline progress is still there after reopening the page offline', async () => {
  await seedOutbox(stepEntry(3, 11))
  answerSession(quizSession())
  loseServer()
  goOffline()
  const screen = await showStep(12)
  await expect.element(savedHere(screen)).toBeVisible()
  await expect.element(screen.getByRole('progressbar', { name: /Speak up/ })).toHaveAttribute('aria-valuenow', '33')
})

test('[PLT-01] a queued step that was refused is reported in the player, and is sent after its quiz is taken', async () => {
  await seedOutbox(stepEntry(3, 12))
  const server = answerSession(quizSession())
  answerQuiz(server, 12)
  let isTaken = false
  const completing = answer(completeStep, ({ body }) =>
    isTaken ? standingOf(quizSession(), [body.step]) : refuse('learning.quiz_open', 409),
  )
  const screen = await showStep(12)
  await expect.element(screen.getByText(/The quiz in “Step 12” is still open/)).toBeVisible()
  expect(await storedEntries()).toMatchObject([{ refusal: { text: 'outbox.why.quiz' } }])
  const tries = completing.inputs.length
  isTaken = true
  await takeQuiz(screen)
  await expect.element(heading(screen, 'Step 12')).toBeVisible()
  await expect.poll(storedEntries).toEqual([])
  expect(completing.inputs.length).toBe(tries + 1)
  await expect.element(screen.getByText(/is still open/)).not.toBeInTheDocument()
})

test('[PLT-01] the hub shows a session that was just started, also offline', async () => {
  const session = sessionDetail({ sessionStatus: 'NOT_STARTED', sessionSteps: [step(11), step(12)] })
  answer(listSessions, { sessions: [session], hasNextPage: false })
  answer(listMySessions, { sessions: [], hasNextPage: false })
  answerSession(session)
  const screen = await showApp({ profile: makeProfile(), path: '/learninghub' })
  await screen.getByRole('region', { name: 'Curated for you' }).getByRole('link', { name: 'Speak up' }).click()
  // The lists are refetched after the start, and by then the server is unreachable.
  answer(listSessions, 'network')
  answer(listMySessions, 'network')
  await screen.getByRole('button', { name: 'Start' }).click()
  await expect.element(heading(screen, 'Step 11')).toBeVisible()
  goOffline()
  await screen.router.navigate({ to: '/learninghub' })
  const ongoing = screen.getByRole('region', { name: 'Continue learning' })
  await expect.element(ongoing.getByRole('link', { name: 'Speak up' })).toBeVisible()
  expect(screen.getByText('We could not load your sessions').elements()).toEqual([])
})
