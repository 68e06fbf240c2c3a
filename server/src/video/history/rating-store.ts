import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'
import { wasThere } from '../meeting-store.ts'

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

type Rating = { recordingId: number; personId: number; mark: number | null; ratedAt: Date }

/** Skipping after rating keeps the earlier mark. */
export async function saveRating(db: Db, { recordingId, personId, mark, ratedAt }: Rating): Promise<void> {
  await db
    .insertInto('video_rating')
    .values({ recording_id: recordingId, person_id: personId, mark, rated_at: ratedAt })
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
