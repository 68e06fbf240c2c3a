import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'

/** Every row of every table as text, including jobs: what a stolen database would reveal. */
export async function dumpTables(db: Db): Promise<string> {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select schemaname as schema, tablename as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema') order by 1, 2`.execute(db)
  const dumps = await Promise.all(
    tables.map(async ({ schema, name }) => {
      const { rows } = await sql<{ line: string }>`select t::text as line from ${sql.table(`${schema}.${name}`)} t`.execute(db)
      return rows.map(({ line }) => line).join('\n')
    }),
  )
  return dumps.join('\n')
}

/** As text, or as PostgreSQL writes bytes. */
export function occursIn(dump: string, secret: string): boolean {
  return dump.includes(secret) || dump.includes(Buffer.from(secret).toString('hex'))
}
