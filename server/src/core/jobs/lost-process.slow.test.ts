import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { cloneDatabase } from '../../../test/database.ts'
import { inTransaction } from '../ctx.ts'
import { startEmbeddedPostgres } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'
import { fast, scratchFolder } from '../db/test-scratch.ts'
import { defineJob } from './define-job.ts'
import { openTestWorld } from './test-world.ts'

const soon = { timeout: 40_000, interval: 50 }
const noteJob = defineJob({
  name: 'test.note',
  payload: z.strictObject({ text: z.string() }),
  retry: { limit: 1, delaySeconds: 0, backoff: false },
  timeoutSeconds: 2,
  work: async (ctx, { text }) => {
    await sql`insert into note (text) values (${text})`.execute(ctx.db)
  },
})

async function openNotes(url: string) {
  const world = await openTestWorld(url, [noteJob])
  await sql`create table note (text text)`.execute(world.db)
  return {
    ...world,
    enqueue: (text: string) => inTransaction(world.world, world.log, (ctx) => ctx.enqueue(noteJob, { text })),
    notes: async () =>
      (await sql<{ text: string }>`select text from note order by text`.execute(world.db)).rows.map(({ text }) => text),
  }
}

test('a job whose process is killed half-way is completed by another, once', async () => {
  const database = await cloneDatabase()
  const { enqueue, notes, rows, run, close } = await openNotes(database.url)
  await enqueue('survives')
  const child = spawn(process.execPath, [fileURLToPath(new URL('test-child.ts', import.meta.url)), database.url])
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await close()
    await database.drop()
  })
  await once(child.stdout, 'data')
  expect(await rows('test.note')).toMatchObject([{ state: 'active' }])
  child.kill('SIGKILL')
  await once(child, 'exit')
  await run({ pollMs: 100, lostCheckSeconds: 1 })
  await expect.poll(notes, soon).toEqual(['survives'])
  expect(await rows('test.note')).toMatchObject([{ state: 'completed', retryCount: 1 }])
}, 180_000)

test('jobs continue after the database was restarted', async () => {
  const dataDir = scratchFolder()
  let postgres = await startEmbeddedPostgres({ dataDir, settings: fast })
  const { pool, close: closeFirst } = openDatabase({ url: postgres.url, log: () => {} })
  await migrate(pool, { log: () => {} })
  await closeFirst()
  const { enqueue, notes, run, close } = await openNotes(postgres.url)
  onTestFinished(async () => {
    await close()
    await postgres.stop()
  })
  await run({ pollMs: 100 })
  await enqueue('before')
  await expect.poll(notes, soon).toEqual(['before'])
  await postgres.stop()
  await expect(enqueue('during the outage')).rejects.toThrow(/connect|ENOENT|terminat/)
  postgres = await startEmbeddedPostgres({ dataDir, settings: fast })
  await expect.poll(() => enqueue('after').then(() => 'enqueued'), soon).toBe('enqueued')
  await expect.poll(notes, soon).toEqual(['after', 'before'])
}, 180_000)
