import { sql } from 'kysely'
import { StaffRole } from '@saathi/contract/accounts/roles'
import { rolesThatMay } from '#accounts/public.ts'
import type { Db } from '#core/ctx.ts'
import { isActivePerson } from './facts-store.ts'
import { isInScope, type Visible } from './scope.ts'

const isVisibleTo = ({ programmes, personIds }: Visible) =>
  sql<boolean>`(${isInScope(programmes, sql`person.project_id`)} or person.id = any(${personIds}::bigint[]))`

const isLive = sql<boolean>`person.deleted_at is null and person.disabled_at is null`

/** Null if the reader does not look after this member or mentor. */
export async function findVisiblePeople(db: Db, visible: Visible, ids: readonly number[]) {
  const { rows } = await sql<{ id: number; projectId: number }>`
    select person.id, person.project_id as "projectId" from person
    where person.id = any(${ids}::bigint[]) and person.deleted_at is null and person.project_id is not null
      and person.role in ('Mentee', 'Mentor', 'GroupMentee', 'GroupMentor') and ${isVisibleTo(visible)}
    order by person.id`.execute(db)
  return rows
}

/** A planned contact counts only while its colleague may work here. */
const hasNextContact = (now: Date) => sql<boolean>`exists (
  select from next_contact
  join person colleague on colleague.id = next_contact.staff_id and colleague.deleted_at is null and colleague.disabled_at is null
  where next_contact.person_id = person.id and exists (
    select from staff_right held where held.person_id = colleague.id and held.ended_at is null
      and (held.until is null or held.until > ${now}) and held.role = any(${rolesThatMay('staff.worklist')}::text[])
      and (held.project_id is null or held.project_id = person.project_id)))`

export async function countWithoutContact(db: Db, visible: Visible, now: Date): Promise<{ all: number; without: number }> {
  const { rows } = await sql<{ all: number; without: number }>`
    select count(*)::int as all, count(*) filter (where not ${hasNextContact(now)})::int as without
    from person where ${isActivePerson} and ${isVisibleTo(visible)}`.execute(db)
  return rows[0] ?? { all: 0, without: 0 }
}

const shownColumns = sql`
  person.id, person.first_name as "firstName", person.last_name as "lastName", person.deleted_at as "deletedAt",
  person.picture_url as "pictureUrl", person.picture_file_id as "pictureFileId",
  case when person.role in ('Mentor', 'GroupMentor') then 'mentor' else 'mentee' end as part`
export type ShownRow = {
  id: number
  firstName: string
  lastName: string
  deletedAt: Date | null
  pictureUrl: string | null
  pictureFileId: string | null
  part: 'mentor' | 'mentee'
}

/** Longest membership first. */
export async function findWithoutContact(db: Db, visible: Visible, now: Date, limit: number) {
  const { rows } = await sql<ShownRow & { programme: string }>`
    select ${shownColumns}, project.name as programme
    from person join project on project.id = person.project_id
    where ${isActivePerson} and ${isVisibleTo(visible)} and not ${hasNextContact(now)}
    order by person.created_at, person.id limit ${limit}`.execute(db)
  return rows
}

export async function findShown(db: Db, ids: readonly number[]): Promise<ShownRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<ShownRow>`
    select ${shownColumns} from person where person.id = any(${ids}::bigint[])`.execute(db)
  return rows
}

/** The mentor first, then the mentees in the order in which they joined. */
export async function findShownOfPairs(db: Db, mentorshipIds: readonly number[]) {
  if (mentorshipIds.length === 0) return []
  const { rows } = await sql<ShownRow & { mentorshipId: number }>`
    select member.mentorship_id as "mentorshipId", ${shownColumns}
    from mentorship_member member join person on person.id = member.person_id
    join mentorship on mentorship.id = member.mentorship_id
    where member.mentorship_id = any(${mentorshipIds}::bigint[]) and member.part <> 'pair_manager'
      and (member.left_at is null or member.left_at >= mentorship.ended_at)
    order by member.mentorship_id, member.part = 'mentee', member.joined_at, person.id`.execute(db)
  return rows
}

/** People who may currently use the worklist, optionally only one of them; `projects` is null for all programmes. */
export async function findColleagues(db: Db, now: Date, id: number | null = null) {
  const { rows } = await sql<{
    id: number
    firstName: string
    lastName: string
    projects: number[] | null
    coordinates: number[] | null
    isCoordinator: boolean
  }>`
    select person.id, person.first_name as "firstName", person.last_name as "lastName",
      case when bool_or(held.project_id is null) then null else array_agg(distinct held.project_id) end as projects,
      case when bool_or(held.project_id is null and held.role = 'PairManager') then null
        else array_agg(distinct held.project_id) filter (where held.role = 'PairManager') end as coordinates,
      bool_or(held.role = 'PairManager') as "isCoordinator"
    from person join staff_right held on held.person_id = person.id and held.ended_at is null
      and (held.until is null or held.until > ${now}) and held.role = any(${rolesThatMay('staff.worklist')}::text[])
    where ${id === null ? sql`true` : sql`person.id = ${id}`} and ${isLive} and person.email_verified_at is not null and person.role = any(${StaffRole.options}::text[])
    group by person.id order by 2, 3, 1 limit 500`.execute(db)
  return rows
}

/** Colleagues of these programmes who may open the list. */
export async function findAudience(db: Db, projectIds: readonly number[], now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct held.person_id as id from staff_right held
    where held.ended_at is null and (held.until is null or held.until > ${now})
      and held.role = any(${rolesThatMay('staff.worklist')}::text[])
      and (held.project_id is null or held.project_id = any(${projectIds}::bigint[]))
    order by 1 limit 500`.execute(db)
  return rows.map(({ id }) => id)
}
