import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'

export type EndedSegment = { id: string; number: number; pieces: number; startedAt: Date }

/** The first segment that has ended but is not sealed. */
export async function findNextToSeal(db: Db, recordingId: number): Promise<EndedSegment | null> {
  const row = await db
    .selectFrom('video_segment')
    .select(['id', 'number', 'next_piece as pieces', 'started_at as startedAt'])
    .where('recording_id', '=', recordingId)
    .where('ended_at', 'is not', null)
    .where('sealed_at', 'is', null)
    .orderBy('number')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

export async function findPieces(db: Db, segmentId: string): Promise<Buffer[]> {
  const rows = await db.selectFrom('video_piece').select('bytes').where('segment_id', '=', segmentId).orderBy('number').execute()
  return rows.map(({ bytes }) => bytes)
}

/** Deletes the pieces, which are now in the file. */
export async function updateSealed(db: Db, segmentId: string, fileId: string | null, now: Date): Promise<void> {
  await db.updateTable('video_segment').set({ sealed_at: now, file_id: fileId }).where('id', '=', segmentId).execute()
  await db.deleteFrom('video_piece').where('segment_id', '=', segmentId).execute()
}

export type SegmentFile = { fileId: string; startedAt: Date }

/** The sealed segments of a recording, in order. */
export async function findSegmentFiles(db: Db, recordingId: number): Promise<SegmentFile[]> {
  const rows = await db
    .selectFrom('video_segment')
    .select(['file_id as fileId', 'started_at as startedAt'])
    .where('recording_id', '=', recordingId)
    .where('file_id', 'is not', null)
    .orderBy('number')
    .execute()
  return rows.flatMap(({ fileId, startedAt }) => (fileId === null ? [] : [{ fileId, startedAt }]))
}

const segments = (db: Db) =>
  db
    .selectFrom('video_segment as segment')
    .innerJoin('video_participant as recorder', 'recorder.id', 'segment.recorder_id')
    .select([
      'segment.id',
      'segment.recording_id as recordingId',
      'segment.room_id as roomId',
      'segment.next_piece as nextPiece',
      'segment.next_offset as nextOffset',
      'segment.ended_at as endedAt',
      'segment.end_reason as endReason',
      'recorder.person_id as recorderPersonId',
      'recorder.sign_in_id as recorderSignInId',
    ])
export type SegmentRow = Awaited<ReturnType<ReturnType<typeof segments>['executeTakeFirstOrThrow']>>

export async function findSegment(db: Db, id: string): Promise<SegmentRow | null> {
  return (await segments(db).where('segment.id', '=', id).executeTakeFirst()) ?? null
}

export type NewPiece = { segmentId: string; number: number; offset: number; bytes: Uint8Array }

/**
 * Checks and inserts in one statement: it waits for a concurrent end of the segment and then inserts nothing. False if the piece
 * is not the next one, or the segment has ended.
 */
export async function insertPiece(db: Db, { segmentId, number, offset, bytes }: NewPiece, now: Date): Promise<boolean> {
  const { rows } = await sql<{ number: number }>`
    with taken as (
      update video_segment
      set next_piece = next_piece + 1, next_offset = next_offset + ${bytes.byteLength}, heard_at = ${now}
      where id = ${segmentId} and ended_at is null and next_piece = ${number} and next_offset = ${offset}
      returning id
    )
    insert into video_piece (segment_id, number, bytes) select id, ${number}, ${Buffer.from(bytes)} from taken
    returning number`.execute(db)
  return rows.length > 0
}

/** Null if the piece was already merged into the segment's file. */
export async function findPiece(db: Db, segmentId: string, number: number): Promise<Buffer | null> {
  const row = await db
    .selectFrom('video_piece')
    .select('bytes')
    .where('segment_id', '=', segmentId)
    .where('number', '=', number)
    .executeTakeFirst()
  return row?.bytes ?? null
}
