import { GroupType, Part } from '@saathi/contract/mentorship/entities'
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db } from '#core/ctx.ts'
import { toTime } from '#core/db/json-times.ts'

export type MentorshipRow = {
  id: number
  projectId: number
  groupType: GroupType
  programme: string
  startedAt: Date
  endedAt: Date | null
}
export type MemberRow = {
  mentorshipId: number
  personId: number
  part: Part
  joinedAt: Date
  leftAt: Date | null
  firstName: string
  lastName: string
  bio: string
  pictureUrl: string | null
  pictureFileId: string | null
  deletedAt: Date | null
}

function mentorships(db: Db) {
  return db
    .selectFrom('mentorship')
    .innerJoin('project', 'project.id', 'mentorship.project_id')
    .select([
      'mentorship.id',
      'mentorship.project_id as projectId',
      'mentorship.group_type as groupType',
      'project.name as programme',
      'mentorship.started_at as startedAt',
      'mentorship.ended_at as endedAt',
    ])
}
type Row = Awaited<ReturnType<ReturnType<typeof mentorships>['executeTakeFirstOrThrow']>>
const toMentorship = (row: Row): MentorshipRow => ({ ...row, groupType: GroupType.parse(row.groupType) })

/** Ongoing memberships first, then newest first. */
export async function findMentorshipsOf(db: Db, personId: number, limit: number): Promise<MentorshipRow[]> {
  const rows = await mentorships(db)
    .innerJoin('mentorship_member as me', (join) =>
      join.onRef('me.mentorship_id', '=', 'mentorship.id').on('me.person_id', '=', personId),
    )
    .orderBy(({ eb }) => eb('me.left_at', 'is', null), 'desc')
    .orderBy('mentorship.started_at', 'desc')
    .orderBy('mentorship.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toMentorship)
}

export async function findMentorship(db: Db, id: number): Promise<MentorshipRow | null> {
  const row = await mentorships(db).where('mentorship.id', '=', id).executeTakeFirst()
  return row ? toMentorship(row) : null
}

/** With its members, current and former. */
export async function findMentorshipWithMembers(db: Db, id: number) {
  const row = await mentorships(db)
    .select(jsonArrayFrom(members(db).where('member.mentorship_id', '=', sql.ref<number>('mentorship.id'))).as('members'))
    .where('mentorship.id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const { members: found, ...mentorship } = row
  const parsed = found.map(({ joinedAt, leftAt, deletedAt, ...member }) => {
    return { ...member, joinedAt: new Date(joinedAt), leftAt: toTime(leftAt), deletedAt: toTime(deletedAt) }
  })
  return { mentorship: toMentorship(mentorship), members: toMembers(parsed) }
}

const members = (db: Db) =>
  db
    .selectFrom('mentorship_member as member')
    .innerJoin('person', 'person.id', 'member.person_id')
    .select([
      'member.mentorship_id as mentorshipId',
      'member.person_id as personId',
      'member.part',
      'member.joined_at as joinedAt',
      'member.left_at as leftAt',
      'person.first_name as firstName',
      'person.last_name as lastName',
      'person.bio',
      'person.picture_url as pictureUrl',
      'person.picture_file_id as pictureFileId',
      'person.deleted_at as deletedAt',
    ])
    .orderBy('member.joined_at')
    .orderBy('member.person_id')

const order: readonly Part[] = ['mentor', 'mentee', 'pair_manager']
/** Mentor first, then mentees by join date, then the pair manager. */
const toMembers = (rows: readonly (Omit<MemberRow, 'part'> & { part: string })[]): MemberRow[] =>
  rows.map((row) => ({ ...row, part: Part.parse(row.part) })).toSorted((a, b) => order.indexOf(a.part) - order.indexOf(b.part))

export async function findMembers(db: Db, mentorshipIds: readonly number[]): Promise<MemberRow[]> {
  if (mentorshipIds.length === 0) return []
  return toMembers(await members(db).where('member.mentorship_id', 'in', mentorshipIds).execute())
}

export async function insertMentorship(
  db: Db,
  values: { projectId: number; groupType: string; startedAt: Date; endedAt?: Date | null },
): Promise<number> {
  const { id } = await db
    .insertInto('mentorship')
    .values({
      project_id: values.projectId,
      group_type: values.groupType,
      started_at: values.startedAt,
      ended_at: values.endedAt ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export type NewMember = {
  mentorshipId: number
  personId: number
  part: Part
  joinedAt: Date
  leftAt?: Date | null
  /** Null while the celebration of the match has not been shown. */
  celebratedAt?: Date | null
}

/** Returns the people who were not inserted: mentees who already have an ongoing mentorship. */
export async function insertMembers(db: Db, members: readonly NewMember[]): Promise<number[]> {
  const rows = await db
    .insertInto('mentorship_member')
    .values(
      members.map((member) => ({
        mentorship_id: member.mentorshipId,
        person_id: member.personId,
        part: member.part,
        joined_at: member.joinedAt,
        left_at: member.leftAt ?? null,
        celebrated_at: member.celebratedAt ?? null,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('person_id')
    .execute()
  const taken = new Set(rows.map(({ person_id }) => person_id))
  return members.flatMap(({ personId }) => (taken.has(personId) ? [] : [personId]))
}

export async function lockMembership(db: Db, mentorshipId: number, personId: number): Promise<void> {
  await db
    .selectFrom('mentorship_member')
    .select('person_id')
    .where('mentorship_id', '=', mentorshipId)
    .where('person_id', '=', personId)
    .forShare()
    .execute()
}

export async function updateMembersLeft(db: Db, mentorshipId: number, personIds: readonly number[], now: Date): Promise<void> {
  if (personIds.length === 0) return
  await db
    .updateTable('mentorship_member')
    // If the clock was set back, `now` may be before joined_at.
    .set({ left_at: sql<Date>`greatest(${now}::timestamptz, joined_at)` })
    .where('mentorship_id', '=', mentorshipId)
    .where('person_id', 'in', personIds)
    .where('left_at', 'is', null)
    .execute()
}

/** Adds a pair manager; a former one becomes active again. */
export async function upsertManager(
  db: Db,
  { mentorshipId, personId, now }: { mentorshipId: number; personId: number; now: Date },
): Promise<void> {
  await db
    .insertInto('mentorship_member')
    .values({ mentorship_id: mentorshipId, person_id: personId, part: 'pair_manager', joined_at: now })
    .onConflict((conflict) =>
      conflict.columns(['mentorship_id', 'person_id']).doUpdateSet({ left_at: null, joined_at: now, part: 'pair_manager' }),
    )
    .execute()
}

/** True when this call ended it. */
export async function updateMentorshipEnded(db: Db, id: number, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('mentorship')
    .set({ ended_at: sql<Date>`greatest(${now}::timestamptz, started_at)` })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export type ScheduledSession = { sessionId: number; position: number; days: number }

export function findSchedule(db: Db, projectId: number): Promise<ScheduledSession[]> {
  return db
    .selectFrom('schedule_session')
    .select(['session_id as sessionId', 'position', 'days'])
    .where('project_id', '=', projectId)
    .orderBy('position')
    .execute()
}

export async function findProject(db: Db, id: number): Promise<{ id: number; groupType: string } | null> {
  const row = await db.selectFrom('project').select(['id', 'group_type as groupType']).where('id', '=', id).executeTakeFirst()
  return row ?? null
}

export async function findCandidates(db: Db, personIds: readonly number[]) {
  return (
    db
      .selectFrom('person')
      .select(['id', 'role', 'project_id as projectId'])
      .where('id', 'in', personIds)
      .where('deleted_at', 'is', null)
      .where('disabled_at', 'is', null)
      // A concurrent account deletion either has committed already or waits for this transaction.
      .forKeyShare()
      .execute()
  )
}

/** Whether the two share an ongoing mentorship in which they may see each other. */
export async function canSeeEachOther(db: Db, readerId: number, personId: number): Promise<boolean> {
  const row = await db
    .selectFrom('mentorship_member as reader')
    .innerJoin('mentorship_member as other', 'other.mentorship_id', 'reader.mentorship_id')
    .select('reader.mentorship_id')
    .where('reader.person_id', '=', readerId)
    .where('other.person_id', '=', personId)
    .where('reader.left_at', 'is', null)
    .where('other.left_at', 'is', null)
    .where(({ not, and, eb }) => not(and([eb('reader.part', '=', 'mentee'), eb('other.part', '=', 'mentee')])))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** A session's title in the language of the person who will read it. */
export async function findTitleFor(db: Db, sessionId: number, personId: number): Promise<string | null> {
  const row = await db
    .selectFrom('session')
    .innerJoin('person', (join) => join.on('person.id', '=', personId))
    .leftJoin('session_text', (join) =>
      join.onRef('session_text.session_id', '=', 'session.id').onRef('session_text.language_code', '=', 'person.language_code'),
    )
    .select(({ fn, ref }) => fn.coalesce(ref('session_text.title'), ref('session.title')).as('title'))
    .where('session.id', '=', sessionId)
    .executeTakeFirst()
  return row?.title ?? null
}

type MentorshipKey = { projectId: number; mentorId: number; menteeIds: readonly number[]; startedAt: Date }

/** Finds the mentorship just created; these people have no other with the same start time. */
export async function findMade(db: Db, { projectId, mentorId, menteeIds, startedAt }: MentorshipKey): Promise<number | null> {
  const row = await db
    .selectFrom('mentorship')
    .innerJoin('mentorship_member as mentor', 'mentor.mentorship_id', 'mentorship.id')
    .innerJoin('mentorship_member as mentee', 'mentee.mentorship_id', 'mentorship.id')
    .select('mentorship.id')
    .where('mentorship.project_id', '=', projectId)
    .where('mentorship.started_at', '=', startedAt)
    .where('mentor.person_id', '=', mentorId)
    .where('mentee.person_id', 'in', menteeIds)
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

export function findEveryMembership(db: Db, personId: number) {
  return db
    .selectFrom('mentorship_member as member')
    .innerJoin('mentorship', 'mentorship.id', 'member.mentorship_id')
    .innerJoin('project', 'project.id', 'mentorship.project_id')
    .select([
      'mentorship.id',
      'project.name as programme',
      'mentorship.group_type as groupType',
      'member.part',
      'member.joined_at as joinedAt',
      'member.left_at as leftAt',
    ])
    .where('member.person_id', '=', personId)
    .orderBy('member.joined_at')
    .orderBy('mentorship.id')
    .execute()
}
