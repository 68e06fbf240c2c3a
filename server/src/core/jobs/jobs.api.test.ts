import { HOUR_SECONDS } from '@saathi/contract/core/time'
import { sql } from 'kysely'
import { PgBoss } from 'pg-boss'
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { cloneDatabase, type TestDatabase } from '../../../test/database.ts'
import { inTransaction } from '../ctx.ts'
import { defineJob } from './define-job.ts'
import type { Retry } from './job-queue.ts'
import { moveClock } from './move-clock.ts'
import { findJobs, requeueDeadJobs } from './overview.ts'
import { openTestWorld, type TestWorld } from './test-world.ts'

const Note = z.strictObject({ text: z.string() })
const soon = { timeout: 40_000, interval: 20 }
const noRetry: Retry = { limit: 0, delaySeconds: 0, backoff: false }

let database: TestDatabase
let worlds: TestWorld[] = []
beforeEach(async () => {
  database = await cloneDatabase()
})
afterEach(async () => {
  for (const world of worlds) await world.close()
  worlds = []
  await database.drop()
})

/** A world with one job that writes its text into a table and then runs `before`. */
async function openNotes(
  before: (text: string, attempt: number) => Promise<void> | void = () => {},
  retry = noRetry,
  timeoutSeconds = 1,
) {
  const begun: string[] = []
  const noteJob = defineJob({
    name: 'test.note',
    payload: Note,
    retry,
    timeoutSeconds,
    concurrency: 2,
    work: async (ctx, { text }) => {
      begun.push(text)
      await sql`insert into note (text) values (${text})`.execute(ctx.db)
      await before(text, begun.filter((each) => each === text).length)
    },
  })
  const world = await openTestWorld(database.url, [noteJob])
  worlds.push(world)
  await sql`create table if not exists note (text text)`.execute(world.db)
  const notes = async () => {
    const { rows } = await sql<{ text: string }>`select text from note order by text`.execute(world.db)
    return rows.map(({ text }) => text)
  }
  const enqueue = (text: string, options?: { runAt?: Date; onceKey?: string }) =>
    inTransaction(world.world, world.log, (ctx) => ctx.enqueue(noteJob, { text }, options))
  const states = async () => (await world.rows('test.note')).map(({ state }) => state)
  const advance = (seconds: number) => moveClock(world.db, world.clock, () => world.clock.advance(seconds))
  return { ...world, noteJob, begun, notes, enqueue, states, advance }
}

test('a job exists if its transaction commits, and does not if it is rolled back', async () => {
  const { world, log, noteJob, states, notes, run } = await openNotes()
  const undone = inTransaction(world, log, async (ctx) => {
    await ctx.enqueue(noteJob, { text: 'undone' })
    throw new Error('no')
  })
  await expect(undone).rejects.toThrow('no')
  expect(await states()).toEqual([])
  await inTransaction(world, log, (ctx) => ctx.enqueue(noteJob, { text: 'kept' }))
  expect(await states()).toEqual(['created'])
  await run()
  await expect.poll(notes, soon).toEqual(['kept'])
  expect(await states()).toEqual(['completed'])
})

test('a commit starts its job at once, and an uncommitted job waits', async () => {
  const { world, log, noteJob, begun, enqueue, run } = await openNotes()
  // Polling is disabled here, so that only the notification can start a job.
  await run({ pollMs: HOUR_SECONDS * 1000 })
  await enqueue('to see that the runner listens')
  await expect.poll(() => begun.length, soon).toBe(1)
  await inTransaction(world, log, async (ctx) => {
    await ctx.enqueue(noteJob, { text: 'held back' })
    await enqueue('overtakes')
    await expect.poll(() => begun, soon).toContain('overtakes')
    expect(begun).not.toContain('held back')
  })
  await expect.poll(() => begun, soon).toContain('held back')
})

test('many jobs of one commit are all run without a pause', async () => {
  const { world, log, noteJob, notes, run } = await openNotes()
  await run({ pollMs: HOUR_SECONDS * 1000 })
  const texts = Array.from({ length: 30 }, (_, at) => String(at).padStart(2, '0'))
  await inTransaction(world, log, async (ctx) => {
    for (const text of texts) await ctx.enqueue(noteJob, { text })
  })
  await expect.poll(notes, soon).toEqual(texts)
})

