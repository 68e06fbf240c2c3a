import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'

export function findContactsAbout(db: Db, personId: number) {
  return db
    .selectFrom('staff_contact')
    .select(['how', 'was_reached as wasReached', 'note', 'at'])
    .where('person_id', '=', personId)
    .orderBy('at')
    .execute()
}

/** Automatic messages sent or planned for the person. */
export function findNudgesTo(db: Db, personId: number) {
  return db
    .selectFrom('nudge')
    .select(['trigger', 'title', 'text', 'state', 'sent_at as sentAt'])
    .where('person_id', '=', personId)
    .orderBy('id')
    .execute()
}

/** Notes that this person wrote about pairs. Notes about the person's own pair also concern the partner, so they are left out. */
export function findPairNotesBy(db: Db, staffId: number) {
  return db.selectFrom('pair_note').select(['text', 'written_at as at']).where('written_by', '=', staffId).orderBy('id').execute()
}

export function findContactsBy(db: Db, staffId: number) {
  return db.selectFrom('staff_contact').select(['how', 'note', 'at']).where('staff_id', '=', staffId).orderBy('at').execute()
}

export async function findNextContactOf(db: Db, personId: number): Promise<string | null> {
  const row = await db
    .selectFrom('next_contact')
    .select(sql<string>`on_day::text`.as('day'))
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return row?.day ?? null
}

/** Only rows about this person; rows about a pair also concern the partner. */
export function findReasons(db: Db, personId: number) {
  return db
    .selectFrom('work_item')
    .select(['rule', 'since', 'closed_at as closedAt'])
    .where('person_id', '=', personId)
    .orderBy('since')
    .execute()
}

export async function deleteAbout(db: Db, personId: number): Promise<void> {
  await db.deleteFrom('staff_contact').where('person_id', '=', personId).execute()
  await db.deleteFrom('next_contact').where('person_id', '=', personId).execute()
  await db.deleteFrom('nudge').where('person_id', '=', personId).execute()
  await db.deleteFrom('work_item').where('person_id', '=', personId).execute()
  // A note about a pair may contain the name of anybody in it.
  const theirs = db.selectFrom('mentorship_member').select('mentorship_id').where('person_id', '=', personId)
  await db
    .deleteFrom('pair_note')
    .where('mentorship_id', 'in', theirs.where('part', '<>', 'pair_manager'))
    .execute()
}

/** Deletes a leaving colleague's presence, plans and snoozes; contacts they noted stay without their name. */
export async function deleteTraces(db: Db, personId: number): Promise<void> {
  await db.deleteFrom('work_presence').where('person_id', '=', personId).execute()
  await db.deleteFrom('next_contact').where('staff_id', '=', personId).execute()
  await db.updateTable('staff_contact').set({ staff_id: null }).where('staff_id', '=', personId).execute()
  await db.updateTable('pair_note').set({ written_by: null }).where('written_by', '=', personId).execute()
  await db.updateTable('nudge').set({ taken_out_by: null }).where('taken_out_by', '=', personId).execute()
  await db.updateTable('nudge_plan').set({ changed_by: null }).where('changed_by', '=', personId).execute()
  await db.updateTable('work_item').set({ owner_id: null }).where('owner_id', '=', personId).execute()
  await db.updateTable('work_item').set({ snoozed_by: null }).where('snoozed_by', '=', personId).execute()
  await db.updateTable('work_rule').set({ changed_by: null }).where('changed_by', '=', personId).execute()
}
