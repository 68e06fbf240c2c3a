import type { SavedView, StaffNote } from '@saathi/contract/staff/people-calls'
import { displayName } from '#accounts/public.ts'
import type { Db } from '#core/ctx.ts'

const MAX_NOTES = 100

export async function findNotes(db: Db, personId: number): Promise<StaffNote[]> {
  const rows = await db
    .selectFrom('staff_note')
    .leftJoin('person as writer', 'writer.id', 'staff_note.written_by')
    .select([
      'staff_note.id',
      'text',
      'written_at as writtenAt',
      'writer.first_name as firstName',
      'writer.last_name as lastName',
    ])
    .where('staff_note.person_id', '=', personId)
    .orderBy('staff_note.id', 'desc')
    .limit(MAX_NOTES)
    .execute()
  return rows.map(({ id, text, writtenAt, ...writer }) => ({ id, text, by: nameOf(writer) ?? '', at: writtenAt.toISOString() }))
}

export async function insertNote(
  db: Db,
  note: { personId: number; writtenBy: number; text: string; now: Date },
): Promise<number> {
  const { id } = await db
    .insertInto('staff_note')
    .values({ person_id: note.personId, written_by: note.writtenBy, text: note.text, written_at: note.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const nameOf = ({ firstName, lastName }: { firstName: string | null; lastName: string | null }): string | null =>
  firstName === null || lastName === null ? null : displayName({ firstName, lastName })

/** For the erasure of an account: deletes the notes about the person and the views that the person saved. */
export async function deleteAbout(db: Db, personId: number): Promise<void> {
  await db.deleteFrom('staff_note').where('person_id', '=', personId).execute()
  await db.deleteFrom('saved_view').where('person_id', '=', personId).execute()
  await db.deleteFrom('staff_digest').where('person_id', '=', personId).execute()
}

export function findViews(db: Db, personId: number): Promise<SavedView[]> {
  return db.selectFrom('saved_view').select(['id', 'name', 'query']).where('person_id', '=', personId).orderBy('id').execute()
}

export async function saveView(db: Db, personId: number, view: { name: string; query: string }): Promise<SavedView> {
  return db
    .insertInto('saved_view')
    .values({ person_id: personId, ...view })
    .onConflict((conflict) => conflict.columns(['person_id', 'name']).doUpdateSet({ query: view.query }))
    .returning(['id', 'name', 'query'])
    .executeTakeFirstOrThrow()
}

/** False if the person has no such view. */
export async function deleteView(db: Db, personId: number, id: number): Promise<boolean> {
  const result = await db.deleteFrom('saved_view').where('person_id', '=', personId).where('id', '=', id).executeTakeFirst()
  return result.numDeletedRows > 0n
}