test('a failed attempt leaves nothing and is repeated, each time after a longer pause', async () => {
  const fails = (_text: string, attempt: number) => {
    if (attempt < 3) throw new Error(`attempt ${attempt} failed`)
  }
  const { enqueue, rows, notes, advance, begun, run } = await openNotes(fails, { limit: 5, delaySeconds: 1000, backoff: true })
  await run({ pollMs: 50 })
  await enqueue('third time')
  const pauses: number[] = []
  for (const attempt of [1, 2]) {
    await expect.poll(async () => (await rows('test.note'))[0], soon).toMatchObject({ state: 'retry', retryCount: attempt - 1 })
    expect(await notes()).toEqual([])
    const [job] = await rows('test.note')
    pauses.push(((job?.startAfter.getTime() ?? 0) - Date.now()) / 1000)
    await advance(pauses.at(-1) ?? 0)
  }
  await expect.poll(notes, soon).toEqual(['third time'])
  expect(begun).toHaveLength(3)
  expect(pauses[0]).toBeGreaterThan(900)
  expect(pauses[1]).toBeGreaterThan(1900)
})

test('a job without attempts left is stored with its error and without its payload', async () => {
  const fails = () => {
    throw new Error('the other side is gone')
  }
  const { db, enqueue, states, begun, run } = await openNotes(fails, { limit: 1, delaySeconds: 0, backoff: false })
  await run({ pollMs: 50 })
  await enqueue('a secret')
  await expect.poll(states, soon).toEqual(['failed'])
  const overview = await findJobs(db)
  expect(overview.dead).toEqual([{ name: 'test.note', attempts: 2, error: 'the other side is gone', diedAt: expect.any(Date) }])
  expect(overview.counts).toEqual([{ name: 'test.note', state: 'failed', count: 1 }])
  expect(JSON.stringify(overview)).not.toContain('a secret')
  expect(begun).toHaveLength(2)
})

test('dead jobs can be requeued after their cause is fixed', async () => {
  let isFixed = false
  const fails = () => {
    if (!isFixed) throw new Error('broken')
  }
  const { db, enqueue, states, notes, run } = await openNotes(fails)
  await run({ pollMs: 50 })
  await enqueue('second life')
  await expect.poll(states, soon).toEqual(['failed'])
  isFixed = true
  expect(await requeueDeadJobs(db)).toBe(1)
  await expect.poll(notes, soon).toEqual(['second life'])
  expect((await findJobs(db)).dead).toEqual([])
})

test('two processes on one database run each job exactly once', async () => {
  const one = await openNotes()
  const other = await openNotes()
  await Promise.all([one.run({ pollMs: 50 }), other.run({ pollMs: 50 })])
  const texts = Array.from({ length: 40 }, (_, at) => String(at).padStart(2, '0'))
  await Promise.all(texts.map((text, at) => (at % 2 ? one : other).enqueue(text)))
  await expect.poll(one.notes, soon).toEqual(texts)
  expect([...one.begun, ...other.begun].toSorted()).toEqual(texts)
})

test('overdue jobs are run after a downtime, and others wait', async () => {
  const { clock, enqueue, advance, notes, states, run } = await openNotes()
  const inDays = (days: number) => new Date(clock.now().getTime() + days * 24 * HOUR_SECONDS * 1000)
  await enqueue('yesterday', { runAt: inDays(-1) })
  await enqueue('in two days', { runAt: inDays(2) })
  await enqueue('in forty days', { runAt: inDays(40) })
  await advance(39 * 24 * HOUR_SECONDS)
  await run()
  await expect.poll(notes, soon).toEqual(['in two days', 'yesterday'])
  expect(await states()).toContain('created')
})

test('times are by the server’s clock, and moving the clock moves waiting jobs', async () => {
  const { clock, enqueue, advance, rows, notes, run } = await openNotes()
  await advance(10 * 24 * HOUR_SECONDS)
  await enqueue('in an hour', { runAt: new Date(clock.now().getTime() + HOUR_SECONDS * 1000) })
  const waitSeconds = async () => ((await rows('test.note'))[0]?.startAfter.getTime() ?? 0) / 1000 - Date.now() / 1000
  expect(Math.round((await waitSeconds()) / 60)).toBe(60)
  await advance(-HOUR_SECONDS)
  expect(Math.round((await waitSeconds()) / 60)).toBe(120)
  await run({ pollMs: 50 })
  await advance(3 * HOUR_SECONDS)
  await expect.poll(notes, soon).toEqual(['in an hour'])
})

