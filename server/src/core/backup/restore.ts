import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import * as z from 'zod/mini'
import { advisoryLock, migrate, readMigrations, shippedFolder } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'
import { type FileStore, fileIdOf } from '../files/file-store.ts'
import { openFileStore } from '../files/open-files.ts'
import { OperatorError } from '../operator-error.ts'
import type { ListedFile } from './back-up-files.ts'
import { findTables, writeValuesExactly } from './catalog.ts'
import { createTables, loadRows, verifyRows } from './load-rows.ts'
import { filePath, type Manifest, fileListPath, type Part, readManifest, tablePath, requireKnown } from './manifest.ts'
import { measure, inLines, measureFile, readPart, type ContentDigest } from './parts.ts'
import { withExclusiveDatabase, type DataLocation } from './with-database.ts'

export type RestoreOptions = {
  from: string
  now: Date
  log: (line: string) => void
  signal?: AbortSignal
  /** For tests: the migrations of another version. */
  migrationsFolder?: string
}

export type Restored = { manifest: Manifest; rows: number; migrated: string[] }

/** Restores into an empty database only. The whole backup is verified before anything is written. */
export async function restore(target: DataLocation, options: RestoreOptions): Promise<Restored> {
  const manifest = await verifyBackup(options.from)
  const migrationsFolder = options.migrationsFolder ?? shippedFolder
  const migrations = requireKnown('The backup', manifest.migrations, readMigrations(migrationsFolder))
  return await withExclusiveDatabase(target, options, async ({ client, url }) => {
    await client.query('begin')
    await writeValuesExactly(client)
    // A server that starts now waits, and then finds the restored database.
    await client.query('select pg_advisory_xact_lock($1)', [advisoryLock])
    await requireEmpty(client)
    await createTables(client, migrations, options.now)
    await loadRows(client, manifest, options.from, options.signal)
    await verifyRows(client, manifest.tables)
    // Files are written before the commit, as in an upload. After it only the migrations remain, and every server start runs
    // those too.
    await restoreFiles(openFileStore(target), options)
    options.signal?.throwIfAborted()
    await client.query('commit')
    const migrated = await bringUpToDate(url, migrationsFolder)
    return { manifest, rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0), migrated }
  })
}

async function requireEmpty(client: pg.Client) {
  const [table] = await findTables(client)
  if (table) {
    throw new OperatorError(
      `The database is not empty: it has ${table.schema}.${table.name}. A backup can only be restored into an empty database; nothing was changed.`,
    )
  }
  const { rows } = await client.query<{ server_encoding: string }>('show server_encoding')
  if (rows[0]?.server_encoding !== 'UTF8') {
    throw new OperatorError('The database must have the encoding UTF8, or it cannot store every script.')
  }
}

async function restoreFiles(store: FileStore, { from, signal }: RestoreOptions) {
  await readFileList(from, async ({ key, sha256 }) => {
    signal?.throwIfAborted()
    await store.put(key, await readFile(join(from, filePath(key))))
    if ((await hashInStore(store, key)) !== sha256) throw new OperatorError(`The file store returned different bytes for ${key}.`)
  })
}

async function hashInStore(store: FileStore, key: string) {
  const measured = measure()
  const source = await store.get(key)
  if (!source) return null
  for await (const _ of measured.through(source));
  return measured.result().sha256
}

/** On its own connection, so that it cannot be interrupted. */
async function bringUpToDate(url: string, folder: string): Promise<string[]> {
  const { pool, close } = openDatabase({ url, poolSize: 1, log: () => {} })
  try {
    const { applied } = await migrate(pool, { log: () => {}, folder })
    // Without statistics the first queries would be planned as if every table were empty.
    await pool.query('set statement_timeout = 0; analyze')
    return applied
  } finally {
    await close()
  }
}

const Listed = z.strictObject({
  key: z.string().check(z.refine((key) => fileIdOf(key) !== null)),
  bytes: z.int(),
  sha256: z.string(),
})
const LINE_END = 10

/** Reads everything and writes nothing. Problems are reported in one line with the name of the part. */
async function verifyBackup(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder)
  for (const table of manifest.tables) {
    const path = tablePath(table)
    let rows = 0
    await verifyPart(folder, path, table.part, async (content) => {
      for await (const chunk of content) rows += countLines(chunk)
    })
    if (rows !== table.rows) throw new OperatorError(`The backup is damaged: ${path} has ${rows} rows instead of ${table.rows}.`)
  }
  const { files } = manifest
  let count = 0
  await verifyPart(folder, fileListPath, files.list, async (content) => {
    for await (const file of readList(content)) {
      await verifyFile(folder, file)
      count += 1
    }
  })
  if (count !== files.count) throw new OperatorError(`The backup is damaged: it lists ${count} files instead of ${files.count}.`)
  return manifest
}

/** As a stream: the list may not fit into memory. */
async function readFileList(folder: string, use: (file: ListedFile) => Promise<void>): Promise<void> {
  await readPart(join(folder, fileListPath), async (content) => {
    for await (const file of readList(content)) await use(file)
  })
}

async function* readList(content: AsyncIterable<Uint8Array>): AsyncGenerator<ListedFile> {
  for await (const line of inLines(content)) yield Listed.parse(JSON.parse(line))
}

type Read = (content: AsyncIterable<Uint8Array>) => Promise<void>

async function verifyPart(folder: string, path: string, expected: Part, read: Read) {
  requireSame(path, await readPart(join(folder, path), read).catch((error: unknown) => throwDamaged(path, error)), expected)
}

async function verifyFile(folder: string, file: ListedFile) {
  const path = filePath(file.key)
  requireSame(path, await measureFile(join(folder, path)).catch((error: unknown) => throwDamaged(path, error)), file)
}

function requireSame(path: string, found: ContentDigest, expected: Part) {
  if (found.sha256 === expected.sha256 && found.bytes === expected.bytes) return
  throw new OperatorError(`The backup is damaged: ${path} was changed.`)
}

/** Reports why a part cannot be read. One that cannot be decompressed or parsed was changed. */
function throwDamaged(path: string, error: unknown): never {
  if (error instanceof OperatorError) throw error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ENOENT') throw new OperatorError(`The backup is damaged: ${path} is missing.`)
  if (code === 'EACCES' || code === 'EPERM') throw new OperatorError(`This account may not read ${path} of the backup.`)
  if (code.startsWith('Z_') || code === '') throw new OperatorError(`The backup is damaged: ${path} was changed.`)
  throw error
}

function countLines(chunk: Uint8Array): number {
  let lines = 0
  for (let at = chunk.indexOf(LINE_END); at !== -1; at = chunk.indexOf(LINE_END, at + 1)) lines += 1
  return lines
}
