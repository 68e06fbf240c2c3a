import { sql } from 'kysely'
import type { Scope } from '#accounts/public.ts'
import { rolesThatMay } from '#accounts/public.ts'
import type { Db } from '#core/ctx.ts'
import { isInScope } from './scope.ts'

/** The caseload of each colleague in these programmes, including colleagues without a right there. */
export async function countCaseloads(db: Db, scope: Scope) {
  const { rows } = await sql<{
    id: number
    firstName: string
    lastName: string
    pairs: number
    contacts: number
    rows: number
  }>`
    with held as (
      select manager.person_id as id, 1 as pairs, 0 as contacts, 0 as items
      from mentorship_member manager join mentorship on mentorship.id = manager.mentorship_id
      where manager.part = 'pair_manager' and manager.left_at is null and ${isInScope(scope, sql`mentorship.project_id`)}
      union all
      select next_contact.staff_id, 0, 1, 0 from next_contact join person on person.id = next_contact.person_id
      where ${isInScope(scope, sql`person.project_id`)}
      union all
      select owner_id, 0, 0, 1 from work_item
      where closed_at is null and owner_id is not null and ${isInScope(scope, sql`work_item.project_id`)}
    )
    select person.id, person.first_name as "firstName", person.last_name as "lastName", sum(pairs)::int as pairs,
      sum(contacts)::int as contacts, sum(items)::int as rows
    from held join person on person.id = held.id
    group by person.id order by 2, 3, 1 limit 500`.execute(db)
  return rows
}

type HandOver = { from: number; to: number; scope: Scope }

export async function findPairsToMove(db: Db, { from, scope }: Omit<HandOver, 'to'>) {
  const { rows } = await sql<{ id: number; projectId: number }>`
    select mentorship.id, mentorship.project_id as "projectId"
    from mentorship_member manager join mentorship on mentorship.id = manager.mentorship_id
    where manager.person_id = ${from} and manager.part = 'pair_manager' and manager.left_at is null
      and mentorship.ended_at is null and ${isInScope(scope, sql`mentorship.project_id`)}
    order by mentorship.id`.execute(db)
  return rows
}

/** Programmes of the contacts and rows that would move. */
export async function findOtherProjects(db: Db, { from, scope }: Omit<HandOver, 'to'>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select person.project_id as id from next_contact join person on person.id = next_contact.person_id
    where next_contact.staff_id = ${from} and ${isInScope(scope, sql`person.project_id`)}
    union
    select project_id from work_item
    where owner_id = ${from} and closed_at is null and ${isInScope(scope, sql`work_item.project_id`)}`.execute(db)
  return rows.map(({ id }) => id)
}

export async function moveContacts(db: Db, { from, to, scope }: HandOver): Promise<number> {
  const { numAffectedRows } = await sql`
    update next_contact set staff_id = ${to} from person
    where person.id = next_contact.person_id and next_contact.staff_id = ${from}
      and ${isInScope(scope, sql`person.project_id`)}`.execute(db)
  return Number(numAffectedRows ?? 0)
}

export async function moveItems(db: Db, { from, to, scope }: HandOver): Promise<number> {
  const { numAffectedRows } = await sql`
    update work_item set owner_id = ${to}
    where owner_id = ${from} and closed_at is null and ${isInScope(scope, sql`work_item.project_id`)}`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** SQL condition: the colleague has no right in the project any more. */
const hasNoRight = (colleague: string, project: string, roles: readonly string[], now: Date) => sql<boolean>`not exists (
  select from staff_right own join person on person.id = own.person_id
  where own.person_id = ${sql.ref(colleague)} and own.ended_at is null and (own.until is null or own.until > ${now})
    and own.role = any(${roles}::text[]) and (own.project_id is null or own.project_id = ${sql.ref(project)})
    and person.deleted_at is null and person.disabled_at is null)`

/** Unassigns rows and contacts of colleagues without a right there; returns their pairs. */
export async function releaseOfGone(db: Db, now: Date) {
  const working = rolesThatMay('staff.worklist')
  const items = await sql<{ projectId: number }>`
    update work_item set owner_id = null
    where owner_id is not null and closed_at is null and ${hasNoRight('work_item.owner_id', 'work_item.project_id', working, now)}
    returning project_id as "projectId"`.execute(db)
  const contacts = await sql<{ projectId: number }>`
    delete from next_contact using person member
    where member.id = next_contact.person_id and ${hasNoRight('next_contact.staff_id', 'member.project_id', working, now)}
    returning member.project_id as "projectId"`.execute(db)
  const pairs = await sql<{ id: number; personId: number; projectId: number }>`
    select mentorship.id, manager.person_id as "personId", mentorship.project_id as "projectId"
    from mentorship_member manager join mentorship on mentorship.id = manager.mentorship_id
    where manager.part = 'pair_manager' and manager.left_at is null and mentorship.ended_at is null
      and ${hasNoRight('manager.person_id', 'mentorship.project_id', ['PairManager'], now)}
    order by mentorship.id limit 500`.execute(db)
  return { pairs: pairs.rows, projectIds: [...items.rows, ...contacts.rows].map(({ projectId }) => projectId) }
}
