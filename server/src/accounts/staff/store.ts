import type { Experiences, Permission } from '@saathi/contract/accounts/entities'
import { Role } from '@saathi/contract/accounts/roles'
import { searchForm } from '@saathi/contract/core/search-form'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#core/ctx.ts'

export type Flags = Readonly<Record<Exclude<keyof Experiences, 'chatStatus'> | keyof Experiences['chatStatus'], Permission>>

/**
 * Locks the row, so that concurrent staff changes to one person run one after the other. Null if they left or never
 * existed.
 */
export async function findPersonForUpdate(db: Db, personId: number) {
  const row = await db
    .selectFrom('person')
    .select(['id', 'role', 'project_id as projectId'])
    .where('id', '=', personId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ? { ...row, role: Role.parse(row.role) } : null
}

/** Someone who has not verified their address yet; null for everybody else, and for blocked accounts. */
export async function findInvited(db: Db, personId: number) {
  const row = await db
    .selectFrom('person')
    .select(['email as address', 'first_name as name', 'language_code as language'])
    .where('id', '=', personId)
    .where('email_verified_at', 'is', null)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/** Updates only the given flags: other code may change another flag of the same person at the same time. */
export async function saveFlags(db: Db, personId: number, flags: Partial<Flags>): Promise<void> {
  const { mentorshipChat, aiChat, helpCenter, ...same } = flags
  const columns = {
    ...same,
    ...(mentorshipChat && { mentorship_chat: mentorshipChat }),
    ...(aiChat && { ai_chat: aiChat }),
    ...(helpCenter && { help_center: helpCenter }),
  }
  if (Object.keys(columns).length === 0) return
  await db
    .insertInto('experience')
    .values({ person_id: personId, ...columns })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(columns))
    .execute()
}

/** Active people with a right of one of these roles in the programme of this person, by id; never the person. */
export async function findStaffOf(
  db: Db,
  roles: readonly Role[],
  { personId, now }: { personId: number; now: Date },
): Promise<number[]> {
  if (roles.length === 0) return []
  const rows = await db
    .selectFrom('staff_right')
    .innerJoin('person', 'person.id', 'staff_right.person_id')
    .select('person.id')
    .distinct()
    .where('staff_right.role', 'in', roles)
    .where('ended_at', 'is', null)
    .where((is) => is.or([is('until', 'is', null), is('until', '>', now)]))
    .where(({ or, eb, selectFrom }) =>
      or([
        eb('staff_right.project_id', 'is', null),
        eb(
          'staff_right.project_id',
          '=',
          selectFrom('person as about').select('about.project_id').where('about.id', '=', personId),
        ),
      ]),
    )
    .where('person.id', '<>', personId)
    .where('deleted_at', 'is', null)
    .where('disabled_at', 'is', null)
    .where('email_verified_at', 'is not', null)
    .orderBy('person.id')
    .execute()
  return rows.map(({ id }) => id)
}

export async function findNames(db: Db, personIds: readonly number[]) {
  if (personIds.length === 0) return []
  return db
    .selectFrom('person')
    .select(['id as personId', 'first_name as firstName', 'last_name as lastName'])
    .where('id', 'in', personIds)
    .orderBy('first_name')
    .orderBy('last_name')
    .orderBy('id')
    .execute()
}

export async function findGroupType(db: Db, personId: number): Promise<string | null> {
  const row = await db
    .selectFrom('person')
    .innerJoin('project', 'project.id', 'person.project_id')
    .select('group_type as groupType')
    .where('person.id', '=', personId)
    .executeTakeFirst()
  return row?.groupType ?? null
}

export async function updateRole(db: Db, personId: number, role: Role): Promise<void> {
  await db.updateTable('person').set({ role }).where('id', '=', personId).execute()
}

/** False if nothing changed; the first date is kept. */
export async function updateDisabled(db: Db, personId: number, isDisabled: boolean, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('person')
    .set({ disabled_at: isDisabled ? now : null })
    .where('id', '=', personId)
    .where('disabled_at', isDisabled ? 'is' : 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function updateVerified(db: Db, personId: number, isVerified: boolean, now: Date): Promise<void> {
  await db
    .updateTable('person')
    .set((is) => ({ email_verified_at: isVerified ? is.fn.coalesce('email_verified_at', is.val(now)) : null }))
    .where('id', '=', personId)
    .execute()
}

export type Maintenance = { underMaintenance: boolean; message: string; until: Date | null }

export async function updateMaintenance(db: Db, { underMaintenance, message, until }: Maintenance): Promise<void> {
  await db
    .updateTable('system_setting')
    .set({ under_maintenance: underMaintenance, maintenance_message: message, maintenance_until: until })
    .execute()
}

/**
 * Accepted acts that concern a person, newest first, except for acts on one's own account. Repeated loads of an open page count
 * once per hour.
 */
export function findActsAbout(
  db: Db,
  { personId, before, limit, now }: { personId: number; before: number | null; limit: number; now: Date },
) {
  const acts = db
    .selectFrom('staff_act')
    .select(['number', 'staff_id', 'call', 'reason', 'at'])
    .select(sql<Date | null>`lag(at) over (partition by staff_id, call, reason order by number)`.as('earlier_at'))
    .where('person_id', '=', personId)
    .where('staff_id', '<>', personId)
    .where(
      sql<boolean>`not exists (
        select 1 from staff_act as refusal
        where refusal.named ? 'refused' and (refusal.named ->> 'refused')::bigint = staff_act.number)`,
    )
    .where(
      sql<boolean>`not exists (
        select from look_delay delay
        where delay.person_id = ${personId} and staff_act.call like '%/staff/safety/cases/:id/%'
          and (staff_act.named -> 'params' ->> 'id')::bigint = delay.case_id and (delay.until is null or delay.until > ${now}))`,
    )
    .as('act')
  const shown = db
    .selectFrom(acts)
    .leftJoin('person as staff', (join) => join.onRef('staff.id', '=', 'act.staff_id').on('staff.deleted_at', 'is', null))
    .select(['number', 'call', 'reason', 'at', 'staff.first_name as firstName', 'staff.last_name as lastName'])
    .where(sql<boolean>`act.earlier_at is null or act.at > act.earlier_at + interval '1 hour'`)
  const earlier = before === null ? shown : shown.where('number', '<', before)
  return earlier.orderBy('number', 'desc').limit(limit).execute()
}

/** The account has been deleted. The seals contain only the hash of a reason, so the text can be erased. */
export async function deleteReasonsAbout(db: Db, personId: number): Promise<void> {
  await db.updateTable('staff_act').set({ reason: null }).where('person_id', '=', personId).execute()
}

/** The beginning of a word, in any script, as a term for `person.words`. */
export type WordStart = { term: string }

const MAX_WORDS = 6

/** Quoted, so that no letter is an operator. */
export const wordStartsIn = (search: string): WordStart[] =>
  searchForm(search)
    .split(/\s+/u)
    .filter(Boolean)
    .slice(0, MAX_WORDS)
    .map((word) => ({ term: `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}':*` }))

/** For queries of `person`: a word of the name, address or phone number must begin with each of these. */
export const hasWords = (words: readonly WordStart[]): RawBuilder<boolean> =>
  sql<boolean>`person.words @@ ${words.map(({ term }) => term).join(' & ')}::tsquery`
