import type { Db } from '#core/ctx.ts'

/** True if the status changed. */
export async function updateMatchingStatus(db: Db, personId: number, status: string | null): Promise<boolean> {
  const row = await db
    .updateTable('person')
    .set({ matching_status: status })
    .where('id', '=', personId)
    .where('deleted_at', 'is', null)
    .where('matching_status', 'is distinct from', status)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
