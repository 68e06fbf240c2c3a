import type { Db } from '#core/ctx.ts'

export type Ended = { id: string; number: number; pieces: number; startedAt: Date }

/** The first one that has ended and is not put together yet. */
export async function findNextToSeal(db: Db, recordingId: number): Promise<Ended | null> {
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

/** Its pieces go: they are in the file now. */
export async function updateSealed(db: Db, segmentId: string, fileId: string | null, now: Date): Promise<void> {
  await db.updateTable('video_segment').set({ sealed_at: now, file_id: fileId }).where('id', '=', segmentId).execute()
  await db.deleteFrom('video_piece').where('segment_id', '=', segmentId).execute()
}

export type Film = { fileId: string; startedAt: Date }

/** What was put together of a sitting, in the order in which it was filmed. */
export async function findFilms(db: Db, recordingId: number): Promise<Film[]> {
  const rows = await db
    .selectFrom('video_segment')
    .select(['file_id as fileId', 'started_at as startedAt'])
    .where('recording_id', '=', recordingId)
    .where('file_id', 'is not', null)
    .orderBy('number')
    .execute()
  return rows.flatMap(({ fileId, startedAt }) => (fileId === null ? [] : [{ fileId, startedAt }]))
}
