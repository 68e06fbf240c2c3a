import type { Db } from '#core/ctx.ts'

/**
 * Who may read the calendar of which mentorship: who is in it now, may come in, and to whom the mentorship area is open. Notices, reminders, the
 * private address and personal calendars all begin here, so that none of them tells what the page would not show.
 */
export const readersOf = (db: Db) =>
  db
    .selectFrom('mentorship_member as member')
    .innerJoin('experience', 'experience.person_id', 'member.person_id')
    .innerJoin('person', 'person.id', 'member.person_id')
    .where('member.left_at', 'is', null)
    .where('experience.curriculum', '=', 'use')
    .where('person.disabled_at', 'is', null)

/** Who may not is told nothing of their calendar either. */
export async function mayComeIn(db: Db, personId: number): Promise<boolean> {
  const row = await db
    .selectFrom('person')
    .select('id')
    .where('id', '=', personId)
    .where('disabled_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}
