import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'

/** Reports which tables were written since the last call. A refusal must not write any. */
export type TableWatch = { written: () => Promise<string[]> }

/** Tables that record refusals by design: they count attempts or log staff actions. */
const recordsRefusals = new Set(['throttle', 'one_time_code', 'sign_in_try', 'sign_in_block', 'staff_act', 'staff_act_chain'])

const VACUUM_EVERY = 100

const watches = new WeakMap<Db, Promise<TableWatch>>()

/** One watch per database. Rolled-back writes do not count. */
export function watchTables(db: Db): Promise<TableWatch> {
  const known = watches.get(db)
  if (known) return known
  const watch = startWatch(db)
  watches.set(db, watch)
  return watch
}

/** Triggers record the writes: counting the rows of every table would cost more than all requests together. */
async function startWatch(db: Db): Promise<TableWatch> {
  await sql`create schema watch`.execute(db)
  await sql`create table watch.written (name text not null)`.execute(db)
  await sql`create function watch.note() returns trigger language plpgsql as
    $$ begin insert into watch.written values (tg_table_name); return null; end $$`.execute(db)
  for (const name of await listTables(db)) {
    await sql`create trigger watch after insert or update or delete on ${sql.table(name)}
      for each row execute function watch.note()`.execute(db)
  }
  let calls = 0
  return {
    written: async () => {
      calls += 1
      // Nothing else vacuums this table, and dead rows slow down each delete.
      if (calls % VACUUM_EVERY === 0) await sql`vacuum watch.written`.execute(db)
      const { rows } = await sql<{ name: string }>`delete from watch.written returning name`.execute(db)
      return [...new Set(rows.map(({ name }) => name))].filter((name) => !recordsRefusals.has(name)).toSorted()
    },
  }
}

async function listTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(db)
  return rows.map(({ name }) => name)
}
