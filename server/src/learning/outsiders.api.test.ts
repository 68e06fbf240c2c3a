import { randomUUID } from 'node:crypto'
import * as calls from '@saathi/contract/learning/calls'
import * as sessionCalls from '@saathi/contract/learning/session-calls'
import { getQuiz } from '@saathi/contract/learning/quiz-calls'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sharedServer, type TestServer } from '../../test/harness.ts'
import { beginSession, buildSession, type BuiltSession } from '../../test/hub-sessions.ts'
import { makeChoice, makeQuiz, quizItem } from '../../test/quiz-content.ts'
import { sendAnswers } from '../../test/send-answers.ts'

let server: TestServer
let asha: number
beforeAll(async () => {
  server = await sharedServer()
})
beforeEach(async () => {
  asha = await server.buildPerson()
})

const build = (changes: Parameters<typeof buildSession>[1] = {}) =>
  buildSession(server, {
    content: { 0: [quizItem('ask')] },
    quizzes: { ask: makeQuiz([makeChoice('pick', { mandatory: true })]) },
    ...changes,
  })
type Place = { session: number; step: number; quiz: number }
const placeIn = ({ id, steps, quizzes }: BuiltSession): Place => ({
  session: id,
  step: steps[0] ?? 0,
  quiz: quizzes.get('ask') ?? 0,
})

type Answer = { status: number; body: unknown }
type CallUnderTest = (personId: number | null, place: Place) => Promise<Answer>
/** In the order of a full run through a session with a mandatory quiz. */
const everyCall: [string, CallUnderTest][] = [
  ['reading it', (who, { session }) => server.ask(who, sessionCalls.getSession, { params: { id: session }, query: {} })],
  ['starting it', (who, { session }) => server.ask(who, sessionCalls.startSession, { body: { session } })],
  [
    'reading it as my session',
    (who, { session }) => server.ask(who, sessionCalls.getMySession, { params: { id: session }, query: {} }),
  ],
  ['reading its quiz', (who, place) => server.ask(who, getQuiz, { params: place, query: {} })],
  [
    'answering its quiz',
    async (who, place) => {
      const { status, reply, refusal } = await sendAnswers(server, who, place, { answers: { pick: 'good' } })
      return { status, body: refusal ?? reply }
    },
  ],
  ['completing a step', (who, { session, step }) => server.ask(who, sessionCalls.completeStep, { body: { session, step } })],
  ['rating it', (who, { session }) => server.ask(who, sessionCalls.rateSession, { body: { session, rating: 5 } })],
]

/** Everything that any of the calls could have written. */
async function storedRows() {
  const tables = ['session_progress', 'step_completion', 'quiz_attempt', 'session_feedback'] as const
  return Promise.all(tables.map((table) => server.db.selectFrom(table).selectAll().where('person_id', '=', asha).execute()))
}
const nothing = [[], [], [], []]

describe.each(everyCall)('%s', (_what, ask) => {
  test('requires an account', async () => {
    expect(await ask(null, placeIn(await build()))).toMatchObject({ status: 401, body: { code: 'core.signed_out' } })
  })

  test('returns the same error for a draft, another project’s session, a mentorship’s session and an unknown id', async () => {
    const { id: projectId } = await server.db
      .insertInto('project')
      .values({ key: `project-${randomUUID()}`, name: 'Another', group_type: '1to1' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const hidden = [await build({ isPublished: false }), await build({ projectId }), await build({ isLearningHub: false })]
    const deliveredBefore = server.delivered.length
    const absent = { ...placeIn(await build()), session: 999_999_999 }
    for (const place of [...hidden.map(placeIn), absent]) {
      const refused = await ask(asha, place)
      expect(refused.status).toBe(404)
      expect(refused.body).toEqual({ code: 'learning.session_not_found', message: 'There is no such session.' })
    }
    expect(await storedRows()).toEqual(nothing)
    expect(server.delivered).toHaveLength(deliveredBefore)
  })

  test('is allowed to members of a project for its sessions', async () => {
    const { id: projectId } = await server.db
      .insertInto('project')
      .values({ key: `project-${randomUUID()}`, name: 'Ours', group_type: '1to1' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await server.db.updateTable('person').set({ project_id: projectId }).where('id', '=', asha).execute()
    const session = await build({ projectId })
    await beginSession(server, asha, session, { done: 1 })
    expect((await ask(asha, placeIn(session))).status).toBe(200)
  })
})

describe.each(everyCall.filter(([what]) => what.includes('quiz')))('%s in the wrong place', (_what, ask) => {
  test('refuses a quiz of another step with its own error, and treats another session’s quiz as unknown', async () => {
    const session = await buildSession(server, {
      content: { 0: [quizItem('ask')], 1: [quizItem('other')] },
      quizzes: { ask: makeQuiz([makeChoice('pick')]), other: makeQuiz([makeChoice('pick')]) },
    })
    const elsewhere = placeIn(await build())
    await beginSession(server, asha, session)
    const place = placeIn(session)
    const refusedWith = (code: string, field: string) => ({
      status: 422,
      body: { code, errors: { [field]: [expect.any(String)] } },
    })
    expect(await ask(asha, { ...place, quiz: session.quizzes.get('other') ?? 0 })).toMatchObject(
      refusedWith('learning.quiz_elsewhere', 'quiz'),
    )
    const absent = {
      step: await ask(asha, { ...place, step: 999_999_999 }),
      quiz: await ask(asha, { ...place, quiz: 999_999_999 }),
    }
    expect(absent.step).toMatchObject({ status: 404, body: { code: 'learning.step_not_found' } })
    expect(absent.quiz).toMatchObject({ status: 404, body: { code: 'learning.quiz_not_found' } })
    const foreignStep = await ask(asha, { ...place, step: elsewhere.step })
    const foreignQuiz = await ask(asha, { ...place, quiz: elsewhere.quiz })
    expect([foreignStep.status, foreignStep.body]).toEqual([absent.step.status, absent.step.body])
    expect([foreignQuiz.status, foreignQuiz.body]).toEqual([absent.quiz.status, absent.quiz.body])
    expect(await server.db.selectFrom('quiz_attempt').selectAll().where('person_id', '=', asha).execute()).toEqual([])
  })
})

test('answers to a session that was not started are refused and not stored', async () => {
  const answered = await sendAnswers(server, asha, placeIn(await build()), { answers: { pick: 'good' } })
  expect(answered).toMatchObject({ status: 409, refusal: { code: 'learning.not_begun' } })
  expect(await storedRows()).toEqual(nothing)
})

test('[LRN-16] starting, completing and rating work without a mentorship and with every area switched off; nothing returns 403', async () => {
  const off = { session: 'off', curriculum: 'off', internship: 'off', survey: 'off', video: 'off', chattype: 'off' }
  await server.db.updateTable('experience').set(off).where('person_id', '=', asha).execute()
  const session = await build()
  const [, last = 0] = session.steps
  for (const [what, ask] of everyCall)
    expect({ what, status: (await ask(asha, placeIn(session))).status }).toEqual({ what, status: 200 })
  const done = await server.ask(asha, sessionCalls.completeStep, { body: { session: session.id, step: last } })
  expect(done).toMatchObject({ status: 200, body: { sessionStatus: 'COMPLETED' } })
  for (const call of [calls.listSessions, calls.listMySessions])
    expect((await server.ask(asha, call, { query: {} })).status).toBe(200)
})
