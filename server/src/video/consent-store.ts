import type { Db } from '#core/ctx.ts'

export async function insertConsent(
  db: Db,
  { roomId, personId, consent, now }: { roomId: string; personId: number; consent: boolean; now: Date },
): Promise<void> {
  await db.insertInto('video_consent').values({ room_id: roomId, person_id: personId, consent, given_at: now }).execute()
}

/** The last answer since this call opened: one that was moved to another day asks again. Null where there is none. */
export async function findConsent(
  db: Db,
  { roomId, personId, since }: { roomId: string; personId: number; since: Date },
): Promise<boolean | null> {
  const row = await db
    .selectFrom('video_consent')
    .select('consent')
    .where('room_id', '=', roomId)
    .where('person_id', '=', personId)
    .where('given_at', '>=', since)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.consent ?? null
}

/** Whether the person has been in this call at any time. */
export async function hasBeenIn(db: Db, roomId: string, personId: number): Promise<boolean> {
  const row = await db
    .selectFrom('video_participant')
    .select('id')
    .where('room_id', '=', roomId)
    .where('person_id', '=', personId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
