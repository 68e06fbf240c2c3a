import { getSession } from '@saathi/contract/learning/session-calls'
import { getQuiz } from '@saathi/contract/learning/quiz-calls'
import { pino } from 'pino'
import { beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from '#core/ctx.ts'
import { leaveMentorship } from '#mentorship/public.ts'
import { sharedServer, type TestServer } from '../../../test/harness.ts'
import { beginSession, buildSession, type BuiltSession } from '../../../test/hub-sessions.ts'
import { buildMentorship, buildProject, buildMentorshipSession } from '../../../test/mentorships.ts'
import { makeChoice, makeQuiz, quizItem } from '../../../test/quiz-content.ts'
import { sessionClient } from '../../../test/session-client.ts'

let server: TestServer
let actions: ReturnType<typeof sessionClient>
beforeAll(async () => {
  server = await sharedServer()
  actions = sessionClient(server)
})

const log = pino({ level: 'silent' })
const leave = (id: number, personId: number) => inTransaction(server.app.world, log, (ctx) => leaveMentorship(ctx, id, personId))
const stepAt = ({ steps }: BuiltSession, at: number) => steps[at] ?? 0
const due = { due: makeQuiz([makeChoice('pick', { mandatory: true })]) }
const placeIn = (session: BuiltSession, at = 0) => ({
  session: session.id,
  step: stepAt(session, at),
  quiz: session.quizzes.get('due') ?? 0,
})

/** A pair with one session of three steps, started by the mentee. */
async function buildStarted(changes: Parameters<typeof buildMentorshipSession>[1] = {}) {
  const session = await buildMentorshipSession(server, { minutes: [5, 10, 15], ...changes })
  const { id, mentorId, menteeIds } = await buildMentorship(server, { sessions: [session] })
  const [asha = 0] = menteeIds
  await beginSession(server, asha, session, { mentorshipId: id })
  return { id, mentorId, asha, session }
}
const statusOf = async (who: number, session: number) => (await actions.read(who, session)).body.sessionStatus
const doneIn = async (who: number) =>
  (await server.db.selectFrom('step_completion').select('step_id').where('person_id', '=', who).execute()).map(
    ({ step_id }) => step_id,
  )

describe('completing a step of a mentorship’s session', () => {
  test('[MEN-07] counts for that member only, in any order, and returns the resume step', async () => {
    const { asha, mentorId, session } = await buildStarted()
    expect(await actions.complete(asha, session.id, stepAt(session, 1))).toMatchObject({
      status: 200,
      body: {
        sessionStatus: 'ONGOING',
        completedStepIds: [stepAt(session, 1)],
        resumeStep: stepAt(session, 2),
        durationCompleted: 10,
      },
    })
    expect((await actions.complete(asha, session.id, stepAt(session, 0))).body).toMatchObject({ resumeStep: stepAt(session, 2) })
    expect(await doneIn(mentorId)).toEqual([])
    expect((await actions.read(mentorId, session.id)).body).toMatchObject({ sessionStatus: 'NOT_STARTED', completedSteps: 0 })
  })

  test('[MEN-07] again changes nothing and pushes nothing', async () => {
    const { asha, session } = await buildStarted()
    const first = await actions.complete(asha, session.id, stepAt(session, 0))
    const pushesBefore = server.delivered.length
    expect(await actions.complete(asha, session.id, stepAt(session, 0))).toMatchObject({ status: 200, body: first.body })
    expect(server.delivered).toHaveLength(pushesBefore)
  })

  test('[MEN-07] requires a started session, a step of it, and an answered mandatory quiz', async () => {
    const { asha, mentorId, session } = await buildStarted({ content: { 0: [quizItem('due')] }, quizzes: due })
    const elsewhere = await buildStarted()
    const [own, foreign] = [stepAt(session, 0), stepAt(elsewhere.session, 0)]
    expect(await actions.complete(mentorId, session.id, own)).toMatchObject({ status: 409, body: { code: 'learning.not_begun' } })
    expect(await actions.complete(asha, session.id, foreign)).toMatchObject({
      status: 404,
      body: { code: 'learning.step_not_found' },
    })
    expect(await actions.complete(asha, session.id, 2_000_000_000)).toMatchObject({
      status: 404,
      body: { code: 'learning.step_not_found' },
    })
    expect(await actions.complete(asha, session.id, own)).toMatchObject({ status: 409, body: { code: 'learning.quiz_open' } })
    expect(await doneIn(asha)).toEqual([])
  })

  test('[MEN-07] is not unlocked by the partner’s answers', async () => {
    const { asha, mentorId, session } = await buildStarted({ content: { 0: [quizItem('due')] }, quizzes: due })
    await actions.start(mentorId, session.id)
    await actions.taken(mentorId, placeIn(session), { pick: 'good' })
    expect(await actions.complete(asha, session.id, stepAt(session, 0))).toMatchObject({
      status: 409,
      body: { code: 'learning.quiz_open' },
    })
  })

  test('[MEN-08] is refused for the last step while earlier ones are open, and names them', async () => {
    const { asha, session } = await buildStarted()
    await actions.complete(asha, session.id, stepAt(session, 1))
    expect(await actions.complete(asha, session.id, stepAt(session, 2))).toMatchObject({
      status: 409,
      body: { code: 'learning.steps_open', errors: { steps: [String(stepAt(session, 0))] } },
    })
    expect(await doneIn(asha)).toEqual([stepAt(session, 1)])
    expect(await statusOf(asha, session.id)).toBe('ONGOING')
  })

  test('[MEN-08] is refused for the last step until its quiz is answered', async () => {
    const { asha, session } = await buildStarted({ content: { 2: [quizItem('due')] }, quizzes: due })
    for (const at of [0, 1]) await actions.complete(asha, session.id, stepAt(session, at))
    expect(await actions.complete(asha, session.id, stepAt(session, 2))).toMatchObject({
      status: 409,
      body: { code: 'learning.quiz_open' },
    })
    await actions.taken(asha, placeIn(session, 2), { pick: 'bad' })
    expect(await statusOf(asha, session.id)).toBe('ONGOING')
    expect((await actions.complete(asha, session.id, stepAt(session, 2))).body.sessionStatus).toBe('PARTIAL_COMPLETE')
  })
})

describe('finishing together', () => {
  test('[MEN-09] the first member has PARTIAL_COMPLETE until the partner is done; then both have COMPLETED', async () => {
    const { asha, mentorId, session } = await buildStarted()
    await actions.finish(asha, session)
    expect(await statusOf(asha, session.id)).toBe('PARTIAL_COMPLETE')
    expect((await actions.read(mentorId, session.id)).body).toMatchObject({
      sessionStatus: 'NOT_STARTED',
      partnerStatus: 'COMPLETED',
    })
    await actions.finish(mentorId, session)
    expect([await statusOf(asha, session.id), await statusOf(mentorId, session.id)]).toEqual(['COMPLETED', 'COMPLETED'])
  })

  test('[MEN-09] a group of three waits for its last member, per session', async () => {
    const sessions = [await buildMentorshipSession(server), await buildMentorshipSession(server)] as const
    const { mentorId, menteeIds } = await buildMentorship(server, { sessions, mentees: 2 })
    const everybody = [...menteeIds, mentorId]
    const statuses = (at: 0 | 1) => Promise.all(everybody.map((who) => statusOf(who, sessions[at].id)))
    await actions.finish(everybody[0] ?? 0, sessions[0])
    await actions.finish(everybody[0] ?? 0, sessions[1])
    await actions.finish(everybody[1] ?? 0, sessions[0])
    expect(await statuses(0)).toEqual(['PARTIAL_COMPLETE', 'PARTIAL_COMPLETE', 'NOT_STARTED'])
    await actions.finish(mentorId, sessions[0])
    expect(await statuses(0)).toEqual(['COMPLETED', 'COMPLETED', 'COMPLETED'])
    expect(await statuses(1)).toEqual(['PARTIAL_COMPLETE', 'NOT_STARTED', 'NOT_STARTED'])
  })

  test('[MEN-09] a removed member no longer holds up the others', async () => {
    const session = await buildMentorshipSession(server)
    const { id, mentorId, menteeIds } = await buildMentorship(server, { sessions: [session], mentees: 2 })
    const [asha = 0, ravi = 0] = menteeIds
    await actions.start(ravi, session.id)
    for (const who of [asha, mentorId]) await actions.finish(who, session)
    expect(await statusOf(asha, session.id)).toBe('PARTIAL_COMPLETE')
    await leave(id, ravi)
    expect([await statusOf(asha, session.id), await statusOf(mentorId, session.id)]).toEqual(['COMPLETED', 'COMPLETED'])
    expect(await statusOf(ravi, session.id)).toBe('ONGOING')
  })

  test('[MEN-09] a removed member who was done stops waiting, and is not notified when the others finish', async () => {
    const session = await buildMentorshipSession(server)
    const { id, mentorId, menteeIds } = await buildMentorship(server, { sessions: [session], mentees: 2 })
    const [asha = 0, ravi = 0] = menteeIds
    await actions.finish(asha, session)
    await actions.finish(ravi, session)
    await leave(id, asha)
    expect([await statusOf(asha, session.id), await statusOf(ravi, session.id)]).toEqual(['COMPLETED', 'PARTIAL_COMPLETE'])
    const before = await actions.read(asha, session.id)
    await actions.finish(mentorId, session)
    expect((await actions.read(asha, session.id)).body).toEqual(before.body)
    expect(await statusOf(ravi, session.id)).toBe('COMPLETED')
  })
})

describe('a submitted quiz', () => {
  const quizzed = { content: { 0: [quizItem('due')] }, quizzes: due, minutes: [5, 10] }

  test('[MEN-13] does not complete its step in a mentorship, only moving on does', async () => {
    const { asha, session } = await buildStarted(quizzed)
    const { standing } = await actions.taken(asha, placeIn(session), { pick: 'good' })
    expect(standing).toMatchObject({ completedStepIds: [], sessionStatus: 'ONGOING' })
    expect(await doneIn(asha)).toEqual([])
    expect((await actions.complete(asha, session.id, stepAt(session, 0))).body.completedStepIds).toEqual([stepAt(session, 0)])
  })

  test('[MEN-13] completes its step in the learning hub, also for members of a mentorship', async () => {
    const { asha } = await buildStarted()
    const hub = await buildSession(server, quizzed)
    await actions.start(asha, hub.id)
    const { standing } = await actions.taken(asha, placeIn(hub), { pick: 'good' })
    expect(standing.completedStepIds).toEqual([stepAt(hub, 0)])
  })
})

describe('a person in several mentorships', () => {
  test('[MEN-13] has separate steps, answers and ratings in each', async () => {
    const { id: first, mentorId, session } = await buildStarted({ content: { 0: [quizItem('due')] }, quizzes: due })
    const { id: second } = await buildMentorship(server, { sessions: [session], mentorId })
    await actions.start(mentorId, session.id, first)
    await actions.taken(mentorId, placeIn(session), { pick: 'bad' }, first)
    await actions.complete(mentorId, session.id, stepAt(session, 0), first)
    await actions.rate(mentorId, session.id, 2, first)

    expect((await actions.read(mentorId, session.id, second)).body).toMatchObject({
      mentorship: second,
      sessionStatus: 'NOT_STARTED',
      completedSteps: 0,
      feedback: null,
      sessionSteps: [{ status: 'NOT_STARTED', content: [{ isAnswered: false }] }, {}, {}],
    })
    await actions.start(mentorId, session.id, second)
    expect(await actions.complete(mentorId, session.id, stepAt(session, 0), second)).toMatchObject({ status: 409 })
    const { state } = await actions.taken(mentorId, placeIn(session), { pick: 'good' }, second)
    expect(state.attempts).toBe(1)
    await actions.rate(mentorId, session.id, 5, second)

    const answersIn = async (mentorship: number) =>
      (await server.ask(mentorId, getQuiz, { params: placeIn(session), query: { mentorship } })).body.answers
    expect(await answersIn(first)).toEqual([{ questionKey: 'pick', answer: 'bad' }])
    expect(await answersIn(second)).toEqual([{ questionKey: 'pick', answer: 'good' }])
    expect((await actions.read(mentorId, session.id, first)).body).toMatchObject({ completedSteps: 1, feedback: { rating: 2 } })
    expect((await actions.read(mentorId, session.id, second)).body).toMatchObject({ completedSteps: 0, feedback: { rating: 5 } })
  })

  test('keeps reading a session that is later limited to another project', async () => {
    const { asha, session } = await buildStarted()
    const elsewhere = await buildProject(server, [], '1to1')
    await server.db.insertInto('session_project').values({ session_id: session.id, project_id: elsewhere }).execute()
    expect((await actions.read(asha, session.id)).body).toMatchObject({ id: session.id, sessionStatus: 'ONGOING' })
    expect((await actions.complete(asha, session.id, stepAt(session, 1))).status).toBe(200)
  })

  test('[MEN-13] starts over when a session moves into the learning hub', async () => {
    const { asha, session } = await buildStarted()
    await actions.complete(asha, session.id, stepAt(session, 0))
    await server.db.updateTable('session').set({ is_learning_hub: true }).where('id', '=', session.id).execute()
    const { body } = await server.ask(asha, getSession, { params: { id: session.id }, query: {} })
    expect(body).toMatchObject({ sessionStatus: 'NOT_STARTED', completedSteps: 0 })
    expect((await actions.start(asha, session.id)).body).toMatchObject({ sessionStatus: 'ONGOING', completedSteps: 0 })
    await actions.rate(asha, session.id, 3)
    const ratings = await server.db.selectFrom('session_feedback').select('mentorship_id').where('person_id', '=', asha).execute()
    expect(ratings).toEqual([{ mentorship_id: null }])
  })
})
