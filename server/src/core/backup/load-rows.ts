import { join } from 'node:path'
import type pg from 'pg'
import type { Migration } from '../db/migrate.ts'
import { OperatorError } from '../operator-error.ts'
import { copyInSql, copyOutSql, findTables, isIncluded, sqlName } from './catalog.ts'
import { copyIn, copyOut, digestRows } from './copy-stream.ts'
import { type Manifest, tablePath, type TablePart } from './manifest.ts'
import { readPart } from './parts.ts'

type ForeignKey = { table: string; name: string; definition: string }

/** Like the server's own migrations, but inside the caller's transaction: a failed restore leaves nothing. */
export async function createTables(client: pg.Client, migrations: Migration[], now: Date): Promise<void> {
  await client.query(`create table schema_migration (
    number int primary key, name text not null, sha256 text not null, applied_at timestamptz not null)`)
  for (const { number, name, sha256, sql } of migrations) {
    await client.query(sql)
    // A later migration cannot alter a table that still has deferred checks pending.
    await client.query('set constraints all immediate')
    await client.query('insert into schema_migration (number, name, sha256, applied_at) values ($1, $2, $3, $4)', [
      number,
      name,
      sha256,
      now,
    ])
  }
}

export async function loadRows(client: pg.Client, manifest: Manifest, folder: string, signal?: AbortSignal): Promise<void> {
  await requireSameTables(client, manifest)
  // With foreign keys dropped and added again at the end, tables can be loaded in any order and are checked once.
  const foreignKeys = await findForeignKeys(client)
  for (const { table, name } of foreignKeys) await client.query(`alter table ${table} drop constraint ${name}`)
  await switchTriggers(client, manifest, 'disable')
  // Migrations insert rows into some tables, and the backup contains those rows too.
  await client.query(`truncate ${manifest.tables.map(sqlName).join(', ')}`)
  for (const table of manifest.tables) {
    signal?.throwIfAborted()
    await readPart(join(folder, tablePath(table)), (content) => copyIn(client, copyInSql(table), content))
  }
  for (const sequence of manifest.sequences) {
    if (sequence.value !== null) await client.query('select setval($1, $2::bigint)', [sqlName(sequence), sequence.value])
  }
  await client.query('set constraints all immediate')
  await switchTriggers(client, manifest, 'enable')
  for (const { table, name, definition } of foreignKeys) {
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  }
}

/** Reads the rows back from the database and compares their digests. */
export async function verifyRows(client: pg.Client, tables: TablePart[]): Promise<void> {
  for (const table of tables) {
    const digest = digestRows()
    for await (const row of copyOut(client, copyOutSql(table))) digest.add(row)
    const { rows, sum } = digest.result()
    if (rows === table.rows && sum === table.sum) continue
    throw new OperatorError(
      `The restored table ${table.schema}.${table.name} differs from the backup: ${rows} of ${table.rows} rows, or other values. Nothing was restored.`,
    )
  }
}

async function requireSameTables(client: pg.Client, manifest: Manifest) {
  const describe = ({ schema, name, columns }: { schema: string; name: string; columns: string[] }) =>
    `${schema}.${name} (${columns.join(', ')})`
  const here = new Set((await findTables(client)).filter(isIncluded).map(describe))
  const there = new Set(manifest.tables.map(describe))
  const different = [...here, ...there].find((table) => !here.has(table) || !there.has(table))
  if (different) throw new OperatorError(`The backup does not match its own version: ${different}.`)
}

async function findForeignKeys(client: pg.Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(`
    select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and conparentid = 0 and connamespace::regnamespace::text !~ '^(pg_|information_schema)'
    order by oid`)
  return rows
}

/** The triggers already ran when the rows were first inserted. */
async function switchTriggers(client: pg.Client, { tables }: Manifest, to: 'enable' | 'disable') {
  for (const table of tables) await client.query(`alter table ${sqlName(table)} ${to} trigger user`)
}
