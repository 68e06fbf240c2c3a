import type { Db } from '#core/ctx.ts'

/** Locked, so that requesting to leave, staying and being erased cannot interleave. */
export async function findLeaverForUpdate(db: Db, personId: number) {
  return db
    .selectFrom('person')
    .select(['email', 'leaves_at as leavesAt', 'deleted_at as deletedAt'])
    .where('id', '=', personId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export async function updateLeavesAt(db: Db, personId: number, leavesAt: Date | null): Promise<void> {
  await db.updateTable('person').set({ leaves_at: leavesAt }).where('id', '=', personId).execute()
}

export async function findLeavers(db: Db, now: Date, afterId: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('person')
    .select('id')
    .where('leaves_at', '<=', now)
    .where('deleted_at', 'is', null)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}
