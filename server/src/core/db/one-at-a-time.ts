import { sql } from 'kysely'
import type { Db } from './open.ts'

/** Apart from the locks of migrations and loads, which are one number instead of two. */
const SPACE = 7200

/**
 * Runs a short piece of work so that no other with the same key runs beside it, in any process. It is a transaction of its
 * own and commits at once: what must be counted before a request's transaction, and outlive its refusal, is counted here.
 */
export function oneAtATime<T>(db: Db, key: Buffer, work: (db: Db) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (locked) => {
    await sql`select pg_advisory_xact_lock(${SPACE}::integer, ${key.readInt32BE(0)}::integer)`.execute(locked)
    return work(locked)
  })
}
