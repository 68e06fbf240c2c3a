import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'
import type { FileSummary } from '#core/files/describe-file.ts'
import { findFiles } from '#core/files/store.ts'
import { wasThere, type MeetingState, type Step } from '../meeting-store.ts'

export type PastMeeting = {
  id: number
  startedAt: Date
  transcript: FileSummary | null
  summary: FileSummary | null
  /** The viewer's mark. */
  mark: number | null
}

/** Newest first; only finished meetings. */
export async function findPastMeetings(
  db: Db,
  { channelId, personId, limit }: { channelId: number; personId: number; limit: number },
): Promise<PastMeeting[]> {
  const rows = await db
    .selectFrom('video_recording as recording')
    .innerJoin('video_room as room', 'room.id', 'recording.room_id')
    .leftJoin('video_rating as rating', (join) =>
      join.onRef('rating.recording_id', '=', 'recording.id').on('rating.person_id', '=', personId),
    )
    .select([
      'recording.id',
      'recording.started_at as startedAt',
      'recording.transcript_file_id as transcriptId',
      'recording.summary_file_id as summaryId',
      'rating.mark',
    ])
    .where('room.channel_id', '=', channelId)
    .where('recording.state', '=', 'ready')
    .orderBy('recording.started_at', 'desc')
    .orderBy('recording.id', 'desc')
    .limit(limit)
    .execute()
  const files = await findFiles(
    db,
    rows.flatMap(({ transcriptId, summaryId }) => [transcriptId ?? [], summaryId ?? []].flat()),
  )
  const byId = new Map(files.map((file) => [file.id, file]))
  const fileOf = (id: string | null) => (id === null ? null : (byId.get(id) ?? null))
  return rows.map(({ transcriptId, summaryId, ...row }) => ({
    ...row,
    transcript: fileOf(transcriptId),
    summary: fileOf(summaryId),
  }))
}

/** The meeting and channel of a file; null if it belongs to none, or if its transcript or summary is not finished yet. */
export async function findMeetingOfFile(db: Db, fileId: string): Promise<{ id: number; channelId: number } | null> {
  const { rows } = await sql<{ id: number; channelId: number }>`
    select recording.id, room.channel_id as "channelId"
    from video_recording recording join video_room room on room.id = recording.room_id
    where recording.id in (
      select id from video_recording where transcript_file_id = ${fileId} and state = 'ready'
      union select id from video_recording where summary_file_id = ${fileId} and state = 'ready'
      union select recording_id from video_segment where file_id = ${fileId})`.execute(db)
  return rows[0] ?? null
}

/** Whether this person was in the call during this recording. */
export async function wasIn(db: Db, recordingId: number, personId: number): Promise<boolean> {
  const row = await db
    .selectFrom('video_recording as recording')
    .innerJoin('video_participant as stay', 'stay.room_id', 'recording.room_id')
    .select('stay.id')
    .where('recording.id', '=', recordingId)
    .where('stay.person_id', '=', personId)
    .where(wasThere)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The newest recording of a room during which this person was present. */
export async function findLastIn(db: Db, roomId: string, personId: number): Promise<number | null> {
  const row = await db
    .selectFrom('video_recording as recording')
    .innerJoin('video_participant as stay', 'stay.room_id', 'recording.room_id')
    .select('recording.id')
    .where('recording.room_id', '=', roomId)
    .where('stay.person_id', '=', personId)
    .where(wasThere)
    .orderBy('recording.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

/** This person's last answer in this room. */
export async function hasAgreed(db: Db, roomId: string, personId: number): Promise<boolean> {
  const row = await db
    .selectFrom('video_consent')
    .select('consent')
    .where('room_id', '=', roomId)
    .where('person_id', '=', personId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.consent ?? false
}

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
