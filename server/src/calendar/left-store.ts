import type { Db } from '#core/ctx.ts'

/** What was planned in a mentorship that is over takes place no more; what has been stays as it was. */
export async function updateComingCancelled(db: Db, mentorshipId: number, now: Date): Promise<void> {
  await db
    .updateTable('calendar_event')
    .set((eb) => ({ cancelled_at: now, updated_at: now, version: eb('version', '+', 1) }))
    .where('mentorship_id', '=', mentorshipId)
    .where('cancelled_at', 'is', null)
    .where('scheduled_at', '>', now)
    .execute()
}
