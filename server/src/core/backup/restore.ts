import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { advisoryLock, migrate, readMigrations, shippedFolder } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'
import type { FileStore } from '../files/file-store.ts'
import { openFileStore } from '../files/open-files.ts'
import { OperatorError } from '../operator-error.ts'
import { findTables, writeValuesExactly } from './catalog.ts'
import { createTables, loadRows, verifyRows } from './load-rows.ts'
import { filePath, type Manifest } from './manifest.ts'
import { measure } from './parts.ts'
import { withExclusiveDatabase, type DataLocation } from './with-database.ts'
import { readFileList, verifyBackup } from './verify-backup.ts'
import { requireKnown } from './versions.ts'

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
export async function restore(place: DataLocation, options: RestoreOptions): Promise<Restored> {
  const manifest = await verifyBackup(options.from)
  const migrationsFolder = options.migrationsFolder ?? shippedFolder
  const migrations = requireKnown('The backup', manifest.migrations, readMigrations(migrationsFolder))
  return await withExclusiveDatabase(place, options, async ({ client, url }) => {
    await client.query('begin')
    await writeValuesExactly(client)
    // A server that starts now waits, and then finds the restored database.
    await client.query('select pg_advisory_xact_lock($1)', [advisoryLock])
    await requireEmpty(client)
    await createTables(client, migrations, options.now)
    await loadRows(client, manifest, options.from, options.signal)
    await verifyRows(client, manifest.tables)
    // Bytes before rows, as in an upload: after the commit nothing is left that a server start would not do.
    await restoreFiles(openFileStore(place), options)
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

/** On its own connection, because committed work is no longer interrupted. */
async function bringUpToDate(url: string, folder: string): Promise<string[]> {
  const { pool, close } = openDatabase({ url, poolSize: 1, log: () => {} })
  try {
    const { applied } = await migrate(pool, { log: () => {}, folder })
    // Without it the first queries would be planned as if every table were empty.
    await pool.query('set statement_timeout = 0; analyze')
    return applied
  } finally {
    await close()
  }
}
