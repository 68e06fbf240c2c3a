import type { Db } from '#core/ctx.ts'

export async function insertConsent(
  db: Db,
  { roomId, personId, consent, now }: { roomId: string; personId: number; consent: boolean; now: Date },
): Promise<void> {
  await db.insertInto('video_consent').values({ room_id: roomId, person_id: personId, consent, given_at: now }).execute()
}

/** The last answer since the call opened; an event moved to another day requires a new answer. Null if there is none. */
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

/** Whether the person was ever in this call. */
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
