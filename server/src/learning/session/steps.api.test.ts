import { listMySessions } from '@saathi/contract/learning/calls'
import { completeStep, getSession, startSession } from '@saathi/contract/learning/session-calls'
import { progressPercent } from '@saathi/contract/learning/progress'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sharedServer, type TestServer } from '../../../test/harness.ts'
import { beginSession, buildSession, type BuiltSession } from '../../../test/hub-sessions.ts'
import { makeChoice, makeQuestion, makeQuiz, quizItem } from '../../../test/quiz-content.ts'
import { sendAnswers, replyOf } from '../../../test/send-answers.ts'

let server: TestServer
let asha: number
beforeAll(async () => {
  server = await sharedServer()
})
beforeEach(async () => {
  asha = await server.buildPerson()
})

const twenty = <T>(work: () => Promise<T>) => Promise.all(Array.from({ length: 20 }, work))
const start = (session: number, personId: number | null = asha) => server.ask(personId, startSession, { body: { session } })
const complete = (session: number, step: number, personId: number | null = asha) =>
  server.ask(personId, completeStep, { body: { session, step } })
const progressOf = (personId = asha) =>
  server.db.selectFrom('session_progress').selectAll().where('person_id', '=', personId).execute()
const completedBy = async (personId = asha) =>
  (await server.db.selectFrom('step_completion').select('step_id').where('person_id', '=', personId).execute()).map(
    ({ step_id }) => step_id,
  )
const stepAt = ({ steps }: BuiltSession, at: number) => steps[at] ?? 0
const pushedTo = (personId: number) => server.delivered.filter((delivery) => 'to' in delivery && delivery.to.includes(personId))

/** Four steps of 5, 10, 20 and 15 minutes, started by Asha. */
async function buildStarted(changes: Parameters<typeof buildSession>[1] = {}) {
  const session = await buildSession(server, { minutes: [5, 10, 20, 15], ...changes })
  await beginSession(server, asha, session)
  return session
}

describe('starting a session', () => {
  test('[LRN-06] sets it to its first step, and lists show it as started', async () => {
    const session = await buildSession(server, { minutes: [5, 10] })
    expect(await start(session.id)).toMatchObject({
      status: 200,
      body: {
        session: session.id,
        sessionStatus: 'ONGOING',
        sessionDuration: 15,
        durationCompleted: 0,
        completedSteps: 0,
        totalSteps: 2,
        completedStepIds: [],
        resumeStep: stepAt(session, 0),
      },
    })
    const { sessions } = (await server.ask(asha, listMySessions, { query: { ongoingSession: '' } })).body
    expect(sessions).toMatchObject([{ id: session.id, sessionStatus: 'ONGOING' }])
  })

  test('[LRN-06] again keeps the start time and the progress, and pushes nothing', async () => {
    const session = await buildSession(server)
    await start(session.id)
    await complete(session.id, stepAt(session, 0))
    const before = await progressOf()
    const pushesBefore = pushedTo(asha).length
    server.clock.advance(3600)
    const again = await start(session.id)
    server.clock.reset()
    expect(again).toMatchObject({ status: 200, body: { completedSteps: 1, completedStepIds: [stepAt(session, 0)] } })
    expect(await progressOf()).toEqual(before)
    expect(pushedTo(asha)).toHaveLength(pushesBefore)
  })

  test('twenty times at once starts it once, with one push to that person only', async () => {
    const session = await buildSession(server)
    const other = await server.buildPerson()
    const replies = await twenty(() => start(session.id))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await progressOf()).toHaveLength(1)
    expect(pushedTo(asha)).toEqual([{ to: [asha], event: { type: 'learning.progress_changed', session: session.id } }])
    expect(pushedTo(other)).toEqual([])
  })

  test('starts it only for the person who asked', async () => {
    const session = await buildSession(server)
    const other = await server.buildPerson()
    await start(session.id)
    expect(await progressOf(other)).toEqual([])
  })
})

