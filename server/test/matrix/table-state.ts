import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'

/** A mark for everything a table holds. A refusal must leave all marks as they were. */
export type TableState = ReadonlyMap<string, string>

export type StateReader = { read: () => Promise<TableState> }

/**
 * The tables are asked for once: they do not change while a server runs. How many rows there are and which transaction wrote
 * the latest tells of everything that was added, changed or taken away, at a fraction of the price of reading it all.
 */
export async function openTableState(db: Db): Promise<StateReader> {
  const tables = await listTables(db)
  const marks = tables.map(
    (name) =>
      sql`select ${name} as name, count(*) || ' ' || coalesce(max(t.xmin::text::bigint), 0) as mark from ${sql.table(name)} t`,
  )
  const query = sql<{ name: string; mark: string }>`${sql.join(marks, sql` union all `)}`
  return {
    read: async () => new Map((await query.execute(db)).rows.map(({ name, mark }) => [name, mark])),
  }
}

export async function listTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(db)
  return rows.map(({ name }) => name)
}

/** Tables that exist to remember what was refused: tries are counted. */
const remembersRefusals = new Set(['throttle', 'one_time_code', 'sign_in_try', 'sign_in_block'])

export function changedTables(before: TableState, after: TableState): string[] {
  return [...after].flatMap(([name, mark]) => (before.get(name) === mark || remembersRefusals.has(name) ? [] : [name]))
}
