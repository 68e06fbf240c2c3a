import * as calls from '@saathi/contract/learning/calls'
import * as sessionCalls from '@saathi/contract/learning/session-calls'
import { getQuiz } from '@saathi/contract/learning/quiz-calls'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { addVersion, buildSession } from '../../test/hub-sessions.ts'
import { makeOption, makeQuestion, makeQuiz, quizItem, textItem } from '../../test/quiz-content.ts'
import { sendAnswers, replyOf } from '../../test/send-answers.ts'

let server: TestServer
let asha: number
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  asha = await server.buildPerson()
})

const choice = (...keys: string[]) =>
  makeQuiz([makeQuestion('pick', 'SingleChoiceRadio', { mandatory: true, answerOptions: keys.map((key) => makeOption(key)) })])

/** Started by Asha in its first version; the second has other steps, durations and options. */
async function buildTwoVersions() {
  const first = await buildSession(server, {
    minutes: [5, 10],
    content: { 0: [textItem('The first wording')], 1: [quizItem('ask')] },
    quizzes: { ask: choice('old', 'both') },
  })
  const session = first.id
  await server.ask(asha, sessionCalls.startSession, { body: { session } })
  const second = await addVersion(server, session, {
    minutes: [1, 2, 3],
    content: { 0: [textItem('The second wording')], 1: [quizItem('ask')] },
    quizzes: { ask: choice('new', 'both') },
  })
  const placeIn = ({ steps, quizzes }: Pick<typeof first, 'steps' | 'quizzes'>) => ({
    session,
    step: steps[1] ?? 0,
    quiz: quizzes.get('ask') ?? 0,
  })
  return { session, first, second, oldPlace: placeIn(first), newPlace: placeIn(second) }
}

const open = async (id: number, personId: number) =>
  (await server.ask(personId, sessionCalls.getSession, { params: { id }, query: {} })).body
const cardOf = async (id: number, personId: number) =>
  (await server.ask(personId, calls.listSessions, { query: {} })).body.sessions.find((card) => card.id === id)
const attempts = () => server.db.selectFrom('quiz_attempt').selectAll().where('person_id', '=', asha).execute()

test('a reader finishes a session in the version in which they started it', async () => {
  const { session, first, oldPlace } = await buildTwoVersions()
  expect(await cardOf(session, asha)).toMatchObject({ sessionDuration: 15, totalSteps: 2 })
  const detail = await open(session, asha)
  expect(detail.sessionSteps.map(({ id }) => id)).toEqual(first.steps)
  expect(detail.sessionSteps[0]?.content[0]?.text).toBe('The first wording')

  const quiz = await server.ask(asha, getQuiz, { params: oldPlace, query: {} })
  expect(quiz.body.quiz.questions[0]?.answerOptions.map(({ key }) => key)).toEqual(['old', 'both'])
  const [opening = 0] = first.steps
  const started = await server.ask(asha, sessionCalls.completeStep, { body: { session, step: opening } })
  expect(started.body).toMatchObject({ sessionDuration: 15, durationCompleted: 5, completedSteps: 1, totalSteps: 2 })
  const { standing } = replyOf(await sendAnswers(server, asha, oldPlace, { answers: { pick: 'old' } }))
  expect(standing).toMatchObject({ sessionStatus: 'COMPLETED', sessionDuration: 15, durationCompleted: 15, totalSteps: 2 })
  expect(await cardOf(session, asha)).toMatchObject({ sessionStatus: 'COMPLETED', sessionDuration: 15, durationCompleted: 15 })
})

test('starting again does not move a reader to the new version', async () => {
  const { session, first } = await buildTwoVersions()
  const again = await server.ask(asha, sessionCalls.startSession, { body: { session } })
  expect(again.body).toMatchObject({ sessionDuration: 15, totalSteps: 2, resumeStep: first.steps[0] })
  const { sessions } = (await server.ask(asha, calls.listMySessions, { query: {} })).body
  expect(sessions).toMatchObject([{ id: session, sessionDuration: 15, totalSteps: 2 }])
})

test('new readers get the new version', async () => {
  const { session, second, newPlace } = await buildTwoVersions()
  const ravi = await server.buildPerson()
  expect(await cardOf(session, ravi)).toMatchObject({ sessionDuration: 6, totalSteps: 3 })
  const started = await server.ask(ravi, sessionCalls.startSession, { body: { session } })
  expect(started.body).toMatchObject({ sessionDuration: 6, totalSteps: 3, resumeStep: second.steps[0] })
  const detail = await open(session, ravi)
  expect(detail.sessionSteps.map(({ id }) => id)).toEqual(second.steps)
  expect(detail.sessionSteps[0]?.content[0]?.text).toBe('The second wording')
  const { standing } = replyOf(await sendAnswers(server, ravi, newPlace, { answers: { pick: 'new' } }))
  expect(standing).toMatchObject({ completedStepIds: [newPlace.step], durationCompleted: 2 })
})

test('answers to questions of the other version are refused, with the question key, and not stored', async () => {
  const { session, oldPlace, newPlace } = await buildTwoVersions()
  const step = { code: 'learning.step_elsewhere', errors: { step: [expect.any(String)] } }
  const quiz = { code: 'learning.quiz_elsewhere', errors: { quiz: [expect.any(String)] } }
  const submission = { answers: { pick: 'both' } }
  expect(await sendAnswers(server, asha, newPlace, submission)).toMatchObject({ status: 422, refusal: step })
  expect(await sendAnswers(server, asha, { ...newPlace, quiz: oldPlace.quiz }, submission)).toMatchObject({
    status: 422,
    refusal: step,
  })
  expect(await sendAnswers(server, asha, { ...oldPlace, quiz: newPlace.quiz }, submission)).toMatchObject({
    status: 422,
    refusal: quiz,
  })
  expect(await server.ask(asha, getQuiz, { params: newPlace, query: {} })).toMatchObject({ status: 422, body: step })
  const completing = { body: { session, step: newPlace.step } }
  expect(await server.ask(asha, sessionCalls.completeStep, completing)).toMatchObject({ status: 422, body: step })

  const ravi = await server.buildPerson()
  await server.ask(ravi, sessionCalls.startSession, { body: { session } })
  expect(await sendAnswers(server, ravi, oldPlace, submission)).toMatchObject({ status: 422, refusal: step })
  expect(await sendAnswers(server, asha, oldPlace, { answers: { pick: 'new' } })).toMatchObject({
    status: 422,
    refusal: { code: 'learning.answers_rejected', errors: { pick: ['questions.notAnOption'] } },
  })
  expect(await attempts()).toEqual([])
})
