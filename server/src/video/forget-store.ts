import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'

/** Locks the rows until the transaction ends. Rooms locked by others wait for the next night. */
export async function lockOldRooms(db: Db, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('video_room')
    .select('id')
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.map(({ id }) => id)
}

export async function findRecordingIds(db: Db, roomIds: readonly string[]): Promise<number[]> {
  if (roomIds.length === 0) return []
  const rows = await db.selectFrom('video_recording').select('id').where('room_id', 'in', roomIds).execute()
  return rows.map(({ id }) => id)
}

/** The rows of their participants, consents and recordings cascade. */
export async function deleteRooms(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('video_room').where('id', 'in', ids).execute()
}

/** Being processed, but not tried since `before`: its job was lost. */
export async function findStuckRecordings(db: Db, before: Date, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from video_recording
    where state = 'making' and coalesce(last_tried_at, ended_at) < ${before} order by id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}