describe('completing a step', () => {
  test('[LRN-08] progress is the minutes of completed steps divided by the session’s minutes, 100 % at the end', async () => {
    const session = await buildStarted()
    const percents: number[] = []
    for (const step of session.steps) percents.push(progressPercent((await complete(session.id, step)).body))
    expect(percents).toEqual([10, 30, 70, 100])
    const { body } = await server.ask(asha, getSession, { params: { id: session.id }, query: {} })
    expect(body).toMatchObject({ sessionDuration: 50, durationCompleted: 50, completedSteps: 4, totalSteps: 4 })
  })

  test('works in any order; the resume step is the first open one after the last one left', async () => {
    const session = await buildStarted()
    const [first, second, third, last] = session.steps
    expect((await complete(session.id, stepAt(session, 2))).body).toMatchObject({
      sessionStatus: 'ONGOING',
      durationCompleted: 20,
      completedStepIds: [third],
      resumeStep: last,
    })
    expect((await complete(session.id, stepAt(session, 0))).body).toMatchObject({
      completedStepIds: [first, third],
      resumeStep: second,
    })
    expect((await complete(session.id, stepAt(session, 1))).body).toMatchObject({ durationCompleted: 35, resumeStep: last })
    // A finished session resumes at its first step.
    expect((await complete(session.id, stepAt(session, 3))).body).toMatchObject({ resumeStep: first })
  })

  test('[LRN-18] again changes nothing and pushes nothing', async () => {
    const session = await buildStarted()
    const first = await complete(session.id, stepAt(session, 1))
    const pushesBefore = pushedTo(asha).length
    expect(await complete(session.id, stepAt(session, 1))).toMatchObject({ status: 200, body: first.body })
    expect(await completedBy()).toEqual([stepAt(session, 1)])
    expect(pushedTo(asha)).toHaveLength(pushesBefore)
  })

  test('[LRN-18] twenty times at once counts once, for that person only', async () => {
    const session = await buildStarted()
    const replies = await twenty(() => complete(session.id, stepAt(session, 0)))
    for (const reply of replies) expect(reply).toMatchObject({ status: 200, body: { completedSteps: 1, durationCompleted: 5 } })
    expect(pushedTo(asha)).toEqual([{ to: [asha], event: { type: 'learning.progress_changed', session: session.id } }])
  })

  test('[LRN-12] with the last step completes the session and notifies the person', async () => {
    const session = await buildStarted()
    for (const step of session.steps.slice(0, -1)) expect((await complete(session.id, step)).body.sessionStatus).toBe('ONGOING')
    const done = await complete(session.id, stepAt(session, 3))
    expect(done.body).toMatchObject({ sessionStatus: 'COMPLETED', durationCompleted: 50, completedSteps: 4 })
    expect(await progressOf()).toMatchObject([{ status: 'COMPLETED', completed_at: expect.any(Date) }])
    const { sessions } = (await server.ask(asha, listMySessions, { query: { ongoingSession: '' } })).body
    expect(sessions).toEqual([])
  })

  test('[LRN-12] pressing DONE twenty times at once completes the session once; later presses change nothing', async () => {
    const session = await buildStarted()
    await Promise.all(session.steps.slice(0, -1).map((step) => complete(session.id, step)))
    const pushesBefore = pushedTo(asha).length
    const replies = await twenty(() => complete(session.id, stepAt(session, 3)))
    for (const reply of replies) expect(reply).toMatchObject({ status: 200, body: { sessionStatus: 'COMPLETED' } })
    expect(pushedTo(asha)).toHaveLength(pushesBefore + 1)
    const [{ completed_at: completedAt } = { completed_at: null }] = await progressOf()
    server.clock.advance(60)
    await complete(session.id, stepAt(session, 3))
    server.clock.reset()
    expect(await progressOf()).toMatchObject([{ completed_at: completedAt }])
  })

  test('completes a session of one step', async () => {
    const session = await buildStarted({ minutes: [7] })
    expect((await complete(session.id, stepAt(session, 0))).body).toMatchObject({
      sessionStatus: 'COMPLETED',
      resumeStep: stepAt(session, 0),
    })
  })
})

