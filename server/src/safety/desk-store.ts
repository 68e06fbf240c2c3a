import type { Role } from '@saathi/contract/accounts/roles'
import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'

export type DeskMember = { personId: number; role: string; taken: number }

/** Active people with one of these roles in the programme: leads before administrators, fewest open cases first. */
export async function findDesk(
  db: Db,
  { roles, projectId, now, only }: { roles: readonly Role[]; projectId: number | null; now: Date; only: number | null },
): Promise<DeskMember[]> {
  const { rows } = await sql<DeskMember>`
    select person.id as "personId", min(staff_right.role) filter (where staff_right.role = 'SafeguardingLead') as role,
      (select count(*)::int from safety_case where taken_by = person.id and state <> 'closed') as taken
    from staff_right join person on person.id = staff_right.person_id
    where staff_right.role = any(${[...roles]}::text[]) and staff_right.ended_at is null
      and (${only}::bigint is null or person.id = ${only})
      and (staff_right.until is null or staff_right.until > ${now})
      and (staff_right.project_id is null or staff_right.project_id = ${projectId})
      and person.deleted_at is null and person.disabled_at is null and person.email_verified_at is not null
    group by person.id
    order by bool_or(staff_right.role = 'SafeguardingLead') desc, taken, person.id
    limit 100`.execute(db)
  return rows.map((row) => ({ ...row, role: row.role ?? 'Admin' }))
}

export type Alert = { caseId: number; clockFrom: Date; stage: number; personId: number }

/** False if the person was notified at this stage before. */
export async function insertAlert(db: Db, { caseId, clockFrom, stage, personId }: Alert, now: Date): Promise<boolean> {
  const row = await db
    .insertInto('safety_alert')
    .values({ case_id: caseId, clock_from: clockFrom, stage, person_id: personId, at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('person_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function findAlerted(db: Db, caseId: number, clockFrom: Date): Promise<Set<number>> {
  const rows = await db
    .selectFrom('safety_alert')
    .select('person_id')
    .where('case_id', '=', caseId)
    .where('clock_from', '=', clockFrom)
    .execute()
  return new Set(rows.map(({ person_id }) => person_id))
}
