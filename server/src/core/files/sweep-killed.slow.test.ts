import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { type FileStore, keyOf } from './file-store.ts'
import { folderStore } from './folder-store.ts'
import { sweepFiles } from './sweep.ts'

const folder = mkdtempSync(join(tmpdir(), 'saathi-sweep-'))
const log = pino({ level: 'silent' })
const later = () => new Date(Date.now() + 1.02 * 60 * 60 * 1000)
const program = fileURLToPath(new URL('test-child.ts', import.meta.url))
let server: TestServer
let ownerId: number
beforeAll(async () => {
  server = await startTestServer({ dataDir: join(folder, 'data') })
  ownerId = await server.buildPerson()
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})
// The sweeper checks every row, so each test starts without rows.
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

const children: ReturnType<typeof spawn>[] = []
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
})

async function uploadAndKill(store: string, point: string, afterLines = 1) {
  const url = server.url
  const child = spawn(process.execPath, [program, url, store, String(ownerId), point], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  const ended = new Promise((resolve) => child.once('close', resolve))
  const lines: string[] = []
  for await (const line of createInterface(child.stdout)) {
    lines.push(line)
    if (lines.length === afterLines) child.kill('SIGKILL')
  }
  await ended
  return lines
}

describe('a server killed while storing a picture leaves, after a sweep, either all of it or nothing', () => {
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

  test('killed repeatedly at any moment', { timeout: 180_000 }, async () => {
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
