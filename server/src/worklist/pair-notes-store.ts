import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'
import { isInScope, type Visible } from './scope.ts'

/** Null if the reader does not look after this pair or group; one that has ended stays visible. */
export async function findVisiblePair(db: Db, { programmes, mentorshipIds }: Visible, id: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select mentorship.id from mentorship
    where mentorship.id = ${id}
      and (${isInScope(programmes, sql`mentorship.project_id`)} or mentorship.id = any(${mentorshipIds}::bigint[]))`.execute(db)
  return rows[0]?.id ?? null
}

const SHOWN = 50

/** The newest first. */
export function findPairNotes(db: Db, mentorshipId: number) {
  return db
    .selectFrom('pair_note')
    .leftJoin('person as writer', 'writer.id', 'pair_note.written_by')
    .select(['pair_note.id', 'pair_note.text', 'pair_note.written_at as at', 'writer.first_name as by'])
    .where('pair_note.mentorship_id', '=', mentorshipId)
    .orderBy('pair_note.id', 'desc')
    .limit(SHOWN)
    .execute()
}

type NewNote = { mentorshipId: number; writtenBy: number; text: string; now: Date }

export async function insertPairNote(db: Db, { mentorshipId, writtenBy, text, now }: NewNote): Promise<number> {
  const { id } = await db
    .insertInto('pair_note')
    .values({ mentorship_id: mentorshipId, written_by: writtenBy, text, written_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
