import { toggleBookmark } from '@saathi/contract/learning/calls'
import { getQuiz } from '@saathi/contract/learning/quiz-calls'
import * as calls from '@saathi/contract/mentorship/calls'
import { pino } from 'pino'
import { beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from '#core/ctx.ts'
import { sharedServer, toRequest, type TestServer } from '../../test/harness.ts'
import { beginSession, type BuiltSession } from '../../test/hub-sessions.ts'
import { buildMentorship, buildMentorshipSession, openCurriculum } from '../../test/mentorships.ts'
import { makeChoice, makeQuiz, quizItem } from '../../test/quiz-content.ts'
import { sessionClient } from '../../test/session-client.ts'
import { endMentorship, leaveMentorship } from './lifecycle.ts'

let server: TestServer
let actions: ReturnType<typeof sessionClient>
beforeAll(async () => {
  server = await sharedServer()
  actions = sessionClient(server)
})

const log = pino({ level: 'silent' })
const ABSENT = 2_000_000_000
const end = (id: number) => inTransaction(server.app.world, log, (ctx) => endMentorship(ctx, id))
const leave = (id: number, personId: number) => inTransaction(server.app.world, log, (ctx) => leaveMentorship(ctx, id, personId))

const buildQuizzed = () =>
  buildMentorshipSession(server, {
    content: { 0: [quizItem('ask', { allowRetake: true })] },
    quizzes: { ask: makeQuiz([makeChoice('pick')]) },
  })
const placeIn = ({ id, steps, quizzes }: BuiltSession) => ({
  session: id,
  step: steps[0] ?? 0,
  quiz: quizzes.get('ask') ?? 0,
})

/** A pair with two sessions: Asha has started the first and completed nothing in it. */
async function buildPair() {
  const sessions = [await buildQuizzed(), await buildQuizzed()] as const
  const { id, mentorId, menteeIds } = await buildMentorship(server, { sessions })
  const [asha = 0] = menteeIds
  await beginSession(server, asha, sessions[0], { mentorshipId: id })
  return { id, mentorId, asha, started: sessions[0], next: sessions[1] }
}

async function storedOf(personId: number) {
  const tables = ['session_progress', 'step_completion', 'quiz_attempt', 'session_feedback', 'bookmark'] as const
  return Promise.all(tables.map((table) => server.db.selectFrom(table).selectAll().where('person_id', '=', personId).execute()))
}

type Answer = { status: number; body: unknown }
type WriteCall = (who: number, started: BuiltSession, next: BuiltSession) => Promise<Answer>
const writing: [string, WriteCall][] = [
  ['starting a session', (who, _begun, next) => actions.start(who, next.id)],
  ['starting a started session again', (who, started) => actions.start(who, started.id)],
  ['completing a step', (who, started) => actions.complete(who, started.id, started.steps[0] ?? 0)],
  [
    'answering a quiz',
    async (who, started) => {
      const { status, reply, refusal } = await actions.answer(who, placeIn(started), { pick: 'good' })
      return { status, body: refusal ?? reply }
    },
  ],
  ['rating a session', (who, started) => actions.rate(who, started.id, 4)],
  ['bookmarking a session', (who, started) => server.ask(who, toggleBookmark, { body: { session: started.id } })],
]

describe.each(writing)('%s', (_what, write) => {
  test('[MEN-01] is accepted while the mentorship is ongoing and the area open', async () => {
    const { asha, started, next } = await buildPair()
    expect((await write(asha, started, next)).status).toBe(200)
  })

  test('[MEN-01] is refused after the mentorship has ended, and nothing is stored or pushed', async () => {
    const { id, asha, started, next } = await buildPair()
    await end(id)
    const [before, deliveredBefore] = [await storedOf(asha), server.delivered.length]
    expect(await write(asha, started, next)).toMatchObject({ status: 403, body: { code: 'learning.walk_closed' } })
    expect(await storedOf(asha)).toEqual(before)
    expect(server.delivered).toHaveLength(deliveredBefore)
  })

  test.each(['show', 'off'])('[MEN-01] is refused while the curriculum is at ‘%s’, and nothing is stored', async (flag) => {
    const { asha, started, next } = await buildPair()
    await openCurriculum(server, [asha], flag)
    const before = await storedOf(asha)
    expect(await write(asha, started, next)).toMatchObject({ status: 403, body: { code: 'learning.curriculum_locked' } })
    expect(await storedOf(asha)).toEqual(before)
    await openCurriculum(server, [asha])
    expect((await write(asha, started, next)).status).toBe(200)
  })

  test('[MEN-01] is refused to a removed member while the others continue', async () => {
    const sessions = [await buildQuizzed(), await buildQuizzed()] as const
    const { id, menteeIds } = await buildMentorship(server, { sessions, mentees: 2 })
    const [asha = 0, ravi = 0] = menteeIds
    for (const who of [asha, ravi]) await beginSession(server, who, sessions[0], { mentorshipId: id })
    await leave(id, asha)
    const before = await storedOf(asha)
    expect(await write(asha, ...sessions)).toMatchObject({ status: 403, body: { code: 'learning.walk_closed' } })
    expect(await storedOf(asha)).toEqual(before)
    expect((await write(ravi, ...sessions)).status).toBe(200)
  })
})

describe.each([
  ['the mentorship has ended', 'learning.walk_closed', ({ id }: { id: number; asha: number }) => end(id)],
  [
    'the curriculum was locked again',
    'learning.curriculum_locked',
    ({ asha }: { id: number; asha: number }) => openCurriculum(server, [asha], 'show'),
  ],
])('once %s', (_when, code, happen) => {
  const listed = async (who: number, call: typeof calls.listMentorshipSessions | typeof calls.listMyMentorshipSessions) =>
    (await server.ask(who, call, { query: {} })).body.sessions.map(({ id }) => id)

  test('[MEN-01] a started session stays readable: in the list, with its steps, and its quiz with the answers', async () => {
    const { id, asha, started } = await buildPair()
    await actions.taken(asha, placeIn(started), { pick: 'good' })
    await happen({ id, asha })
    expect((await actions.read(asha, started.id)).body).toMatchObject({ id: started.id, sessionStatus: 'ONGOING' })
    const mine = await server.ask(asha, calls.getMyMentorshipSession, { params: { id: started.id }, query: {} })
    expect(mine).toMatchObject({ status: 200, body: { sessionSteps: [{ id: started.steps[0] }, { id: started.steps[1] }] } })
    expect(await server.ask(asha, getQuiz, { params: placeIn(started), query: {} })).toMatchObject({
      status: 200,
      body: { attempts: 1, answers: [{ questionKey: 'pick', answer: 'good' }] },
    })
    expect(await listed(asha, calls.listMyMentorshipSessions)).toEqual([started.id])
    expect(await listed(asha, calls.listMentorshipSessions)).toEqual([started.id])
    const open = await server.ask(asha, calls.listMentorshipSessions, { query: { notStarted: '' } })
    expect(open.body.sessions).toEqual([])
  })

  test('[MEN-01] a session that was not started is closed', async () => {
    const { id, asha, next } = await buildPair()
    await happen({ id, asha })
    const refused = { status: 403, body: { code } }
    expect(await actions.read(asha, next.id)).toMatchObject(refused)
    expect(await server.ask(asha, calls.getMyMentorshipSession, { params: { id: next.id }, query: {} })).toMatchObject(refused)
    expect(await server.ask(asha, getQuiz, { params: placeIn(next), query: {} })).toMatchObject(refused)
  })
})

test('[MEN-01] while the area is locked, no mentorship is listed and nothing about its members is revealed', async () => {
  const { id, asha, mentorId } = await buildPair()
  await openCurriculum(server, [asha], 'show')
  expect((await server.ask(asha, calls.listMentorships, {})).body.mentorships).toEqual([])
  const locked = { status: 403, body: { code: 'learning.curriculum_locked' } }
  expect(await actions.see(asha, id)).toMatchObject(locked)
  expect(await actions.progress(asha, id)).toMatchObject(locked)
  expect(await server.ask(asha, calls.getPartnerProfile, { params: { id, userId: mentorId } })).toMatchObject(locked)
  const { sessions } = (await server.ask(asha, calls.listMyMentorshipSessions, { query: {} })).body
  expect(sessions.map(({ partnerStatus, partnerCompletedSteps }) => [partnerStatus, partnerCompletedSteps])).toEqual([
    ['NOT_STARTED', []],
  ])
})

test('mentorship sessions are not readable in the learning hub, nor hub sessions here', async () => {
  const { asha, started, next } = await buildPair()
  const authorization = `Bearer ${await server.tokenFor(asha)}`
  for (const place of ['sessions', 'mysessions'])
    expect(
      (await server.app.inject({ url: `/api/v2/learninghub/${place}/${started.id}/`, headers: { authorization } })).statusCode,
    ).toBe(404)
  // The hub does not reveal that the session exists but is closed, either.
  await openCurriculum(server, [asha], 'show')
  for (const { id } of [started, next])
    expect((await server.app.inject({ url: `/api/v2/learninghub/sessions/${id}/`, headers: { authorization } })).statusCode).toBe(
      404,
    )
  await openCurriculum(server, [asha])
  const hub = await buildMentorshipSession(server, { isLearningHub: true })
  await beginSession(server, asha, hub)
  expect(await actions.read(asha, hub.id)).toMatchObject({ status: 404, body: { code: 'learning.session_not_found' } })
})

describe('an outsider', () => {
  type Found = { mentorship: number; member: number; session: number; step: number; quiz: number }
  const bytes = async (who: number | null, request: ReturnType<typeof toRequest>) => {
    const authorization = who === null ? {} : { authorization: `Bearer ${await server.tokenFor(who)}` }
    const { statusCode, body } = await server.app.inject({ ...request, headers: { ...request.headers, ...authorization } })
    return { statusCode, body }
  }
  const reads: [string, (at: Found) => ReturnType<typeof toRequest>][] = [
    ['the mentorship', ({ mentorship: id }) => toRequest(calls.getMentorship, { params: { id } }, {})],
    ['its progress', ({ mentorship: id }) => toRequest(calls.getMentorshipProgress, { params: { id }, query: {} }, {})],
    ['a member', ({ mentorship: id, member: userId }) => toRequest(calls.getPartnerProfile, { params: { id, userId } }, {})],
    ['a session', ({ session: id }) => toRequest(calls.getMentorshipSession, { params: { id }, query: {} }, {})],
    ['a session as my session', ({ session: id }) => toRequest(calls.getMyMentorshipSession, { params: { id }, query: {} }, {})],
    ['a quiz', ({ session, step, quiz }) => toRequest(getQuiz, { params: { session, step, quiz }, query: {} }, {})],
    [
      'the list of its sessions',
      ({ mentorship }) => ({ method: 'GET', url: calls.listMentorshipSessions.path, query: { mentorship: String(mentorship) } }),
    ],
    [
      'the list of my sessions in it',
      ({ mentorship }) => ({
        method: 'GET',
        url: calls.listMyMentorshipSessions.path,
        query: { mentorship: String(mentorship) },
      }),
    ],
  ]
  const found = async () => {
    const { id, mentorId, started } = await buildPair()
    return { mentorship: id, member: mentorId, ...placeIn(started) }
  }
  const nowhere: Found = { mentorship: ABSENT, member: ABSENT, session: ABSENT, step: ABSENT, quiz: ABSENT }

  test.each(reads)('who requests %s of another pair gets the same bytes as for an unknown id', async (_what, request) => {
    const outsider = (await buildPair()).asha
    const refused = await bytes(outsider, request(await found()))
    expect(refused.statusCode).toBe(404)
    expect(refused).toEqual(await bytes(outsider, request(nowhere)))
  })

  test.each(reads)('who is signed out cannot read %s', async (_what, request) => {
    expect((await bytes(null, request(await found()))).statusCode).toBe(401)
  })

  test('who writes to another pair’s session gets the same reply as for an unknown one, and nothing is stored', async () => {
    const { asha: outsider } = await buildPair()
    const before = await storedOf(outsider)
    const { session, step, quiz } = await found()
    const all = (id: number) =>
      Promise.all([
        actions.start(outsider, id),
        actions.complete(outsider, id, step),
        actions.rate(outsider, id, 5),
        actions
          .answer(outsider, { session: id, step, quiz }, { pick: 'good' })
          .then(({ status, refusal }) => ({ status, body: refusal })),
      ])
    const replies = (answers: readonly Answer[]) => answers.map(({ status, body }) => ({ status, body }))
    const notThere = { status: 404, body: { code: 'learning.session_not_found', message: 'There is no such session.' } }
    expect(replies(await all(session))).toEqual([notThere, notThere, notThere, notThere])
    expect(replies(await all(ABSENT))).toEqual([notThere, notThere, notThere, notThere])
    expect(await storedOf(outsider)).toEqual(before)
  })
})
