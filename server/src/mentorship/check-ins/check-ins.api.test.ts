import { randomUUID } from 'node:crypto'
import { exportOwnData } from '@saathi/contract/accounts/calls'
import * as calls from '@saathi/contract/mentorship/course-calls'
import { listNotices } from '@saathi/contract/notices/calls'
import { getPairFacts } from '@saathi/contract/staff/pair-calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#core/ctx.ts'
import { findCourseFacts, leaveMentorship } from '#mentorship/public.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { markSecondFactor } from '../../../test/matrix/second-factor.ts'
import { buildMentorship } from '../../../test/mentorships.ts'
import { setServerClock } from '../../../test/server-clock.ts'
import { insertCheckIns } from './store.ts'

const soon = { timeout: 40_000, interval: 50 }
const START = new Date('2026-11-02T09:00:00+05:30').getTime()
/** Just after the daily job of this day since the start. */
const afterDays = (days: number) => new Date(START + days * 86_400_000 + 65 * 60_000)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await setServerClock(server, new Date(START))
  await server.app.startJobs(server.url)
})
afterAll(() => server.stop())

/** Moves the clock to this day and waits until the daily job of that day is done. */
async function moveTo(days: number) {
  const countDone = async () => {
    const { rows } = await server.pool.query<{ state: string }>(
      `select state from jobs.job where name = 'mentorship.ask_check_ins' and start_after <= jobs.job_now()`,
    )
    return rows.every(({ state }) => state === 'completed') ? rows.length : -1
  }
  await setServerClock(server, afterDays(days))
  await expect.poll(countDone, soon).toBeGreaterThan(0)
}
const checkInOf = async (who: number, id: number) => (await server.ask(who, calls.getMyCourse, { params: { id } })).body.checkIn
const give = (who: number | null, id: number, number: number, score: number, words?: string) =>
  server.ask(
    who,
    calls.answerCheckIn,
    { params: { id }, body: { number, score, ...(words !== undefined && { words }) } },
    { 'idempotency-key': randomUUID() },
  )
const noticesOf = async (who: number) =>
  (await server.ask(who, listNotices, { query: {} })).body.notices.filter(
    ({ title }) => title === 'How is your mentorship going?',
  )

test('[TOD-06] every member is asked after 14 days and then every 30; only the team sees the answers', async () => {
  const { id, mentorId: ravi, menteeIds, pairManagerId } = await buildMentorship(server, { withPairManager: true })
  const [asha = 0] = menteeIds
  await moveTo(13)
  expect(await checkInOf(asha, id)).toBeNull()
  await moveTo(14)
  for (const who of [asha, ravi]) {
    await expect.poll(() => checkInOf(who, id), soon).toMatchObject({ number: 1, score: null, answeredAt: null })
    expect(await noticesOf(who)).toMatchObject([{ link: `/mentorship?mentorship=${id}` }])
  }
  expect(await checkInOf(pairManagerId ?? 0, id)).toBeNull()

  server.delivered.length = 0
  expect((await give(asha, id, 1, 2)).body).toMatchObject({ number: 1, score: 2, words: '' })
  expect((await give(asha, id, 1, 2, 'He is often late.')).body).toMatchObject({ score: 2, words: 'He is often late.' })
  expect(server.delivered).toEqual([])
  expect(await checkInOf(ravi, id)).toMatchObject({ score: null, words: '' })
  expect(JSON.stringify(await server.ask(ravi, exportOwnData, { body: {} }))).not.toContain('often late')

  const manager = await server.buildPerson({ role: 'ProgramManager' })
  await markSecondFactor(server, manager)
  const { course } = (await server.ask(manager, getPairFacts, { params: { id }, query: { reason: 'Before a call' } })).body
  expect(course.checkIns).toMatchObject([
    { personId: ravi, number: 1, score: null },
    { personId: asha, number: 1, score: 2, words: 'He is often late.' },
  ])

  await moveTo(43)
  expect(await checkInOf(asha, id)).toMatchObject({ number: 1 })
  await moveTo(44)
  await expect.poll(() => checkInOf(asha, id), soon).toMatchObject({ number: 2, score: null })
  expect(await give(asha, id, 1, 5)).toMatchObject({ status: 409, body: { code: 'mentorship.check_in_over' } })
  await give(asha, id, 2, 4)
  expect((await findCourseFacts(server.db, [id])).get(id)?.checkIns).toMatchObject([{ personId: asha, score: 4, before: 2 }])
  expect(await noticesOf(asha)).toHaveLength(2)
})

test('an answer needs an own, open check-in and a score from 1 to 5', async () => {
  const { id, mentorId, menteeIds } = await buildMentorship(server)
  const [asha = 0] = menteeIds
  expect(await give(asha, id, 1, 3)).toMatchObject({ status: 409, body: { code: 'mentorship.check_in_over' } })
  await moveTo(60)
  await expect.poll(() => checkInOf(asha, id), soon).toMatchObject({ number: 1 })
  expect((await give(null, id, 1, 3)).status).toBe(401)
  expect(await give(await server.buildPerson(), id, 1, 3)).toMatchObject({
    status: 404,
    body: { code: 'mentorship.not_found' },
  })
  for (const bad of [0, 6, 2.5]) expect((await give(asha, id, 1, bad)).status).toBe(400)
  expect((await give(asha, id, 1, 3, 'x'.repeat(301))).status).toBe(400)
  expect((await give(mentorId, id, 1, 3)).status).toBe(200)
  await inTransaction(server.app.world, server.app.log, (ctx) => leaveMentorship(ctx, id, asha))
  expect(await give(asha, id, 1, 3)).toMatchObject({ status: 404, body: { code: 'mentorship.not_found' } })
  expect(await checkInOf(asha, id)).toBeNull()
})

test('two servers that ask at the same moment ask once', async () => {
  const { id, menteeIds } = await buildMentorship(server)
  await setServerClock(server, afterDays(80))
  const countOf = async () =>
    (await server.db.selectFrom('check_in').select('id').where('mentorship_id', '=', id).execute()).length
  await expect.poll(countOf, soon).toBe(2)
  const due = menteeIds.map((personId) => ({ mentorshipId: id, personId, number: 2 }))
  const asked = await Promise.all([1, 2].map(() => insertCheckIns(server.db, due, server.clock.now())))
  expect(asked.flat()).toEqual(due)
})
