import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'

/** Groups have at most eleven people at a time; those who left stay listed. */
const MAX_MEMBERS = 50
const MAX_SESSIONS = 200
const MAX_CHANNELS = 50

/** With the counts of a row of the list. A session counts once everybody who stayed has completed it. */
export function findPairRows(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('mentorship')
    .innerJoin('project', 'project.id', 'mentorship.project_id')
    .select([
      'mentorship.id',
      'mentorship.group_type as groupType',
      'mentorship.started_at as startedAt',
      'mentorship.ended_at as endedAt',
      'project.id as projectId',
      'project.key as projectKey',
      'project.name as programme',
      'project.is_disabled as isDisabled',
      sql<number>`(
        select count(distinct session_id)::int from walk where walk.mentorship_id = mentorship.id)`.as('sessionCount'),
      sql<number>`(
        select count(*)::int from (
          select walk.session_id from walk
          join mentorship_member member on member.mentorship_id = walk.mentorship_id and member.person_id = walk.person_id
            and (member.left_at is null or member.left_at >= mentorship.ended_at)
          left join session_progress progress on progress.mentorship_id = walk.mentorship_id
            and progress.person_id = walk.person_id and progress.session_id = walk.session_id
          where walk.mentorship_id = mentorship.id
          group by walk.session_id having bool_and(progress.completed_at is not null)) finished)`.as('sessionsDone'),
    ])
    .where('mentorship.id', 'in', ids)
    .execute()
}

/** The mentor first, then the mentees in the order in which they joined. */
export function findPairMembers(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('mentorship_member as member')
    .innerJoin('person', 'person.id', 'member.person_id')
    .select([
      'member.mentorship_id as mentorshipId',
      'person.id',
      'person.first_name as firstName',
      'person.last_name as lastName',
      'person.picture_url as pictureUrl',
      'person.picture_file_id as pictureFileId',
      'person.deleted_at as deletedAt',
      'member.part',
      'member.joined_at as joinedAt',
      'member.left_at as leftAt',
    ])
    .where('member.mentorship_id', 'in', ids)
    .orderBy(sql`array_position(array['mentor', 'mentee', 'pair_manager'], member.part)`)
    .orderBy('member.joined_at')
    .orderBy('person.id')
    .limit(MAX_MEMBERS * Math.max(1, ids.length))
    .execute()
}
export type PairMemberRow = Awaited<ReturnType<typeof findPairMembers>>[number]

/** When each member was last seen, and how many sessions of this mentorship they completed. */
export function findProgress(db: Db, mentorshipId: number, personIds: readonly number[]) {
  return db
    .selectFrom('person')
    .select((is) => [
      'person.id',
      is
        .selectFrom('sign_in')
        .select(({ fn }) => fn.max('last_used_at').as('at'))
        .whereRef('sign_in.person_id', '=', 'person.id')
        .as('lastSeenAt'),
      is
        .selectFrom('session_progress')
        .select(({ fn }) => fn.count<number>('completed_at').as('n'))
        .whereRef('session_progress.person_id', '=', 'person.id')
        .where('session_progress.mentorship_id', '=', mentorshipId)
        .as('sessionsDone'),
    ])
    .where('person.id', 'in', personIds)
    .execute()
}

/** One row per person and session, in the order of the schedule. */
export function findSessionSteps(db: Db, mentorshipId: number, language: string) {
  return db
    .selectFrom('walk')
    .innerJoin('session', 'session.id', 'walk.session_id')
    .leftJoin('session_text', (join) =>
      join.onRef('session_text.session_id', '=', 'session.id').on('session_text.language_code', '=', language),
    )
    .leftJoin('session_progress as progress', (join) =>
      join
        .onRef('progress.mentorship_id', '=', 'walk.mentorship_id')
        .onRef('progress.person_id', '=', 'walk.person_id')
        .onRef('progress.session_id', '=', 'walk.session_id'),
    )
    .select([
      'walk.session_id as id',
      'walk.person_id as personId',
      'walk.end_date as endDate',
      'progress.started_at as startedAt',
      'progress.completed_at as completedAt',
    ])
    .select(({ fn, ref }) => fn.coalesce(ref('session_text.title'), ref('session.title')).as('title'))
    .where('walk.mentorship_id', '=', mentorshipId)
    .orderBy('walk.position')
    .orderBy('walk.person_id')
    .limit(MAX_SESSIONS * MAX_MEMBERS)
    .execute()
}

