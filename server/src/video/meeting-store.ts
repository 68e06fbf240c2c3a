import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'

export type Step = 'seal' | 'transcript' | 'summary'
export type MeetingState = 'recording' | 'making' | 'failed' | 'ready'

const meetings = (db: Db) =>
  db
    .selectFrom('video_recording as recording')
    .innerJoin('video_room as room', 'room.id', 'recording.room_id')
    .select([
      'recording.id',
      'recording.room_id as roomId',
      'room.channel_id as channelId',
      'recording.started_at as startedAt',
      'recording.ended_at as endedAt',
      'recording.attempts',
      'recording.spoken',
      'recording.transcript_file_id as transcriptFileId',
    ])
    .select([sql<MeetingState>`recording.state`.as('state'), sql<Step>`recording.step`.as('step')])
export type Meeting = Awaited<ReturnType<ReturnType<typeof meetings>['executeTakeFirstOrThrow']>>

export async function findMeeting(db: Db, id: number): Promise<Meeting | null> {
  return (await meetings(db).where('recording.id', '=', id).executeTakeFirst()) ?? null
}

/** Locks the row until the transaction ends, so only one job writes a step. */
export async function lockMeeting(db: Db, id: number): Promise<Meeting | null> {
  const row = await meetings(db).where('recording.id', '=', id).forUpdate('recording').executeTakeFirst()
  return row ?? null
}

/** The first participant, who owns the files. Null if all participants were deleted. */
export async function findFirstPerson(db: Db, meetingId: number): Promise<number | null> {
  const row = await db
    .selectFrom('video_recording as recording')
    .innerJoin('video_participant as stay', 'stay.room_id', 'recording.room_id')
    .select('stay.person_id as personId')
    .where('recording.id', '=', meetingId)
    .where(wasThere)
    .orderBy('stay.join_order')
    .limit(1)
    .executeTakeFirst()
  return row?.personId ?? null
}

/** The stay overlaps the recording. */
export const wasThere = sql<boolean>`(
  (stay.left_at is null or stay.left_at > recording.started_at)
  and (recording.ended_at is null or stay.joined_at <= recording.ended_at))`

export type Caption = {
  personId: number
  firstName: string
  lastName: string
  deletedAt: Date | null
  text: string
  saidAt: Date
}

export function findCaptions(db: Db, meetingId: number): Promise<Caption[]> {
  return db
    .selectFrom('video_caption as caption')
    .innerJoin('person', 'person.id', 'caption.person_id')
    .select([
      'caption.person_id as personId',
      'person.first_name as firstName',
      'person.last_name as lastName',
      'person.deleted_at as deletedAt',
      'caption.body as text',
      'caption.said_at as saidAt',
    ])
    .where('caption.recording_id', '=', meetingId)
    .orderBy('caption.said_at')
    .orderBy('caption.id')
    .execute()
}

export async function updateSpoken(db: Db, id: number, spoken: string): Promise<void> {
  await db
    .updateTable('video_recording')
    .set({ spoken, ...noAttempts })
    .where('id', '=', id)
    .execute()
}

const noAttempts = { attempts: 0, last_error: null } as const

/** Advances to the next step and resets its attempts. */
export async function updateStep(db: Db, id: number, step: Step, transcriptFileId: string | null = null): Promise<void> {
  await db
    .updateTable('video_recording')
    .set({ step, state: 'making', transcript_file_id: transcriptFileId, ...noAttempts })
    .where('id', '=', id)
    .execute()
}

export async function updateReady(db: Db, id: number, summaryFileId: string | null, now: Date): Promise<void> {
  await db
    .updateTable('video_recording')
    .set({ state: 'ready', summary_file_id: summaryFileId, ready_at: now, ...noAttempts })
    .where('id', '=', id)
    .execute()
}

type FailedAttempt = { error: string; now: Date; most: number }

/** Call outside a transaction, so that the update survives a rollback. A recording in progress never becomes `failed`. */
export async function updateFailedAttempt(db: Db, id: number, { error, now, most }: FailedAttempt): Promise<void> {
  await sql`
    update video_recording set attempts = attempts + 1, last_error = left(${error}, 500), last_tried_at = ${now},
      state = case when state = 'making' and attempts + 1 >= ${most} then 'failed' else state end
    where id = ${id} and state <> 'ready'`.execute(db)
}

export async function updateRetried(db: Db, id: number): Promise<void> {
  await db
    .updateTable('video_recording')
    .set({ state: 'making', attempts: 0 })
    .where('id', '=', id)
    .where('state', '=', 'failed')
    .execute()
}

/** Deletes captions and segments too; returns the ids of files that are no longer referenced. */
export async function deleteRecordings(db: Db, ids: readonly number[]): Promise<string[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select transcript_file_id as id from video_recording where id = any(${[...ids]}::bigint[])
    union select summary_file_id from video_recording where id = any(${[...ids]}::bigint[])
    union select file_id from video_segment where recording_id = any(${[...ids]}::bigint[])`.execute(db)
  await db.deleteFrom('video_recording').where('id', 'in', ids).execute()
  return rows.flatMap(({ id }) => id ?? [])
}
