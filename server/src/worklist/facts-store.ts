import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'

export function findRunningPairs(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('mentorship')
    .select(['id', 'project_id as projectId', 'started_at as startedAt'])
    .where('id', 'in', [0, ...ids])
    .where('ended_at', 'is', null)
    .execute()
}

/** The next batch of pairs, in order of their ids. */
export async function findPairsAfter(db: Db, after: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('mentorship')
    .select('id')
    .where('id', '>', after)
    .where('ended_at', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export async function findRunningPairsOf(db: Db, personId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('mentorship_member as member')
    .select('member.mentorship_id as id')
    .where('member.person_id', '=', personId)
    .where('member.left_at', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

/** Members and mentors who look for a match or are in a pair or group. `person` is the table's alias. */
export const isActivePerson = sql<boolean>`(
  person.deleted_at is null and person.disabled_at is null and person.email_verified_at is not null
  and person.project_id is not null and person.role in ('Mentee', 'Mentor', 'GroupMentee', 'GroupMentor')
  and (exists (select from mentorship_member own where own.person_id = person.id and own.left_at is null)
    or exists (select from match_seeker where match_seeker.person_id = person.id)))`

/** Only for active people, because people who have left need no contact. */
export async function findContactsDue(db: Db, ids: readonly number[] | null, until: string) {
  const { rows } = await sql<{ id: number; projectId: number; staffId: number; day: string }>`
    select person.id, person.project_id as "projectId", next_contact.staff_id as "staffId", next_contact.on_day::text as day
    from next_contact join person on person.id = next_contact.person_id
    where ${ids === null ? sql`true` : sql`person.id = any(${ids}::bigint[])`}
      and next_contact.on_day <= ${until}::date and ${isActivePerson}`.execute(db)
  return rows
}

export async function isActive(db: Db, personId: number): Promise<boolean> {
  const { rows } = await sql<{
    id: number
  }>`select person.id from person where person.id = ${personId} and ${isActivePerson}`.execute(db)
  return rows.length > 0
}

const withCoordinator = (db: Db) =>
  db
    .selectFrom('mentorship_member as member')
    .innerJoin('mentorship_member as manager', 'manager.mentorship_id', 'member.mentorship_id')
    .select(['member.person_id as personId', 'manager.person_id as staffId'])
    .where('member.part', '<>', 'pair_manager')
    .where('member.left_at', 'is', null)
    .where('manager.part', '=', 'pair_manager')
    .where('manager.left_at', 'is', null)

/** The members and mentors of a pair with its coordinator; empty without one. */
export const findFirstContacts = (db: Db, mentorshipId: number) =>
  withCoordinator(db).where('member.mentorship_id', '=', mentorshipId).execute()

/** First contacts for everybody in a running pair, each person once. */
export const findAllFirstContacts = (db: Db) =>
  withCoordinator(db).distinctOn('member.person_id').orderBy('member.person_id').orderBy('member.mentorship_id').execute()

export async function findPairsOfProgramme(db: Db, projectId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('mentorship')
    .select('id')
    .where('project_id', '=', projectId)
    .where('ended_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}
