import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'
import type { FileSummary } from '#core/files/describe-file.ts'
import { findFiles } from '#core/files/store.ts'
import { wasThere } from '../meeting-store.ts'

export type PastMeeting = {
  id: number
  startedAt: Date
  endedAt: Date | null
  /** The recorded files in order; empty unless this person was in the call while it was recorded. */
  recordings: readonly FileSummary[]
  transcript: FileSummary | null
  summary: FileSummary | null
  /** The viewer's rating. */
  rating: number | null
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
      'recording.ended_at as endedAt',
      'recording.transcript_file_id as transcriptId',
      'recording.summary_file_id as summaryId',
      'rating.mark as rating',
    ])
    .select(
      sql<string[]>`case when exists (
        select from video_participant stay
        where stay.room_id = recording.room_id and stay.person_id = ${personId} and ${wasThere})
      then array(
        select file_id from video_segment where recording_id = recording.id and file_id is not null order by number)
      else '{}' end`.as('recordingIds'),
    )
    .where('room.channel_id', '=', channelId)
    .where('recording.state', '=', 'ready')
    .orderBy('recording.started_at', 'desc')
    .orderBy('recording.id', 'desc')
    .limit(limit)
    .execute()
  const files = await findFiles(
    db,
    rows.flatMap(({ transcriptId, summaryId, recordingIds }) => [transcriptId ?? [], summaryId ?? [], recordingIds].flat()),
  )
  const byId = new Map(files.map((file) => [file.id, file]))
  const fileOf = (id: string | null) => (id === null ? null : (byId.get(id) ?? null))
  return rows.map(({ transcriptId, summaryId, recordingIds, ...row }) => ({
    ...row,
    recordings: recordingIds.flatMap((id) => fileOf(id) ?? []),
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

/** Null unless the meeting exists and is ready. */
export async function findReadyChannel(db: Db, recordingId: number): Promise<number | null> {
  const row = await db
    .selectFrom('video_recording as recording')
    .innerJoin('video_room as room', 'room.id', 'recording.room_id')
    .select('room.channel_id as channelId')
    .where('recording.id', '=', recordingId)
    .where('recording.state', '=', 'ready')
    .executeTakeFirst()
  return row?.channelId ?? null
}

type Rating = { recordingId: number; personId: number; rating: number | null; ratedAt: Date }

/** Skipping after rating keeps the earlier rating. */
export async function saveRating(db: Db, { recordingId, personId, rating, ratedAt }: Rating): Promise<void> {
  await db
    .insertInto('video_rating')
    .values({ recording_id: recordingId, person_id: personId, mark: rating, rated_at: ratedAt })
    .onConflict((conflict) =>
      conflict.columns(['recording_id', 'person_id']).doUpdateSet({
        mark: sql`coalesce(excluded.mark, video_rating.mark)`,
        rated_at: ratedAt,
      }),
    )
    .execute()
}

type ReadyPeriod = { after: Date; before: Date; afterId: number; limit: number }

/** Ready summaries with the participants who have neither rated nor skipped them, by id. */
export async function findUnratedBetween(db: Db, { after, before, afterId, limit }: ReadyPeriod) {
  const { rows } = await sql<Unrated & { personIds: number[] }>`
    select recording.id, room.channel_id as "channelId", recording.started_at as "startedAt",
      array_agg(distinct stay.person_id order by stay.person_id) as "personIds"
    from video_recording recording
    join video_room room on room.id = recording.room_id
    join video_participant stay on stay.room_id = recording.room_id and ${wasThere}
    where recording.state = 'ready' and recording.ready_at > ${after} and recording.ready_at <= ${before}
      and recording.summary_file_id is not null and recording.id > ${afterId}
      and not exists (
        select from video_rating rating where rating.recording_id = recording.id and rating.person_id = stay.person_id)
    group by recording.id, room.channel_id, recording.started_at
    order by recording.id
    limit ${limit}`.execute(db)
  return rows
}

export type Unrated = { id: number; channelId: number; startedAt: Date }

/** Summaries of calls in which this person took part and which they have neither rated nor skipped, newest first. */
export function findUnrated(db: Db, personId: number, readyAfter: Date, limit: number): Promise<Unrated[]> {
  return db
    .selectFrom('video_recording as recording')
    .innerJoin('video_room as room', 'room.id', 'recording.room_id')
    .select(['recording.id', 'room.channel_id as channelId', 'recording.started_at as startedAt'])
    .where('recording.state', '=', 'ready')
    .where('recording.ready_at', '>', readyAfter)
    .where('recording.summary_file_id', 'is not', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('video_participant as stay')
          .select('stay.id')
          .whereRef('stay.room_id', '=', 'recording.room_id')
          .where('stay.person_id', '=', personId)
          .where(wasThere),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('video_rating as rating')
            .select('rating.person_id')
            .whereRef('rating.recording_id', '=', 'recording.id')
            .where('rating.person_id', '=', personId),
        ),
      ),
    )
    .orderBy('recording.started_at', 'desc')
    .limit(limit)
    .execute()
}
