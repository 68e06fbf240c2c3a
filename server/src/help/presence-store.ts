import type { Db } from '#core/ctx.ts'

type Presence = { caseId: number; personId: number }

/** Colleagues who renewed their presence after this time, except the reader. */
export function findPresent(db: Db, { caseId, personId }: Presence, since: Date) {
  return db
    .selectFrom('help_presence')
    .innerJoin('person', 'person.id', 'help_presence.person_id')
    .select([
      'person.id as personId',
      'person.first_name as firstName',
      'person.last_name as lastName',
      'help_presence.is_writing as isWriting',
    ])
    .where('case_id', '=', caseId)
    .where('help_presence.person_id', '<>', personId)
    .where('seen_at', '>', since)
    .orderBy('person.id')
    .limit(20)
    .execute()
}

/** Null if the person was not there. */
export async function findPresence(db: Db, { caseId, personId }: Presence, since: Date): Promise<{ isWriting: boolean } | null> {
  const row = await db
    .selectFrom('help_presence')
    .select('is_writing as isWriting')
    .where('case_id', '=', caseId)
    .where('person_id', '=', personId)
    .where('seen_at', '>', since)
    .executeTakeFirst()
  return row ?? null
}

export async function savePresence(db: Db, { caseId, personId }: Presence, isWriting: boolean, now: Date): Promise<void> {
  const state = { is_writing: isWriting, seen_at: now }
  await db
    .insertInto('help_presence')
    .values({ case_id: caseId, person_id: personId, ...state })
    .onConflict((conflict) => conflict.columns(['case_id', 'person_id']).doUpdateSet(state))
    .execute()
}

export async function deletePresence(db: Db, { caseId, personId }: Presence): Promise<void> {
  await db.deleteFrom('help_presence').where('case_id', '=', caseId).where('person_id', '=', personId).execute()
}

/** Deletes the presence and assignments of a colleague who leaves. */
export async function deleteTraces(db: Db, personId: number): Promise<void> {
  await db.deleteFrom('help_presence').where('person_id', '=', personId).execute()
  await db.updateTable('help_case').set({ assigned_to: null }).where('assigned_to', '=', personId).execute()
}