/** Calls in which at least two took part, and when the last of them began, by mentorship. */
export function findCallCounts(db: Db, ids: readonly number[]) {
  const calls = db
    .selectFrom('chat_channel as channel')
    .innerJoin('video_room as room', 'room.channel_id', 'channel.id')
    .innerJoin('video_participant as stay', 'stay.room_id', 'room.id')
    .select('channel.mentorship_id as mentorshipId')
    .select(({ fn }) => fn.min('stay.joined_at').as('startedAt'))
    .where('channel.mentorship_id', 'in', ids)
    .groupBy(['channel.mentorship_id', 'room.id'])
    .having(sql<boolean>`count(distinct stay.person_id) > 1`)
    .as('call')
  return db
    .selectFrom(calls)
    .select('mentorshipId')
    .select(({ fn }) => [fn.countAll<number>().as('callCount'), fn.max('startedAt').as('lastCallAt')])
    .groupBy('mentorshipId')
    .execute()
}

/** Who was in the last calls of a mentorship, from when until when. A person who reconnects has several rows. */
export async function findVisits(db: Db, mentorshipId: number, limit: number) {
  const rooms = await db
    .selectFrom('chat_channel as channel')
    .innerJoin('video_room as room', 'room.channel_id', 'channel.id')
    .innerJoin('video_participant as stay', 'stay.room_id', 'room.id')
    .select('room.id')
    .where('channel.mentorship_id', '=', mentorshipId)
    .groupBy('room.id')
    .having(sql<boolean>`count(distinct stay.person_id) > 1`)
    .orderBy(({ fn }) => fn.min('stay.joined_at'), 'desc')
    .limit(limit)
    .execute()
  if (rooms.length === 0) return []
  return db
    .selectFrom('video_participant')
    .select(['room_id as roomId', 'person_id as personId', 'joined_at as joinedAt'])
    .select(({ fn, ref }) => fn.coalesce(ref('left_at'), ref('seen_at')).as('leftAt'))
    .where(
      'room_id',
      'in',
      rooms.map(({ id }) => id),
    )
    .orderBy('joined_at', 'desc')
    .execute()
}
export type CallAttendance = Awaited<ReturnType<typeof findVisits>>[number]

/** Counts of messages, never their words. */
export function findChannelFacts(db: Db, mentorshipId: number) {
  return db
    .selectFrom('chat_channel as channel')
    .select(['channel.id', 'channel.kind', 'channel.blackout_until as blackoutUntil'])
    .select((is) => [
      is
        .selectFrom('chat_message')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .whereRef('chat_message.channel_id', '=', 'channel.id')
        .as('messageCount'),
      is
        .selectFrom('chat_message')
        .select(({ fn }) => fn.max('created_at').as('at'))
        .whereRef('chat_message.channel_id', '=', 'channel.id')
        .as('lastMessageAt'),
      sql<string[]>`array(
        select person.first_name from chat_member member join person on person.id = member.person_id
        where member.channel_id = channel.id and member.is_active and person.deleted_at is null
        order by member.joined_at, person.id limit 20)`.as('people'),
      sql<{ id: number; firstName: string; isActive: boolean }[]>`coalesce((
        select json_agg(
          json_build_object('id', person.id, 'firstName', person.first_name, 'isActive', member.is_active)
          order by member.joined_at, person.id)
        from chat_member member
          join person on person.id = member.person_id
          join mentorship_member part on part.person_id = person.id and part.mentorship_id = channel.mentorship_id
        where member.channel_id = channel.id and part.left_at is null and person.deleted_at is null), '[]')`.as('members'),
    ])
    .where('channel.mentorship_id', '=', mentorshipId)
    .orderBy('channel.id')
    .limit(MAX_CHANNELS)
    .execute()
}
