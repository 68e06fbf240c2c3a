import { DAY_SECONDS } from '@saathi/contract/core/time'
import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { moveClock } from './move-clock.ts'
import { findJobs } from './overview.ts'

const soon = { timeout: 40_000, interval: 50 }

const count = async ({ db }: TestServer, name: string, state: string) =>
  (await findJobs(db)).counts.find((each) => each.name === name && each.state === state)?.count ?? 0
const advanceDays = (server: TestServer, days: number) =>
  moveClock(server.db, server.clock, () => server.clock.advance(days * DAY_SECONDS))

async function buildServer() {
  const server = await startTestServer()
  // Far from the time of the daily jobs, so that each day contains it once.
  server.clock.set(new Date('2026-11-15T12:00:00+05:30'))
  onTestFinished(server.stop)
  return server
}

async function buildToken({ db, clock }: TestServer, signInId: string, expiresInDays: number) {
  const expires = new Date(clock.now().getTime() + expiresInDays * DAY_SECONDS * 1000)
  const row = { hash: randomBytes(32), sign_in_id: signInId, issued_at: clock.now(), expires_at: expires }
  await db.insertInto('refresh_token').values(row).execute()
}

test('a daily job is enqueued once for the next day, however many processes start', async () => {
  const server = await buildServer()
  await server.app.startJobs(server.url)
  await server.app.startJobs(server.url)
  expect(await count(server, 'core.forget_replies', 'created')).toBe(1)
  await advanceDays(server, 1)
  await expect.poll(() => count(server, 'core.forget_replies', 'completed'), soon).toBe(1)
  expect(await count(server, 'core.forget_replies', 'created')).toBe(1)
  await advanceDays(server, 1)
  await expect.poll(() => count(server, 'core.forget_replies', 'completed'), soon).toBe(2)
  expect(await count(server, 'core.forget_replies', 'created')).toBe(1)
})

test('replies stored for repeats are deleted after thirty days, and newer ones stay', async () => {
  const server = await buildServer()
  const build = (key: string, hoursAgo: number) =>
    server.db
      .insertInto('idempotent_reply')
      .values({
        person_id: 1,
        call: 'POST /x/',
        key,
        body_hash: Buffer.alloc(32),
        created_at: new Date(server.clock.now().getTime() + DAY_SECONDS * 1000 - hoursAgo * 3_600_000),
      })
      .execute()
  const [old, young] = [randomUUID(), randomUUID()]
  await build(old, 30 * 24 + 1)
  await build(young, 30 * 24 - 1)
  await server.app.startJobs(server.url)
  await advanceDays(server, 1)
  await expect.poll(() => count(server, 'core.forget_replies', 'completed'), soon).toBe(1)
  expect(await server.db.selectFrom('idempotent_reply').select('key').execute()).toEqual([{ key: young }])
})

test('expired tokens are deleted, and sign-ins thirty days after they ended; active ones stay', async () => {
  const server = await buildServer()
  const people = [await server.buildPerson(), await server.buildPerson(), await server.buildPerson()]
  for (const person of people) await server.tokenFor(person)
  const signIns = await server.db.selectFrom('sign_in').select('id').orderBy('person_id').execute()
  const [active = '', endedLongAgo = '', endedLately = ''] = signIns.map(({ id }) => id)
  const endedAt = (days: number) => new Date(server.clock.now().getTime() - days * DAY_SECONDS * 1000)
  for (const [id, days] of [
    [endedLongAgo, 30],
    [endedLately, 28],
  ] as const)
    await server.db
      .updateTable('sign_in')
      .set({ ended_at: endedAt(days), end_reason: 'signed_out' })
      .where('id', '=', id)
      .execute()
  await buildToken(server, active, 0)
  await buildToken(server, active, 20)
  await buildToken(server, endedLongAgo, 20)
  await server.app.startJobs(server.url)
  await advanceDays(server, 1)
  await expect.poll(() => count(server, 'accounts.forget_sign_ins', 'completed'), soon).toBe(1)
  const left = await server.db.selectFrom('sign_in').select('id').execute()
  expect(left.map(({ id }) => id).toSorted()).toEqual([active, endedLately].toSorted())
  expect((await sql`select 1 from refresh_token`.execute(server.db)).rows).toHaveLength(1)
})
