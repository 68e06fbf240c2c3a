import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'
import type { MeetingState, Step } from '../meeting-store.ts'

/** Failed first, then oldest first. */
export function findUnfinished(db: Db, limit: number) {
  return db
    .selectFrom('video_recording as recording')
    .innerJoin('video_room as room', 'room.id', 'recording.room_id')
    .select([
      'recording.id',
      'room.channel_id as channelId',
      'recording.started_at as startedAt',
      'recording.ended_at as endedAt',
      'recording.attempts',
      'recording.last_error as lastError',
      'recording.last_tried_at as lastTriedAt',
    ])
    .select([sql<MeetingState>`recording.state`.as('state'), sql<Step>`recording.step`.as('step')])
    .where('recording.state', '<>', 'ready')
    .orderBy(sql`recording.state = 'failed'`, 'desc')
    .orderBy('recording.started_at')
    .orderBy('recording.id')
    .limit(limit)
    .execute()
}
