import type { Db } from './open.ts'

/** Several queries that see the database as it was at one moment. In a transaction they see what it sees. */
export const atOneMoment = <T>(db: Db, read: (db: Db) => Promise<T>): Promise<T> =>
  db.isTransaction ? read(db) : db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)