describe('a step that cannot be completed yet', () => {
  test('[LRN-12] the last step while others are open: the refusal lists them, and nothing changes (C49)', async () => {
    const session = await buildStarted()
    await complete(session.id, stepAt(session, 1))
    const before = await progressOf()
    const pushesBefore = pushedTo(asha).length
    const open = [stepAt(session, 0), stepAt(session, 2)].map(String)
    expect(await complete(session.id, stepAt(session, 3))).toMatchObject({
      status: 409,
      body: { code: 'learning.steps_open', errors: { steps: open } },
    })
    expect(await progressOf()).toEqual(before)
    expect(await completedBy()).toEqual([stepAt(session, 1)])
    expect(pushedTo(asha)).toHaveLength(pushesBefore)
  })

  const due = { due: makeQuiz([makeChoice('pick', { mandatory: true })]) }

  test('[LRN-11] a step with a mandatory quiz, until its answers are stored (C49)', async () => {
    const session = await buildStarted({ content: { 1: [quizItem('due')] }, quizzes: due })
    const [step, quiz] = [stepAt(session, 1), session.quizzes.get('due') ?? 0]
    const before = await progressOf()
    expect(await complete(session.id, step)).toMatchObject({
      status: 409,
      body: { code: 'learning.quiz_open', message: 'Please take the quiz before moving forward' },
    })
    expect([await progressOf(), await completedBy(), pushedTo(asha)]).toEqual([before, [], []])
    replyOf(await sendAnswers(server, asha, { session: session.id, step, quiz }, { answers: { pick: 'bad' } }))
    expect(await complete(session.id, step)).toMatchObject({ status: 200, body: { completedStepIds: [step] } })
  })

  test('[LRN-11] is not opened by another person’s answers', async () => {
    const session = await buildStarted({ content: { 0: [quizItem('due')] }, quizzes: due })
    const other = await server.buildPerson()
    await beginSession(server, other, session)
    const place = { session: session.id, step: stepAt(session, 0), quiz: session.quizzes.get('due') ?? 0 }
    replyOf(await sendAnswers(server, other, place, { answers: { pick: 'good' } }))
    expect(await complete(session.id, place.step)).toMatchObject({ status: 409, body: { code: 'learning.quiz_open' } })
  })

  test('[LRN-11] is never blocked by a quiz without mandatory, enabled or known questions', async () => {
    const session = await buildStarted({
      content: { 0: [quizItem('free'), quizItem('shut'), quizItem('strange')] },
      quizzes: {
        free: makeQuiz([makeChoice('pick')]),
        shut: makeQuiz([makeChoice('pick', { mandatory: true, disabled: true })]),
        strange: makeQuiz([makeQuestion('hologram', 'Hologram', { mandatory: true })]),
      },
    })
    expect((await complete(session.id, stepAt(session, 0))).status).toBe(200)
  })
})

describe('a step that can never be completed', () => {
  test('one of a session that was not started', async () => {
    const session = await buildSession(server)
    expect(await complete(session.id, stepAt(session, 0))).toMatchObject({ status: 409, body: { code: 'learning.not_begun' } })
    expect([await progressOf(), await completedBy()]).toEqual([[], []])
  })

  test('one of another session, reported like an unknown one', async () => {
    const session = await buildStarted()
    const elsewhere = await buildStarted()
    const absent = await complete(session.id, 999_999_999)
    expect(absent).toMatchObject({ status: 404, body: { code: 'learning.step_not_found' } })
    const foreign = await complete(session.id, stepAt(elsewhere, 0))
    expect([foreign.status, foreign.body]).toEqual([absent.status, absent.body])
    expect(await completedBy()).toEqual([])
  })

  test.each([0, -1, 1.5, Number.MAX_SAFE_INTEGER + 1])('%s is neither a step nor a session', async (id) => {
    const session = await buildStarted()
    const badField = (field: string) => ({
      status: 400,
      body: { code: 'core.bad_input', errors: { [field]: [expect.any(String)] } },
    })
    expect(await complete(session.id, id)).toMatchObject(badField('step'))
    expect(await complete(id, stepAt(session, 0))).toMatchObject(badField('session'))
    expect(await start(id)).toMatchObject(badField('session'))
  })

  test('a number sent as text', async () => {
    const session = await buildStarted()
    const headers = { authorization: `Bearer ${await server.tokenFor(asha)}` }
    const payload = { session: session.id, step: String(stepAt(session, 0)) }
    const reply = await server.app.inject({ method: 'POST', url: completeStep.path, payload, headers })
    expect(reply.json()).toMatchObject({ code: 'core.bad_input', errors: { step: [expect.any(String)] } })
    expect(await completedBy()).toEqual([])
  })
})
