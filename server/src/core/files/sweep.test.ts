import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
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
import { startS3 } from './test-s3.ts'

const folder = mkdtempSync(join(tmpdir(), 'saathi-sweep-'))
const log = pino({ level: 'silent' })
const later = (hours = 1.02) => new Date(Date.now() + hours * 60 * 60 * 1000)
const program = fileURLToPath(new URL('test-child.ts', import.meta.url))
let server: TestServer
let ownerId: number
let s3: Awaited<ReturnType<typeof startS3>>
beforeAll(async () => {
  s3 = await startS3(join(folder, 's3'))
  server = await startTestServer({ dataDir: join(folder, 'data') })
  ownerId = await server.buildPerson()
})
afterAll(async () => {
  await server.stop()
  await s3.stop()
  rmSync(folder, { recursive: true, force: true })
})
// The sweeper looks at every row there is, so each test begins with none.
afterEach(() => server.db.deleteFrom('file').execute())

async function keysIn(store: FileStore) {
  const keys: string[] = []
  for await (const { key } of store.list('')) keys.push(key)
  return keys.toSorted()
}
async function keysOfRows() {
  const rows = await server.db.selectFrom('file').select(['id', 'thumbnail_size']).execute()
  return rows
    .flatMap(({ id, thumbnail_size }) => [keyOf(id, 'original'), ...(thumbnail_size === null ? [] : [keyOf(id, 'thumbnail')])])
    .toSorted()
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
  test('removes old bytes that no row names, and leaves the young and the known', async () => {
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

  test('names a row whose bytes are missing, and takes it back when they return', async () => {
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

test('what is not ours is left alone, however old', async () => {
  const root = join(folder, randomUUID())
  const foreign = ['ab/notes.txt', `ab/cd${randomUUID().slice(2)}`, 'part/notes.txt', 'elsewhere/x']
  for (const path of foreign) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), 'x')
  }
  expect(await sweepFiles({ db: server.db, store: folderStore(root), log, now: later() })).toEqual({ removed: 0, missing: [] })
  expect(await keysIn(folderStore(root))).toEqual(foreign.toSorted())
})

test('the sweep is a job of every day, which the runner does', async () => {
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

const children: ReturnType<typeof spawn>[] = []
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
})

async function uploadAndKill(store: string, point: string, afterLines = 1) {
  const url = server.url
  const child = spawn(process.execPath, [program, url, store, String(ownerId), point], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  const ended = new Promise((resolve) => child.once('close', resolve))
  const said: string[] = []
  for await (const line of createInterface(child.stdout)) {
    said.push(line)
    if (said.length === afterLines) child.kill('SIGKILL')
  }
  await ended
  return said
}

describe('a server killed while it keeps a picture leaves, once swept, either all of it or nothing', () => {
  test.each([
    ['before anything', 0, 0],
    ['half a picture', 1, 0],
    ['the picture, not the small one', 1, 0],
    ['the bytes, not the row', 2, 0],
    ['the row, not its commit', 2, 0],
    ['all of it', 2, 2],
  ])('killed with %s: %i files before and %i after', { timeout: 180_000 }, async (point, before, after) => {
    const root = join(folder, randomUUID())
    const store = folderStore(root)
    expect((await uploadAndKill(root, point, point === 'all of it' ? 2 : 1)).at(-1)).toBe(point)
    expect(await keysIn(store)).toHaveLength(before)
    expect(await sweepFiles({ db: server.db, store, log, now: later() })).toEqual({ removed: before - after, missing: [] })
    const keys = await keysIn(store)
    expect(keys).toHaveLength(after)
    expect(await keysOfRows()).toEqual(keys)
  })

  test('killed at any moment, again and again', { timeout: 180_000 }, async () => {
    const root = join(folder, randomUUID())
    const store = folderStore(root)
    const confirmed: string[] = []
    for (const lines of [1, 4, 2, 7, 3]) confirmed.push(...(await uploadAndKill(root, 'on and on', lines)))
    expect((await sweepFiles({ db: server.db, store, log, now: later() })).missing).toEqual([])
    const keys = await keysIn(store)
    expect(await keysOfRows()).toEqual(keys)
    for (const id of confirmed) expect(keys).toContain(keyOf(id, 'original'))
    expect(confirmed.length).toBeGreaterThanOrEqual(17)
  })
})
