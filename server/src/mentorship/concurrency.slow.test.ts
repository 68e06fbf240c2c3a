import { pino } from 'pino'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Db, inTransaction, type PublicCtx } from '#core/ctx.ts'
import { sharedServer, type TestServer } from '../../test/harness.ts'
import { beginSession, type BuiltSession } from '../../test/hub-sessions.ts'
import { buildMentorship, buildMentorshipSession } from '../../test/mentorships.ts'
import { makeChoice, makeQuiz, quizItem } from '../../test/quiz-content.ts'
import { waitForLocks } from '../../test/lock-waits.ts'
import { sessionClient } from '../../test/session-client.ts'
import { endMentorship, leaveMentorship } from './lifecycle.ts'

let server: TestServer
let actions: ReturnType<typeof sessionClient>
beforeAll(async () => {
  server = await sharedServer()
  actions = sessionClient(server)
})

const log = pino({ level: 'silent' })
const inOne = <T>(work: (ctx: PublicCtx) => Promise<T>) => inTransaction(server.app.world, log, work)
const rounds = Array.from({ length: 6 }, (_, round) => round)

const buildQuizzed = () =>
  buildMentorshipSession(server, {
    content: { 0: [quizItem('ask')] },
    quizzes: { ask: makeQuiz([makeChoice('pick')]) },
  })
const placeIn = ({ id, steps, quizzes }: BuiltSession) => ({
  session: id,
  step: steps[0] ?? 0,
  quiz: quizzes.get('ask') ?? 0,
})

async function buildPair() {
  const started = await buildQuizzed()
  const next = await buildQuizzed()
  const { id, mentorId, menteeIds } = await buildMentorship(server, { sessions: [started, next] })
  const [asha = 0] = menteeIds
  await beginSession(server, asha, started, { mentorshipId: id })
  return { id, mentorId, asha, started, next }
}
type Pair = Awaited<ReturnType<typeof buildPair>>

const rowsOf = async (table: 'session_progress' | 'step_completion' | 'quiz_attempt' | 'session_feedback', personId: number) =>
  (await server.db.selectFrom(table).selectAll().where('person_id', '=', personId).execute()).length

/** Keeps the transaction with `work` open until released. */
function holdOpen(work: (ctx: PublicCtx) => Promise<unknown>) {
  const done = Promise.withResolvers<undefined>()
  const release = Promise.withResolvers<undefined>()
  const whole = inOne(async (ctx) => {
    await work(ctx)
    done.resolve(undefined)
    await release.promise
  })
  return {
    isDone: done.promise,
    async letGo() {
      release.resolve(undefined)
      await whole
    },
  }
}

type WriteCase = { write: (pair: Pair) => Promise<{ status: number }>; countStored: (pair: Pair) => Promise<number> }
const writing: [string, WriteCase][] = [
  [
    'a session is started',
    {
      write: ({ asha, next }) => actions.start(asha, next.id),
      countStored: async ({ asha }) => (await rowsOf('session_progress', asha)) - 1,
    },
  ],
  [
    'a step is completed',
    {
      write: ({ asha, started }) => actions.complete(asha, started.id, started.steps[0] ?? 0),
      countStored: ({ asha }) => rowsOf('step_completion', asha),
    },
  ],
  [
    'a quiz is answered',
    {
      write: ({ asha, started }) => actions.answer(asha, placeIn(started), { pick: 'good' }),
      countStored: ({ asha }) => rowsOf('quiz_attempt', asha),
    },
  ],
  [
    'a session is rated',
    {
      write: ({ asha, started }) => actions.rate(asha, started.id, 5),
      countStored: ({ asha }) => rowsOf('session_feedback', asha),
    },
  ],
]

