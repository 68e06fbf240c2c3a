import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { inTransaction } from '../ctx.ts'
import { type FileStore, keyOf } from './file-store.ts'
import { folderStore } from './folder-store.ts'
import { s3Store } from './s3-store.ts'
import { sweepFilesJob } from './jobs.ts'
import { insertFile } from './store.ts'
import { sweepFiles } from './sweep.ts'
import { startS3 } from '../../../test/s3-stand-in.ts'

const folder = mkdtempSync(join(tmpdir(), 'saathi-sweep-'))
const log = pino({ level: 'silent' })
const later = (hours = 1.02) => new Date(Date.now() + hours * 60 * 60 * 1000)
let server: TestServer
let ownerId: number
let s3: Awaited<ReturnType<typeof startS3>>
beforeAll(async () => {
  s3 = await startS3()
  server = await startTestServer({ dataDir: join(folder, 'data') })
  ownerId = await server.buildPerson()
})
afterAll(async () => {
  await server.stop()
  await s3.stop()
  rmSync(folder, { recursive: true, force: true })
})
// The sweeper checks every row, so each test starts without rows.
afterEach(() => server.db.deleteFrom('file').execute())

async function keysIn(store: FileStore) {
  const keys: string[] = []
  for await (const { key } of store.list('')) keys.push(key)
  return keys.toSorted()
}
const buildRow = async (id: string, thumbnailSize: number | null = null) => {
  const [sha256, thumbnailSha256] = [Buffer.alloc(32), thumbnailSize === null ? null : Buffer.alloc(32)]
  const shape = { purpose: 'document', name: 'a.pdf', type: 'application/pdf', size: 1, width: null, height: null, sha256 }
  await insertFile(server.db, { id, ownerId, ...shape, thumbnailSize, thumbnailSha256, createdAt: new Date() })
}
const stateOf = async (id: string) =>
  (await server.db.selectFrom('file').select('state').where('id', '=', id).executeTakeFirst())?.state

describe.each([
  ['the data folder', () => folderStore(join(folder, randomUUID()))],
  ['an S3 store', () => s3Store(s3.settings)],
])('sweeping %s', (_where, open) => {
  test('removes old bytes without a row, and keeps recent ones and those with a row', async () => {
    const store = open()
    const [known, unknown] = [randomUUID(), randomUUID()]
    await buildRow(known, 1)
    for (const id of [known, unknown]) {
      await store.put(keyOf(id, 'original'), Buffer.from('x'))
      await store.put(keyOf(id, 'thumbnail'), Buffer.from('x'))
    }
    const sweep = (now: Date) => sweepFiles({ db: server.db, store, log, now })
    expect(await sweep(new Date())).toEqual({ removed: 0, missing: [] })
    expect(await sweep(later())).toEqual({ removed: 2, missing: [] })
    expect(await keysIn(store)).toEqual([keyOf(known, 'original'), keyOf(known, 'thumbnail')])
    await store.delete(keyOf(known, 'original'))
    await store.delete(keyOf(known, 'thumbnail'))
  })

  test('marks a row whose bytes are missing, and unmarks it when they return', async () => {
    const store = open()
    const [whole, half] = [randomUUID(), randomUUID()]
    await buildRow(whole)
    await buildRow(half, 1)
    await store.put(keyOf(whole, 'original'), Buffer.from('x'))
    await store.put(keyOf(half, 'original'), Buffer.from('x'))
    const sweep = () => sweepFiles({ db: server.db, store, log, now: later() })
    expect(await sweep()).toEqual({ removed: 0, missing: [half] })
    expect([await stateOf(whole), await stateOf(half)]).toEqual(['stored', 'missing'])
    await store.put(keyOf(half, 'thumbnail'), Buffer.from('x'))
    expect(await sweep()).toEqual({ removed: 0, missing: [] })
    expect(await stateOf(half)).toBe('stored')
  })
})

test('objects that are not ours are kept, however old', async () => {
  const root = join(folder, randomUUID())
  const foreign = ['ab/notes.txt', `ab/cd${randomUUID().slice(2)}`, 'part/notes.txt', 'elsewhere/x']
  for (const path of foreign) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), 'x')
  }
  expect(await sweepFiles({ db: server.db, store: folderStore(root), log, now: later() })).toEqual({ removed: 0, missing: [] })
  expect(await keysIn(folderStore(root))).toEqual(foreign.toSorted())
})

test('the sweep runs as a daily job', async () => {
  const dataDir = join(folder, randomUUID())
  const own = await startTestServer({ dataDir })
  const store = folderStore(join(dataDir, 'files'))
  const key = keyOf(randomUUID(), 'original')
  await store.put(key, Buffer.from('x'))
  utimesSync(join(dataDir, 'files', key), later(-2), later(-2))
  await own.app.startJobs(own.url)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from jobs.job where name = ${sweepFilesJob.name} and state = 'created'`.execute(own.db)
  expect(rows).toEqual([{ count: 1 }])
  await inTransaction(own.app.world, own.app.log, (ctx) => ctx.enqueue(sweepFilesJob, {}))
  await expect.poll(() => keysIn(store), { timeout: 40_000 }).toEqual([])
  await own.stop()
})
