import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { advisoryLock, readMigrations, shippedFolder } from '../db/migrate.ts'
import type { FileStore } from '../files/file-store.ts'
import { openFileStore } from '../files/open-files.ts'
import { OperatorError } from '../operator-error.ts'
import { syncFolder } from '../files/folder-store.ts'
import { backUpFiles, noFiles } from './back-up-files.ts'
import { copyOutSql, findSequences, findTables, isIncluded, sqlName, type Table, writeValuesExactly } from './catalog.ts'
import { copyOut, digestRows } from './copy-stream.ts'
import { type Manifest, tablePath, type TablePart, UNFINISHED, writeManifest, findApplied, requireKnown } from './manifest.ts'
import { inBatches, writePart } from './parts.ts'
import { withDatabase, type DataLocation } from './with-database.ts'

export type BackUpOptions = {
  /** The folder in which the backup's own folder is created. */
  into: string
  now: Date
  log: (line: string) => void
  signal?: AbortSignal
  /** For tests: the migrations of another version. */
  migrationsFolder?: string
}

/** Saves a consistent snapshot of all rows and their files while a server may be running. */
export async function backUp(place: DataLocation, options: BackUpOptions): Promise<{ folder: string; manifest: Manifest }> {
  return await withDatabase(place, options, async ({ client }) => {
    const folder = join(options.into, `saathi-${options.now.toISOString().slice(0, 19).replaceAll(':', '-')}Z`)
    const unfinished = `${folder}${UNFINISHED}`
    if (existsSync(folder) || existsSync(unfinished)) throw new OperatorError(`${folder} exists already. Try again in a second.`)
    const tables = await beginSnapshot(client, options.migrationsFolder ?? shippedFolder)
    await mkdir(join(unfinished, 'rows'), { recursive: true, mode: 0o700 })
    try {
      const manifest = await writeSnapshot(client, { ...options, tables, folder: unfinished, store: openFileStore(place) })
      await writeManifest(unfinished, manifest)
      await syncFolder(unfinished)
      // Only a complete backup gets its final name.
      await rename(unfinished, folder)
      await syncFolder(options.into)
      return { folder, manifest }
    } catch (error) {
      await rm(unfinished, { recursive: true, force: true })
      throw error
    }
  })
}

async function beginSnapshot(client: pg.Client, migrationsFolder: string): Promise<Table[]> {
  // A table that a migration rewrites would look empty to an older snapshot, so migrations wait until the tables are locked.
  await client.query('select pg_advisory_lock($1)', [advisoryLock])
  await client.query('begin transaction isolation level repeatable read read only')
  await writeValuesExactly(client)
  const tables = await findTables(client)
  if (!tables.some(({ name }) => name === 'schema_migration')) {
    throw new OperatorError('There is nothing to back up: the database is empty.')
  }
  requireKnown('The database', await findApplied(client), readMigrations(migrationsFolder))
  await client.query(`lock table ${tables.map(sqlName).join(', ')} in access share mode`)
  await client.query('select pg_advisory_unlock($1)', [advisoryLock])
  return tables.filter(isIncluded)
}

type Snapshot = { tables: Table[]; folder: string; store: FileStore; now: Date; signal?: AbortSignal }

async function writeSnapshot(client: pg.Client, { tables, folder, store, now, signal }: Snapshot): Promise<Manifest> {
  const tableParts: TablePart[] = []
  for (const table of tables) tableParts.push(await writeTable(client, folder, table, signal))
  const hasFiles = tables.some(({ schema, name }) => schema === 'public' && name === 'file')
  return {
    format: 1,
    madeAt: now.toISOString(),
    migrations: await findApplied(client),
    tables: tableParts,
    sequences: await findSequences(client),
    files: hasFiles ? await backUpFiles({ client, store, folder, ...(signal && { signal }) }) : await noFiles(folder),
  }
}

async function writeTable(client: pg.Client, folder: string, table: Table, signal?: AbortSignal): Promise<TablePart> {
  const digest = digestRows()
  const rows = copyOut(client, copyOutSql(table))
  const part = await writePart(join(folder, tablePath(table)), inBatches(rows, digest.add), signal)
  return { ...table, ...digest.result(), part }
}