describe.each(writing)('the mentorship ends while %s', (_what, { write, countStored }) => {
  test('[MEN-01] a write that arrives during the end waits, is refused, and stores nothing', async () => {
    const pair = await buildPair()
    const ending = holdOpen((ctx) => endMentorship(ctx, pair.id))
    await ending.isDone
    const answered = write(pair)
    await waitForLocks(server.db)
    await ending.letGo()
    expect((await answered).status).toBe(403)
    expect(await countStored(pair)).toBe(0)
  })

  test('[MEN-01] in either order, a refused write is not stored and a stored write is not refused', async () => {
    const statuses: number[] = []
    for (const round of rounds) {
      const pair = await buildPair()
      // Tokens are created beforehand, so that both requests start at the same time.
      await server.tokenFor(pair.asha)
      const end = () => inOne((ctx) => endMentorship(ctx, pair.id))
      const [written] = round % 2 ? await Promise.all([write(pair), end()]) : (await Promise.all([end(), write(pair)])).slice(1)
      const status = written?.status ?? 0
      statuses.push(status)
      expect(await countStored(pair)).toBe(status === 200 ? 1 : 0)
      expect((await write(pair)).status).toBe(403)
      expect(await countStored(pair)).toBe(status === 200 ? 1 : 0)
    }
    expect(statuses.filter((status) => status !== 200 && status !== 403)).toEqual([])
  })
})

test('ending it during a write waits for the write, without a deadlock', async () => {
  const { id, asha, started } = await buildPair()
  const isClosed = async () =>
    (await server.db.selectFrom('walk').select('closed_at').where('person_id', '=', asha).execute()).every(
      ({ closed_at }) => closed_at !== null,
    )
  const lockWalk = (db: Db) =>
    db
      .selectFrom('walk')
      .select('position')
      .where('person_id', '=', asha)
      .where('session_id', '=', started.id)
      .forShare()
      .execute()
  const step = started.steps[0] ?? 0
  const keep = (db: Db) =>
    db
      .insertInto('step_completion')
      .values({ person_id: asha, mentorship_id: id, step_id: step, completed_at: server.clock.now() })
      .execute()
  const tries = { writing: 0, ending: 0 }
  const end = async (ctx: PublicCtx) => {
    tries.ending += 1
    await endMentorship(ctx, id)
  }
  const ending = Promise.withResolvers<void>()
  await inOne(async ({ db }) => {
    tries.writing += 1
    await lockWalk(db)
    void inOne(end).then(ending.resolve, ending.reject)
    await waitForLocks(server.db)
    expect(await isClosed()).toBe(false)
    await keep(db)
  })
  await ending.promise
  expect(await isClosed()).toBe(true)
  expect(await rowsOf('step_completion', asha)).toBe(1)
  expect(tries).toEqual({ writing: 1, ending: 1 })
})

describe('members who finish concurrently', () => {
  const statusesIn = async (mentorshipId: number) =>
    (await server.db.selectFrom('session_progress').select('status').where('mentorship_id', '=', mentorshipId).execute()).map(
      ({ status }) => status,
    )

  test.each([
    ['two', 1],
    ['four', 3],
  ])('[MEN-09] all %s see the session as completed, in every round', async (_count, mentees) => {
    for (const _round of rounds) {
      const session = await buildMentorshipSession(server, { minutes: [5] })
      const { id, mentorId, menteeIds } = await buildMentorship(server, { sessions: [session], mentees })
      const everybody = [mentorId, ...menteeIds]
      for (const who of everybody) await actions.start(who, session.id)
      const replies = await Promise.all(everybody.map((who) => actions.complete(who, session.id, session.steps[0] ?? 0)))
      expect(replies.map(({ status }) => status)).toEqual(everybody.map(() => 200))
      expect(await statusesIn(id)).toEqual(everybody.map(() => 'COMPLETED'))
    }
  })

  test('[MEN-09] a member who finishes while the last missing one is removed is not left waiting', async () => {
    for (const round of rounds) {
      const session = await buildMentorshipSession(server, { minutes: [5] })
      const { id, mentorId, menteeIds } = await buildMentorship(server, { sessions: [session], mentees: 2 })
      const [asha = 0, ravi = 0] = menteeIds
      for (const who of [mentorId, asha]) await actions.start(who, session.id)
      await actions.complete(mentorId, session.id, session.steps[0] ?? 0)
      const finish = () => actions.complete(asha, session.id, session.steps[0] ?? 0)
      const takeOut = () => inOne((ctx) => leaveMentorship(ctx, id, ravi))
      await Promise.all(round % 2 ? [finish(), takeOut()] : [takeOut(), finish()])
      expect(await statusesIn(id)).toEqual(['COMPLETED', 'COMPLETED'])
    }
  })
})
