import * as calls from '@saathi/contract/mentorship/calls'
import { pino } from 'pino'
import { beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from '#core/ctx.ts'
import { sharedServer, type TestServer } from '../../test/harness.ts'
import { beginSession, type BuiltSession } from '../../test/hub-sessions.ts'
import { buildMentorship, type BuiltMentorship, buildMentorshipSession, openCurriculum } from '../../test/mentorships.ts'
import { makeChoice, makeQuiz, quizItem } from '../../test/quiz-content.ts'
import { recordStatements } from '../../test/statements.ts'
import { sessionClient } from '../../test/session-client.ts'
import { endMentorship } from './lifecycle.ts'

let server: TestServer
let actions: ReturnType<typeof sessionClient>
beforeAll(async () => {
  server = await sharedServer()
  actions = sessionClient(server)
})

const log = pino({ level: 'silent' })
const end = (id: number) => inTransaction(server.app.world, log, (ctx) => endMentorship(ctx, id))
const hoursAgo = (hours: number) => new Date(server.clock.now().getTime() - hours * 3_600_000)

describe('a mentor with two pairs in the same session', () => {
  async function buildTwo() {
    const session = await buildMentorshipSession(server)
    const older = await buildMentorship(server, { sessions: [session], startedAt: hoursAgo(5) })
    const { mentorId } = older
    const newer = await buildMentorship(server, { sessions: [session], mentorId, startedAt: hoursAgo(2) })
    return { session, older, newer, mentorId }
  }
  const cards = async (who: number, mentorship?: number) => {
    const query = mentorship === undefined ? {} : { mentorship: String(mentorship) }
    return (await server.ask(who, calls.listMentorshipSessions, { query })).body.sessions
  }

  test('gets both in the list, newest first, each with its own mentee', async () => {
    const { older, newer, mentorId } = await buildTwo()
    const { mentorships } = (await server.ask(mentorId, calls.listMentorships, {})).body
    expect(mentorships.map(({ id }) => id)).toEqual([newer.id, older.id])
    expect(mentorships.map(({ partners }) => partners.map(({ userId }) => userId))).toEqual([newer.menteeIds, older.menteeIds])
  })

  test('selects one by id; the default is the newest', async () => {
    const { session, older, newer, mentorId } = await buildTwo()
    await actions.start(mentorId, session.id, older.id)
    expect((await actions.read(mentorId, session.id)).body).toMatchObject({ mentorship: newer.id, sessionStatus: 'NOT_STARTED' })
    expect((await actions.read(mentorId, session.id, older.id)).body).toMatchObject({
      mentorship: older.id,
      sessionStatus: 'ONGOING',
    })
    expect(await cards(mentorId)).toMatchObject([{ mentorship: newer.id, sessionStatus: 'NOT_STARTED' }])
    expect(await cards(mentorId, older.id)).toMatchObject([{ mentorship: older.id, sessionStatus: 'ONGOING' }])
    await actions.start(mentorId, session.id)
    const startedRows = await server.db
      .selectFrom('session_progress')
      .select('mentorship_id')
      .where('person_id', '=', mentorId)
      .execute()
    expect(new Set(startedRows.map(({ mentorship_id }) => mentorship_id))).toEqual(new Set([older.id, newer.id]))
  })

  test('gets the ongoing one by default once the newest has ended, and can still select the other', async () => {
    const { session, older, newer, mentorId } = await buildTwo()
    await actions.start(mentorId, session.id, newer.id)
    await end(newer.id)
    expect((await actions.read(mentorId, session.id)).body).toMatchObject({ mentorship: older.id, isOpen: true })
    expect(await cards(mentorId)).toMatchObject([{ mentorship: older.id }])
    expect((await actions.read(mentorId, session.id, newer.id)).body).toMatchObject({ mentorship: newer.id, isOpen: false })
    expect(await actions.start(mentorId, session.id, newer.id)).toMatchObject({
      status: 403,
      body: { code: 'learning.walk_closed' },
    })
    const { mentorships } = (await server.ask(mentorId, calls.listMentorships, {})).body
    expect(mentorships).toMatchObject([
      { id: older.id, isActive: true },
      { id: newer.id, isActive: false },
    ])
  })

  test('[MEN-01] gets one paged list of started sessions of all mentorships while the area is locked', async () => {
    const { session, older, newer, mentorId } = await buildTwo()
    for (const { id } of [older, newer]) await actions.start(mentorId, session.id, id)
    await end(older.id)
    await openCurriculum(server, [mentorId], 'show')
    const mine = async (query: Record<string, string>) =>
      (await server.ask(mentorId, calls.listMyMentorshipSessions, { query })).body
    expect(await mine({})).toMatchObject({
      sessions: [
        { id: session.id, mentorship: newer.id },
        { id: session.id, mentorship: older.id },
      ],
      hasNextPage: false,
    })
    expect(await mine({ size: '1' })).toMatchObject({ sessions: [{ mentorship: newer.id }], hasNextPage: true })
    expect(await mine({ size: '1', page: '2' })).toMatchObject({ sessions: [{ mentorship: older.id }], hasNextPage: false })
    expect((await mine({ mentorship: String(older.id) })).sessions).toMatchObject([{ mentorship: older.id }])
  })

  test('gets not found for somebody else’s mentorship', async () => {
    const { session, mentorId } = await buildTwo()
    const foreign = await buildMentorship(server, { sessions: [session] })
    const noSession = { status: 404, body: { code: 'learning.session_not_found' } }
    expect(await actions.read(mentorId, session.id, foreign.id)).toMatchObject(noSession)
    expect(await actions.start(mentorId, session.id, foreign.id)).toMatchObject(noSession)
    expect(await actions.complete(mentorId, session.id, session.steps[0] ?? 0, foreign.id)).toMatchObject(noSession)
    expect(await actions.rate(mentorId, session.id, 5, foreign.id)).toMatchObject(noSession)
    const listed = await server.ask(mentorId, calls.listMentorshipSessions, { query: { mentorship: String(foreign.id) } })
    expect(listed).toMatchObject({ status: 404, body: { code: 'mentorship.not_found' } })
    expect(await server.db.selectFrom('session_progress').selectAll().where('person_id', '=', mentorId).execute()).toEqual([])
  })
})

test('people without a mentorship get empty lists', async () => {
  const asha = await server.buildPerson()
  expect((await server.ask(asha, calls.listMentorships, {})).body.mentorships).toEqual([])
  for (const call of [calls.listMentorshipSessions, calls.listMyMentorshipSessions])
    expect((await server.ask(asha, call, { query: {} })).body).toEqual({ sessions: [], hasNextPage: false })
})

test('sessions are listed in schedule order with due dates, page by page', async () => {
  const sessions = [
    await buildMentorshipSession(server),
    await buildMentorshipSession(server),
    await buildMentorshipSession(server),
  ] as const
  const startedAt = new Date('2026-11-01T10:00:00Z')
  const { menteeIds } = await buildMentorship(server, { sessions: [sessions[2], sessions[0], sessions[1]], startedAt, days: 10 })
  const [asha = 0] = menteeIds
  const page = async (number: string) =>
    (await server.ask(asha, calls.listMentorshipSessions, { query: { page: number, size: '2' } })).body
  expect(await page('1')).toMatchObject({
    hasNextPage: true,
    sessions: [
      { id: sessions[2].id, endDate: '2026-11-11T18:29:59.999Z', isLearningHub: false },
      { id: sessions[0].id, endDate: '2026-11-21T18:29:59.999Z' },
    ],
  })
  expect(await page('2')).toMatchObject({
    hasNextPage: false,
    sessions: [{ id: sessions[1].id, endDate: '2026-12-01T18:29:59.999Z' }],
  })
  await actions.start(asha, sessions[0].id)
  const open = (await server.ask(asha, calls.listMentorshipSessions, { query: { notStarted: '' } })).body.sessions
  expect(open.map(({ id }) => id)).toEqual([sessions[2].id, sessions[1].id])
  const mine = (await server.ask(asha, calls.listMyMentorshipSessions, { query: { ongoingSession: '' } })).body.sessions
  expect(mine.map(({ id }) => id)).toEqual([sessions[0].id])
})

test('[MEN-02] a card shows the resume step, also after a skipped step', async () => {
  const session = await buildMentorshipSession(server, { minutes: [5, 5, 5] })
  const { menteeIds, mentorId } = await buildMentorship(server, { sessions: [session] })
  const [asha = 0] = menteeIds
  const [first = 0, second = 0, third = 0] = session.steps
  const standsAt = async (who: number) => {
    const [card] = (await server.ask(who, calls.listMentorshipSessions, { query: {} })).body.sessions
    return [card?.resumeStep, card?.resumeNumber]
  }
  expect(await standsAt(asha)).toEqual([null, null])
  await actions.start(asha, session.id)
  expect(await standsAt(asha)).toEqual([first, 1])
  await actions.complete(asha, session.id, second)
  expect(await standsAt(asha)).toEqual([third, 3])
  // The resume step is personal.
  expect(await standsAt(mentorId)).toEqual([null, null])
  for (const step of [first, third]) await actions.complete(asha, session.id, step)
  expect(await standsAt(asha)).toEqual([null, null])
})

describe('the number of queries', () => {
  const content = { 0: [quizItem('ask')] }
  const quizzes = { ask: makeQuiz([makeChoice('pick')]) }
  async function build(mentees: number, count: number): Promise<BuiltMentorship> {
    const sessions: BuiltSession[] = []
    while (sessions.length < count) sessions.push(await buildMentorshipSession(server, { content, quizzes }))
    const built = await buildMentorship(server, { mentees, sessions })
    for (const session of sessions)
      for (const who of [built.mentorId, ...built.menteeIds])
        await beginSession(server, who, session, { mentorshipId: built.id, done: 1 })
    return built
  }

  const requests: [string, (who: number, id: number) => Promise<{ status: number }>][] = [
    ['the list of mentorships', (who) => server.ask(who, calls.listMentorships, {})],
    ['one mentorship', (who, id) => actions.see(who, id)],
    ['the progress', (who, id) => actions.progress(who, id)],
    ['all cards', (who) => server.ask(who, calls.listMentorshipSessions, { query: {} })],
    ['my cards', (who) => server.ask(who, calls.listMyMentorshipSessions, { query: {} })],
  ]
  let small: BuiltMentorship
  let large: BuiltMentorship
  beforeAll(async () => {
    small = await build(1, 2)
    large = await build(10, 8)
  })

  test.each(requests)('for %s does not grow from one mentee and two sessions to ten and eight', async (_what, ask) => {
    for (const { mentorId } of [small, large]) await server.tokenFor(mentorId)
    const { statementsOf } = recordStatements(server)
    const count = async ({ mentorId, id }: BuiltMentorship) => {
      const statements = await statementsOf(async () => expect((await ask(mentorId, id)).status).toBe(200))
      // The actor is reloaded about once a second, independently of the request.
      return statements.filter((text) => !text.includes('"sign_in"'))
    }
    const few = await count(small)
    expect(few.length).toBeGreaterThan(1)
    expect(await count(large)).toHaveLength(few.length)
  })
})
