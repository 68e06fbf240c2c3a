import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'

export type ActQuery = {
  staffId: number | undefined
  personId: number | undefined
  from: Date | undefined
  until: Date | undefined
  changesOnly: boolean
  before: number | null
  limit: number
}

export function findActs(db: Db, { staffId, personId, from, until, changesOnly, before, limit }: ActQuery) {
  let acts = db
    .selectFrom('staff_act')
    .leftJoin('person as staff', (join) => join.onRef('staff.id', '=', 'staff_act.staff_id').on('staff.deleted_at', 'is', null))
    .leftJoin('person as about', (join) => join.onRef('about.id', '=', 'staff_act.person_id').on('about.deleted_at', 'is', null))
    // Leave out the act that records a refusal; it is shown with the first one.
    .where(sql<boolean>`not staff_act.named ? 'refused'`)
    .select(
      sql<boolean>`exists (
        select 1 from staff_act as refusal
        where refusal.named ? 'refused' and (refusal.named ->> 'refused')::bigint = staff_act.number)`.as('isRefused'),
    )
    .select([
      'number',
      'at',
      'staff_id as staffId',
      'call',
      'person_id as personId',
      'reason',
      'address',
      'staff.first_name as staffFirstName',
      'staff.last_name as staffLastName',
      'about.first_name as personFirstName',
      'about.last_name as personLastName',
    ])
  if (staffId !== undefined) acts = acts.where('staff_id', '=', staffId)
  if (personId !== undefined) acts = acts.where('person_id', '=', personId)
  if (from) acts = acts.where('at', '>=', from)
  if (until) acts = acts.where('at', '<', until)
  if (changesOnly) acts = acts.where('call', 'not like', 'GET %')
  if (before !== null) acts = acts.where('number', '<', before)
  return acts.orderBy('number', 'desc').limit(limit).execute()
}
export type ActRow = Awaited<ReturnType<typeof findActs>>[number]

/** Existing accounts that may act now or have acted before. */
export function findActors(db: Db, roles: readonly string[]) {
  return db
    .selectFrom('person')
    .select(['id', 'first_name as firstName', 'last_name as lastName'])
    .where('role', 'in', roles)
    .where('deleted_at', 'is', null)
    .orderBy('first_name')
    .orderBy('last_name')
    .orderBy('id')
    .limit(500)
    .execute()
}

export async function countActs(db: Db): Promise<number> {
  const row = await db
    .selectFrom('staff_act')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return row.count
}
