import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'
import type { Details } from './plan-update.ts'

type Update = { number: number; personId: number; found: Details; written: Details }

const columns = (side: 'found' | 'written') => ({
  first: sql`${sql.ref(side)} ->> 'firstName'`,
  last: sql`${sql.ref(side)} ->> 'lastName'`,
  role: sql`${sql.ref(side)} ->> 'role'`,
  project: sql`(${sql.ref(side)} ->> 'projectId')::bigint`,
  cohort: sql`(${sql.ref(side)} ->> 'cohortId')::bigint`,
})
const [found, written] = [columns('found'), columns('written')]

const isStill = (side: typeof found) => sql<boolean>`
  person.deleted_at is null and first_name = ${side.first} and last_name = ${side.last} and role = ${side.role}
  and project_id is not distinct from ${side.project} and cohort_id is not distinct from ${side.cohort}`

/** Returns the numbers of the rows that were written. People who changed since the check are skipped. */
export async function updatePeople(db: Db, runId: number, updates: readonly Update[]): Promise<ReadonlySet<number>> {
  if (updates.length === 0) return new Set()
  const { rows } = await sql<{ number: number }>`
    with wanted as (
      select * from jsonb_to_recordset(${JSON.stringify(updates)}::jsonb)
        as each (number int, "personId" bigint, found jsonb, written jsonb)
    ), changed as (
      update person set first_name = ${written.first}, last_name = ${written.last}, role = ${written.role},
        project_id = ${written.project}, cohort_id = ${written.cohort}
      from wanted where person.id = "personId" and ${isStill(found)}
      returning number
    )
    update import_row set person_id = wanted."personId", found = wanted.found, written = wanted.written
    from wanted where run_id = ${runId} and import_row.number = wanted.number and wanted.number in (select number from changed)
    returning import_row.number`.execute(db)
  return new Set(rows.map(({ number }) => number))
}

/** Restores people who have not been changed since; those who have joined stay in the other programme. */
export async function restorePeople(db: Db, runId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update person set first_name = ${found.first}, last_name = ${found.last}, role = ${found.role}, project_id = ${found.project},
      cohort_id = (select id from cohort where cohort.id = ${found.cohort} and cohort.project_id = ${found.project})
    from import_row
    where run_id = ${runId} and written is not null and person.id = import_row.person_id and ${isStill(written)}
      and (${found.project} is not distinct from ${written.project} or email_verified_at is null)
    returning person.id`.execute(db)
  const restored = rows.map(({ id }) => id)
  await sql`
    update import_row set kept = 'changed'
    where run_id = ${runId} and written is not null and person_id is not null and person_id <> all(${restored}::bigint[])`.execute(
    db,
  )
  return restored
}
