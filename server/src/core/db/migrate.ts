import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { OperatorError } from '../operator-error.ts'

export interface MigrateOptions {
  log: (line: string) => void
  folder?: string
  now?: () => Date
}

export interface Migration {
  number: number
  name: string
  sql: string
  sha256: string
}

export const shippedFolder = fileURLToPath(new URL('../../../migrations', import.meta.url))
// Any fixed number works if nothing else in the database uses the same advisory lock.
export const advisoryLock = 7_200_001

export async function migrate(pool: pg.Pool, options: MigrateOptions): Promise<{ applied: string[] }> {
  const migrations = readMigrations(options.folder ?? shippedFolder)
  const client = await pool.connect()
  let isClean = false
  try {
    // The pool's statement timeout is meant for requests; a migration, or waiting for another server's, may take longer.
    await client.query('set statement_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [advisoryLock])
    await client.query(`create table if not exists schema_migration (
      number int primary key, name text not null, sha256 text not null, applied_at timestamptz not null)`)
    const pending = await findPending(client, migrations)
    for (const migration of pending) {
      await apply(client, migration, options.now ?? (() => new Date()))
      options.log(`database: applied ${migration.name}`)
    }
    await client.query('select pg_advisory_unlock($1)', [advisoryLock])
    await client.query('reset statement_timeout')
    isClean = true
    return { applied: pending.map(({ name }) => name) }
  } finally {
    // After a failure, only closing the connection reliably releases the lock and the transaction.
    client.release(!isClean)
  }
}

export function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
  return names.map((name, at) => {
    const number = Number(/^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1])
    if (!number) throw new OperatorError(`The migration ${name} is not named like 0001_name.sql.`)
    if (number !== at + 1)
      throw new OperatorError(
        `The migration ${name} should have the number ${String(at + 1).padStart(4, '0')}: numbers must be consecutive and unique.`,
      )
    // A checkout on Windows may have other line breaks; that is not a change.
    const sql = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n')
    return { number, name, sql, sha256: createHash('sha256').update(sql).digest('hex') }
  })
}

async function findPending(client: pg.PoolClient, migrations: Migration[]) {
  const { rows } = await client.query<{ number: number; name: string; sha256: string }>(
    'select number, name, sha256 from schema_migration order by number',
  )
  for (const row of rows) {
    const file = migrations[row.number - 1]
    if (!file)
      throw new OperatorError(
        `The database is newer than this version of Saathi: it already has ${row.name}. Start the newer version, or restore an older backup.`,
      )
    if (file.name !== row.name || file.sha256 !== row.sha256) {
      throw new OperatorError(
        `The migration ${file.name} was changed after it had been applied. Restore the file and add a new one.`,
      )
    }
  }
  return migrations.slice(rows.length)
}

async function apply(client: pg.PoolClient, migration: Migration, now: () => Date) {
  await client.query('begin')
  const transaction = await currentTransaction(client)
  try {
    await client.query(migration.sql)
  } catch (error) {
    throw new Error(`The migration ${migration.name} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
  // A commit inside the file would keep its first half if the second fails.
  if ((await currentTransaction(client)) !== transaction) {
    throw new Error(`The migration ${migration.name} ends its own transaction. Remove begin, commit and rollback from it.`)
  }
  await client.query('insert into schema_migration (number, name, sha256, applied_at) values ($1, $2, $3, $4)', [
    migration.number,
    migration.name,
    migration.sha256,
    now(),
  ])
  await client.query('commit')
}

async function currentTransaction(client: pg.PoolClient) {
  const { rows } = await client.query<{ id: string }>('select pg_current_xact_id()::text as id')
  return rows[0]?.id
}
