import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'

/** Held until the transaction ends; those that somebody holds at this moment wait for another night. */
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

/** With everything that is known of them. */
export async function deleteRooms(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('video_room').where('id', 'in', ids).execute()
}

/** Being made, and nobody has tried for so long: what should have done it is lost. */
export async function findStuck(db: Db, before: Date, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from video_recording
    where state = 'making' and coalesce(last_tried_at, ended_at) < ${before} order by id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}
