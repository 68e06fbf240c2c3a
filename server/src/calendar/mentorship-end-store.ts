import type { Db } from '#core/ctx.ts'

/** Cancels future events of a mentorship that ended; past events stay. */
export async function updateComingCancelled(db: Db, mentorshipId: number, now: Date): Promise<void> {
  await db
    .updateTable('calendar_event')
    .set((eb) => ({ cancelled_at: now, updated_at: now, version: eb('version', '+', 1) }))
    .where('mentorship_id', '=', mentorshipId)
    .where('cancelled_at', 'is', null)
    .where('scheduled_at', '>', now)
    .execute()
}
