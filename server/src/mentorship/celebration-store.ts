import type { Db } from '#core/ctx.ts'

/** Mentorships whose celebration the member has not seen. */
export async function findUncelebrated(db: Db, personId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('mentorship_member')
    .select('mentorship_id as id')
    .where('person_id', '=', personId)
    .where('celebrated_at', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

export async function updateCelebrated(db: Db, mentorshipId: number, personId: number, now: Date): Promise<void> {
  await db
    .updateTable('mentorship_member')
    .set({ celebrated_at: now })
    .where('mentorship_id', '=', mentorshipId)
    .where('person_id', '=', personId)
    .where('celebrated_at', 'is', null)
    .execute()
}
