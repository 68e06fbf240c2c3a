import type { Db } from '#core/ctx.ts'

/** Hides from this person, before `until`, who opened their data for this case; null hides it until a time is set. */
export async function upsertLookDelay(
  db: Db,
  { personId, caseId, until }: { personId: number; caseId: number; until: Date | null },
): Promise<void> {
  await db
    .insertInto('look_delay')
    .values({ person_id: personId, case_id: caseId, until })
    .onConflict((conflict) => conflict.columns(['person_id', 'case_id']).doUpdateSet({ until }))
    .execute()
}

export async function updateLookDelays(db: Db, caseId: number, until: Date | null): Promise<void> {
  await db.updateTable('look_delay').set({ until }).where('case_id', '=', caseId).execute()
}
