import { sql } from 'kysely'
import type { Scope } from '#accounts/public.ts'
import type { Db } from '#core/ctx.ts'
import type { MeetingState, Step } from '../meeting-store.ts'

type MeetingQuery = { scope: Scope; mentorshipId: number | undefined; limit: number }

/** Failed first, then oldest first. Every call belongs to a mentorship. */
export function findUnfinished(db: Db, { scope, mentorshipId, limit }: MeetingQuery) {
  let meetings = db
    .selectFrom('video_recording as recording')
    .innerJoin('video_room as room', 'room.id', 'recording.room_id')
    .innerJoin('chat_channel as channel', 'channel.id', 'room.channel_id')
    .innerJoin('mentorship', 'mentorship.id', 'channel.mentorship_id')
    .innerJoin('project', 'project.id', 'mentorship.project_id')
    .select([
      'recording.id',
      'room.channel_id as channelId',
      'mentorship.id as mentorshipId',
      'project.name as programme',
      'recording.started_at as startedAt',
      'recording.ended_at as endedAt',
      'recording.attempts',
      'recording.last_error as lastError',
      'recording.last_tried_at as lastTriedAt',
    ])
    .select([sql<MeetingState>`recording.state`.as('state'), sql<Step>`recording.step`.as('step')])
    .where('recording.state', '<>', 'ready')
  if (scope !== 'all') meetings = meetings.where('mentorship.project_id', 'in', [0, ...scope])
  if (mentorshipId !== undefined) meetings = meetings.where('mentorship.id', '=', mentorshipId)
  return meetings
    .orderBy(sql`recording.state = 'failed'`, 'desc')
    .orderBy('recording.started_at')
    .orderBy('recording.id')
    .limit(limit)
    .execute()
}

/** Recordings whose transcript or summary failed. */
export async function countFailed(db: Db, scope: Scope): Promise<number> {
  let failed = db
    .selectFrom('video_recording as recording')
    .innerJoin('video_room as room', 'room.id', 'recording.room_id')
    .innerJoin('chat_channel as channel', 'channel.id', 'room.channel_id')
    .innerJoin('mentorship', 'mentorship.id', 'channel.mentorship_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('recording.state', '=', 'failed')
  if (scope !== 'all') failed = failed.where('mentorship.project_id', 'in', [0, ...scope])
  return (await failed.executeTakeFirstOrThrow()).count
}

/** The mentors and mentees of these mentorships, mentors first. */
export async function findPeople(db: Db, mentorshipIds: readonly number[]) {
  if (mentorshipIds.length === 0) return []
  return db
    .selectFrom('mentorship_member as member')
    .innerJoin('person', 'person.id', 'member.person_id')
    .select(['member.mentorship_id as mentorshipId', 'person.first_name as firstName', 'person.last_name as lastName'])
    .where('member.mentorship_id', 'in', [...new Set(mentorshipIds)])
    .where('member.part', '<>', 'pair_manager')
    .orderBy('member.part', 'desc')
    .orderBy('person.id')
    .execute()
}

/** The programme in whose mentorship a call took place. */
export async function findProgrammeOf(db: Db, channelId: number): Promise<number | null> {
  const row = await db
    .selectFrom('chat_channel')
    .innerJoin('mentorship', 'mentorship.id', 'chat_channel.mentorship_id')
    .select('mentorship.project_id as projectId')
    .where('chat_channel.id', '=', channelId)
    .executeTakeFirst()
  return row?.projectId ?? null
}
