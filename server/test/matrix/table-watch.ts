import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'

/** Tells which tables were written to since it was last asked. A refusal must leave them all alone. */
export type TableWatch = { written: () => Promise<string[]> }

/** Tables that exist to remember what was refused: tries are counted, and what the team asks for is written down. */
const remembersRefusals = new Set(['throttle', 'one_time_code', 'sign_in_try', 'sign_in_block', 'staff_act', 'staff_act_chain'])

const SWEPT_AFTER = 100

const watches = new WeakMap<Db, Promise<TableWatch>>()

/** One for each database. What a transaction wrote and took back was not written. */
export function watchTables(db: Db): Promise<TableWatch> {
  const known = watches.get(db)
  if (known) return known
  const watch = beginWatch(db)
  watches.set(db, watch)
  return watch
}

/** The rows themselves say when they are written: asking every table how it stands costs more than all requests together. */
async function beginWatch(db: Db): Promise<TableWatch> {
  await sql`create schema watch`.execute(db)
  await sql`create table watch.written (name text not null)`.execute(db)
  await sql`create function watch.note() returns trigger language plpgsql as
    $$ begin insert into watch.written values (tg_table_name); return null; end $$`.execute(db)
  for (const name of await listTables(db)) {
    await sql`create trigger watch after insert or update or delete on ${sql.table(name)}
      for each row execute function watch.note()`.execute(db)
  }
  let asked = 0
  return {
    written: async () => {
      asked += 1
      // Nothing else sweeps here; what was deleted before would be passed by again each time.
      if (asked % SWEPT_AFTER === 0) await sql`vacuum watch.written`.execute(db)
      const { rows } = await sql<{ name: string }>`delete from watch.written returning name`.execute(db)
      return [...new Set(rows.map(({ name }) => name))].filter((name) => !remembersRefusals.has(name)).toSorted()
    },
  }
}

async function listTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(db)
  return rows.map(({ name }) => name)
}
