import { sql } from 'kysely'
import type { Db } from './open.ts'

/** Separate from the locks of migrations and loads, which use one number instead of two. */
const SPACE = 7200

/**
 * Runs a short task exclusively per key, across all processes. It has its own transaction and commits at once, so counters
 * written here survive when the request is refused.
 */
export function withKeyLock<T>(db: Db, key: Buffer, work: (db: Db) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (locked) => {
    await sql`select pg_advisory_xact_lock(${SPACE}::integer, ${key.readInt32BE(0)}::integer)`.execute(locked)
    return work(locked)
  })
}
