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
