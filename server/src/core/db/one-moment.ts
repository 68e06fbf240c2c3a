import type { Db } from './open.ts'

/** Several queries that see the database as it was at one moment. Inside a transaction, they use its state. */
export const atOneMoment = <T>(db: Db, read: (db: Db) => Promise<T>): Promise<T> =>
  db.isTransaction ? read(db) : db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)
