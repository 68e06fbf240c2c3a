import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'

/** Allows undoing all later changes without ending the transaction, which also completes the job. */
export async function setSavepoint(db: Db): Promise<void> {
  await sql`savepoint import_run`.execute(db)
}

export async function rollBackToSavepoint(db: Db): Promise<void> {
  await sql`rollback to savepoint import_run`.execute(db)
}

export type Running = { id: number; scope: readonly number[] | null; startedBy: number | null; updatesExisting: boolean }

export async function findRunning(db: Db, id: number): Promise<Running | null> {
  const row = await db
    .selectFrom('import_run')
    .select(['id', 'scope', 'started_by as startedBy', 'updates_existing as updatesExisting'])
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst()
  return row ?? null
}

/**
 * Uses a separate connection, so that the progress is visible while the run's transaction is open. True if the run should stop.
 */
export async function saveProgress(db: Db, id: number, progress: number): Promise<boolean> {
  const row = await db
    .updateTable('import_run')
    .set({ progress })
    .where('id', '=', id)
    .returning('stop_asked_at as stopAskedAt')
    .executeTakeFirst()
  return row !== undefined && row.stopAskedAt !== null
}

/** Changes with every change of the account, but not with columns that later versions add and leave empty. */
const hash = sql<string>`md5(jsonb_strip_nulls(to_jsonb(person) - 'created_at')::text)`

export async function updateCreated(
  db: Db,
  runId: number,
  created: readonly { number: number; personId: number }[],
): Promise<void> {
  const numbers = created.map(({ number }) => number)
  const personIds = created.map(({ personId }) => personId)
  await sql`
    update import_row set person_id = person.id, made = ${hash}
    from unnest(${numbers}::int[], ${personIds}::bigint[]) as created (number, person_id)
    join person on person.id = created.person_id
    where import_row.run_id = ${runId} and import_row.number = created.number`.execute(db)
}

/** Sending another invitation is not a change of the person. */
const INVITE_AGAIN = 'POST /api/v2/staff/people/:personId/invite/'

export type CreatedPerson = { number: number; personId: number; address: string; kept: 'joined' | 'changed' | null }

/** Locked, so that nobody joins while the import is being undone. */
export async function findCreatedForUpdate(db: Db, runId: number): Promise<CreatedPerson[]> {
  const { rows } = await sql<CreatedPerson>`
    select number, person.id as "personId", person.email as address, case
      when email_verified_at is not null or password_hash is not null
        or exists (select from sign_in where sign_in.person_id = person.id) then 'joined'
      when ${hash} <> made or exists (
        select from staff_act where staff_act.person_id = person.id and call not like 'GET %' and call <> ${INVITE_AGAIN}
      ) then 'changed'
    end as kept
    from import_row join person on person.id = import_row.person_id
    where run_id = ${runId} and made is not null
    order by person.id for update of person`.execute(db)
  return rows
}

/** Tables whose rows are removed with an account that nobody has used. */
const OWN_TABLES = ['experience', 'verification_link', 'import_row']

/** People to whom anything else in the database refers. Found in the catalogue, so that no table is forgotten. */
export async function findReferred(db: Db, personIds: readonly number[]): Promise<ReadonlySet<number>> {
  const { rows: references } = await sql<{ table: string; column: string }>`
    select conrelid::regclass::text as table, attname as column from pg_constraint
    join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confrelid = 'person'::regclass and connamespace = 'public'::regnamespace`.execute(db)
  const referred = new Set<number>()
  for (const { table, column } of references) {
    if (OWN_TABLES.includes(table)) continue
    const { rows } = await sql<{ id: number }>`
      select distinct ${sql.ref(column)} as id from ${sql.table(table)} where ${sql.ref(column)} = any(${personIds})`.execute(db)
    for (const { id } of rows) referred.add(id)
  }
  return referred
}

export async function deletePeople(db: Db, personIds: readonly number[]): Promise<void> {
  await db.deleteFrom('person').where('id', 'in', personIds).execute()
}

export async function updateKept(db: Db, runId: number, kept: 'joined' | 'changed' | 'in_use', personIds: readonly number[]) {
  if (personIds.length === 0) return
  await db.updateTable('import_row').set({ kept }).where('run_id', '=', runId).where('person_id', 'in', personIds).execute()
}