test('only one job exists per key, even if it is already done', async () => {
  const { enqueue, notes, states, run } = await openNotes()
  await Promise.all([1, 2, 3].map(() => enqueue('once', { onceKey: 'event 7' })))
  await run()
  await expect.poll(notes, soon).toEqual(['once'])
  await enqueue('again', { onceKey: 'event 7' })
  await enqueue('another', { onceKey: 'event 8' })
  await expect.poll(notes, soon).toEqual(['another', 'once'])
  expect(await states()).toHaveLength(2)
})

test('a payload is validated when it is enqueued and again when it is read', async () => {
  const { db, world, log, noteJob, enqueue, states, begun, run } = await openNotes()
  const bad = { text: 'x', admin: true }
  await expect(inTransaction(world, log, (ctx) => ctx.enqueue(noteJob, bad))).rejects.toThrow('admin')
  expect(await states()).toEqual([])
  await enqueue('fine')
  await sql`update jobs.job set data = '{"text": 7}'`.execute(db)
  await run()
  await expect.poll(states, soon).toEqual(['failed'])
  expect(begun).toEqual([])
})

test('an attempt that takes too long loses its claim, and its writes are undone', async () => {
  let letGo = () => {}
  const blocked = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const hangs = (_text: string, attempt: number) => (attempt === 1 ? blocked : undefined)
  const { enqueue, notes, begun, states, run } = await openNotes(hangs, { limit: 1, delaySeconds: 0, backoff: false })
  await run({ pollMs: 50 })
  await enqueue('slow')
  await expect.poll(notes, soon).toEqual(['slow'])
  expect(begun).toHaveLength(2)
  letGo()
  await expect.poll(states, soon).toEqual(['completed'])
  expect(await notes()).toEqual(['slow'])
})

test('a stop waits for a job that ends in time', async () => {
  let letGo = () => {}
  const blocked = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const { enqueue, begun, notes, states, run } = await openNotes(() => blocked)
  const runner = await run({ maxStopMs: 10_000 })
  await enqueue('under way')
  await expect.poll(() => begun, soon).toEqual(['under way'])
  const stopped = runner.stop()
  letGo()
  await stopped
  expect(await notes()).toEqual(['under way'])
  expect(await states()).toEqual(['completed'])
})

test('a stop releases a job that does not end in time, and it can no longer commit', async () => {
  let letGo = () => {}
  const blocked = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const hangs = (_text: string, attempt: number) => (attempt === 1 ? blocked : undefined)
  const { enqueue, begun, notes, rows, run } = await openNotes(hangs, { limit: 1, delaySeconds: 0, backoff: false }, 30)
  const runner = await run({ maxStopMs: 1000 })
  await enqueue('endless')
  await expect.poll(() => begun, soon).toEqual(['endless'])
  await runner.stop()
  expect(await rows('test.note')).toMatchObject([{ state: 'retry' }])
  letGo()
  await run({ pollMs: 50 })
  await expect.poll(notes, soon).toEqual(['endless'])
  expect(begun).toHaveLength(2)
})

test('lost connections are reopened, and no job enqueued in between is lost', async () => {
  const { db, enqueue, notes, run } = await openNotes()
  await run({ pollMs: 50 })
  await enqueue('before')
  await expect.poll(notes, soon).toEqual(['before'])
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(db)
  await expect.poll(() => enqueue('after').then(() => 'enqueued'), soon).toBe('enqueued')
  await expect.poll(notes, soon).toEqual(['after', 'before'])
})

test('the migrations contain exactly the schema that the installed pg-boss expects', async () => {
  const boss = new PgBoss({ connectionString: database.url, schema: 'jobs', migrate: false, supervise: false, schedule: false })
  await boss.start()
  const drift = await boss.detectSchemaDrift()
  await boss.stop({ graceful: false })
  expect(drift).toMatchObject({ ok: true })
})
