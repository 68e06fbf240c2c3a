import type { Db } from '#core/ctx.ts'
import { wasThere } from './meeting-store.ts'

export function findStaysOf(db: Db, personId: number) {
  return db
    .selectFrom('video_participant as stay')
    .innerJoin('video_room as room', 'room.id', 'stay.room_id')
    .select([
      'room.id as call',
      'room.channel_id as conversation',
      'stay.engine_participant_id as engineParticipantId',
      'stay.joined_at as joinedAt',
      'stay.left_at as leftAt',
    ])
    .where('stay.person_id', '=', personId)
    .orderBy('stay.joined_at')
    .execute()
}

/** Calls that rang for this person, and how they answered. */
export function findRingsOf(db: Db, personId: number) {
  return db
    .selectFrom('video_ring')
    .select(['room_id as call', 'rung_at as rangAt', 'answer', 'words'])
    .where('person_id', '=', personId)
    .orderBy('rung_at')
    .execute()
}

export function findStartedBy(db: Db, personId: number) {
  return db
    .selectFrom('video_room')
    .select(['id as call', 'channel_id as conversation', 'created_at as startedAt'])
    .where('created_by', '=', personId)
    .orderBy('created_at')
    .execute()
}

export function findEventsOf(db: Db, personId: number) {
  return db
    .selectFrom('video_call_event')
    .select(['room_id as call', 'event', 'engine_participant_id as engineParticipantId', 'told_at as at'])
    .where('person_id', '=', personId)
    .orderBy('id')
    .execute()
}

export function findConsentsOf(db: Db, personId: number) {
  return db
    .selectFrom('video_consent')
    .select(['room_id as call', 'consent', 'text_version as textVersion', 'given_at as givenAt'])
    .where('person_id', '=', personId)
    .orderBy('id')
    .execute()
}

export function findCaptionsOf(db: Db, personId: number) {
  return db
    .selectFrom('video_caption')
    .select(['recording_id as recording', 'body as text', 'language_code as language', 'said_at as saidAt'])
    .where('person_id', '=', personId)
    .orderBy('id')
    .execute()
}

export function findRatingsOf(db: Db, personId: number) {
  return db
    .selectFrom('video_rating')
    .select(['recording_id as recording', 'mark', 'rated_at as ratedAt'])
    .where('person_id', '=', personId)
    .orderBy('rated_at')
    .execute()
}

/** Recordings during which this person was present or said something. */
export function findRecordingsOf(db: Db, personId: number) {
  return db
    .selectFrom('video_recording as recording')
    .innerJoin('video_room as room', 'room.id', 'recording.room_id')
    .select([
      'recording.id as recording',
      'recording.room_id as call',
      'room.channel_id as channelId',
      'recording.started_at as startedAt',
      'recording.ended_at as endedAt',
    ])
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(
          selectFrom('video_participant as stay')
            .select('stay.id')
            .whereRef('stay.room_id', '=', 'recording.room_id')
            .where('stay.person_id', '=', personId)
            .where(wasThere),
        ),
        exists(
          selectFrom('video_caption as caption')
            .select('caption.id')
            .whereRef('caption.recording_id', '=', 'recording.id')
            .where('caption.person_id', '=', personId),
        ),
      ]),
    )
    .orderBy('recording.id')
    .execute()
}

/** The rooms this person is in now. */
export async function findPresentRoomIds(db: Db, personId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('video_participant')
    .select('room_id as roomId')
    .where('person_id', '=', personId)
    .where('left_at', 'is', null)
    .orderBy('room_id')
    .execute()
  return rows.map(({ roomId }) => roomId)
}

export async function deleteOf(db: Db, personId: number): Promise<void> {
  await db.deleteFrom('video_rating').where('person_id', '=', personId).execute()
  await db.deleteFrom('video_caption').where('person_id', '=', personId).execute()
  await db.deleteFrom('video_consent').where('person_id', '=', personId).execute()
  await db.deleteFrom('video_call_event').where('person_id', '=', personId).execute()
  await db.deleteFrom('video_ring').where('person_id', '=', personId).execute()
  await db.updateTable('video_room').set({ rung_by: null }).where('rung_by', '=', personId).execute()
  await db.deleteFrom('video_participant').where('person_id', '=', personId).execute()
  await db.updateTable('video_room').set({ created_by: null }).where('created_by', '=', personId).execute()
}
