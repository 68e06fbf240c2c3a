import type { Db } from '#core/ctx.ts'

/**
 * Readers of each calendar: current members who are not disabled and have the mentorship area open. Notices,
 * reminders, feeds and personal calendars all use this, so none of them reveals more than the page.
 */
export const readersOf = (db: Db) =>
  db
    .selectFrom('mentorship_member as member')
    .innerJoin('experience', 'experience.person_id', 'member.person_id')
    .innerJoin('person', 'person.id', 'member.person_id')
    .where('member.left_at', 'is', null)
    .where('experience.curriculum', '=', 'use')
    .where('person.disabled_at', 'is', null)

/** Disabled and deleted people get no calendar notices. */
export async function isActivePerson(db: Db, personId: number): Promise<boolean> {
  const row = await db
    .selectFrom('person')
    .select('id')
    .where('id', '=', personId)
    .where('disabled_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}
