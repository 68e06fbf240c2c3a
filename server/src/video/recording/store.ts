import { OPENS_BEFORE_MINUTES } from '@saathi/contract/video/entities'
import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'
import type { Participant } from './rule.ts'

export type EndReason = 'whole' | 'refused' | 'switched_off' | 'recorder_left' | 'silent' | 'alone'

/** Consent counts from when the call opened: an event moved to another day requires a new answer. */
export async function findPresent(db: Db, roomId: string): Promise<Participant[]> {
  const { rows } = await sql<Participant>`
    select participant.id as "peerId", participant.join_order as "order", participant.can_record as "canRecord",
      coalesce(answer.consent, false) as "hasAgreed"
    from video_participant participant
    join video_room room on room.id = participant.room_id
    left join calendar_event event on event.id = room.event_id
    left join lateral (
      select consent from video_consent
      where room_id = participant.room_id and person_id = participant.person_id
        and given_at >= coalesce(event.scheduled_at - ${OPENS_BEFORE_MINUTES} * interval '1 minute', room.created_at)
      order by id desc limit 1
    ) answer on true
    where participant.room_id = ${roomId} and participant.left_at is null
    order by participant.join_order`.execute(db)
  return rows
}

/** False if the room does not exist. */
export async function isRecordingWanted(db: Db, roomId: string): Promise<boolean> {
  const row = await db.selectFrom('video_room').select('is_recording_wanted').where('id', '=', roomId).executeTakeFirst()
  return row?.is_recording_wanted ?? false
}

/** One person is in a call that the others have left, or for which it still rings. */
export async function isAloneIn(db: Db, roomId: string): Promise<boolean> {
  const { rows } = await sql<{ isAlone: boolean }>`
    select alone_since is not null or (ring_state = 'ringing' and together_since is null) as "isAlone" from video_room where id = ${roomId}`.execute(
    db,
  )
  return rows[0]?.isAlone ?? false
}

/** Whole seconds of the finished segments. */
export async function findRecordedSeconds(db: Db, recordingId: number): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select coalesce(sum(extract(epoch from ended_at - started_at)), 0)::int as seconds
    from video_segment where recording_id = ${recordingId} and ended_at is not null`.execute(db)
  return rows[0]?.seconds ?? 0
}

export async function updateRecordingWanted(db: Db, roomId: string, isWanted: boolean): Promise<void> {
  await db.updateTable('video_room').set({ is_recording_wanted: isWanted }).where('id', '=', roomId).execute()
}

export type OpenRecording = { id: number; startedAt: Date }
export type OpenSegment = { id: string; recorderPeerId: string; recordingId: number; startedAt: Date; heardAt: Date }

export async function findOpenRecording(db: Db, roomId: string): Promise<OpenRecording | null> {
  const row = await db
    .selectFrom('video_recording')
    .select(['id', 'started_at as startedAt'])
    .where('room_id', '=', roomId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

export async function findOpenSegment(db: Db, roomId: string): Promise<OpenSegment | null> {
  const row = await db
    .selectFrom('video_segment as segment')
    .innerJoin('video_recording as recording', 'recording.id', 'segment.recording_id')
    .select([
      'segment.id',
      'segment.recorder_id as recorderPeerId',
      'segment.recording_id as recordingId',
      'segment.started_at as startedAt',
      'segment.heard_at as heardAt',
    ])
    .where('recording.room_id', '=', roomId)
    .where('recording.ended_at', 'is', null)
    .where('segment.ended_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/** The number of segments, and how often each recorder was silent. */
export async function findSoFar(db: Db, recordingId: number): Promise<{ segments: number; silences: Map<string, number> }> {
  const rows = await db
    .selectFrom('video_segment')
    .select(['recorder_id as recorderId', ({ fn }) => fn.countAll<number>().as('segments')])
    .select(sql<number>`count(*) filter (where end_reason = 'silent')`.as('silences'))
    .where('recording_id', '=', recordingId)
    .groupBy('recorder_id')
    .execute()
  return {
    segments: rows.reduce((sum, { segments }) => sum + segments, 0),
    silences: new Map(rows.map(({ recorderId, silences }) => [recorderId, silences])),
  }
}

export async function insertRecording(db: Db, roomId: string, now: Date): Promise<number> {
  const { id } = await db
    .insertInto('video_recording')
    .values({ room_id: roomId, started_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type NewSegment = { id: string; recordingId: number; roomId: string; number: number; recorderPeerId: string }

export async function insertSegment(db: Db, segment: NewSegment, now: Date): Promise<void> {
  await db
    .insertInto('video_segment')
    .values({
      id: segment.id,
      recording_id: segment.recordingId,
      room_id: segment.roomId,
      number: segment.number,
      recorder_id: segment.recorderPeerId,
      started_at: now,
      heard_at: now,
    })
    .execute()
}

export async function updateSegmentEnded(db: Db, id: string, reason: EndReason, now: Date): Promise<void> {
  await db
    .updateTable('video_segment')
    .set({ ended_at: now, end_reason: reason })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
}

/** Processing starts now. */
export async function updateRecordingEnded(db: Db, id: number, now: Date): Promise<void> {
  await db.updateTable('video_recording').set({ ended_at: now, state: 'making' }).where('id', '=', id).execute()
}

type NewCaption = { recordingId: number; personId: number; text: string; language: string }

export async function insertCaption(db: Db, caption: NewCaption, now: Date): Promise<void> {
  await db
    .insertInto('video_caption')
    .values({
      recording_id: caption.recordingId,
      person_id: caption.personId,
      body: caption.text,
      language_code: caption.language,
      said_at: now,
    })
    .execute()
}

export async function countCaptions(db: Db, recordingId: number): Promise<number> {
  const { count } = await db
    .selectFrom('video_caption')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('recording_id', '=', recordingId)
    .executeTakeFirstOrThrow()
  return count
}

export async function insertConsent(
  db: Db,
  { roomId, personId, consent, now }: { roomId: string; personId: number; consent: boolean; now: Date },
): Promise<void> {
  await db.insertInto('video_consent').values({ room_id: roomId, person_id: personId, consent, given_at: now }).execute()
}

/** The last answer since the call opened; an event moved to another day requires a new answer. Null if there is none. */
export async function findConsent(
  db: Db,
  { roomId, personId, since }: { roomId: string; personId: number; since: Date },
): Promise<boolean | null> {
  const row = await db
    .selectFrom('video_consent')
    .select('consent')
    .where('room_id', '=', roomId)
    .where('person_id', '=', personId)
    .where('given_at', '>=', since)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.consent ?? null
}

/** Whether the person was ever in this call. */
export async function hasBeenIn(db: Db, roomId: string, personId: number): Promise<boolean> {
  const row = await db
    .selectFrom('video_participant')
    .select('id')
    .where('room_id', '=', roomId)
    .where('person_id', '=', personId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
