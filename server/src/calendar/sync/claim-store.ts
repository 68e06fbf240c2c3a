import type { Db } from '#core/ctx.ts'

/** Only one run at a time holds the claim, until it releases it or it expires. True if claimed. */
export async function claimIntegration(db: Db, id: number, now: Date, until: Date): Promise<boolean> {
  const row = await db
    .updateTable('calendar_integration')
    .set({ claimed_until: until })
    .where('id', '=', id)
    .where(({ or, eb }) => or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', now)]))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function findClaim(db: Db, id: number): Promise<Date | null> {
  const row = await db.selectFrom('calendar_integration').select('claimed_until').where('id', '=', id).executeTakeFirst()
  return row?.claimed_until ?? null
}

/** False if another run has the claim. */
export async function updateClaim(db: Db, id: number, { from, until }: { from: Date; until: Date }): Promise<boolean> {
  const row = await db
    .updateTable('calendar_integration')
    .set({ claimed_until: until })
    .where('id', '=', id)
    .where('claimed_until', '=', from)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Releases the claim if nothing changed during the run; false if there is more to sync. */
export async function releaseSynced(db: Db, id: number, claim: Date, syncRequests: number, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('calendar_integration')
    .set({ claimed_until: null, synced_at: now })
    .where('id', '=', id)
    .where('claimed_until', '=', claim)
    .where('wanted', '=', syncRequests)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function releaseClaim(db: Db, id: number, claim: Date): Promise<void> {
  await db
    .updateTable('calendar_integration')
    .set({ claimed_until: null })
    .where('id', '=', id)
    .where('claimed_until', '=', claim)
    .execute()
}

/** The provider asked us to wait until then. */
export async function updateNotBefore(db: Db, id: number, notBefore: Date): Promise<void> {
  await db.updateTable('calendar_integration').set({ not_before: notBefore }).where('id', '=', id).execute()
}

/** Only the retry job with the returned number continues. Null if the connection is gone. */
export async function nextRetryTurn(db: Db, id: number): Promise<number | null> {
  const row = await db
    .updateTable('calendar_integration')
    .set((eb) => ({ retry_turn: eb('retry_turn', '+', 1) }))
    .where('id', '=', id)
    .returning('retry_turn')
    .executeTakeFirst()
  return row?.retry_turn ?? null
}

/** All current members of a mentorship. */
export async function findPeopleIn(db: Db, mentorshipId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('mentorship_member')
    .select('person_id')
    .where('mentorship_id', '=', mentorshipId)
    .where('left_at', 'is', null)
    .execute()
  return rows.map(({ person_id }) => person_id)
}

/** Marks the calendars of these people as outdated. Returns the ids to sync. */
export async function markOutdated(db: Db, personIds: readonly number[]): Promise<number[]> {
  if (personIds.length === 0) return []
  const rows = await db
    .selectFrom('calendar_integration')
    .select('id')
    .where('person_id', 'in', personIds)
    .where('unlinked_at', 'is', null)
    .where('state', '!=', 'revoked')
    // Lock in id order to avoid deadlocks.
    .orderBy('id')
    .forUpdate()
    .execute()
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) {
    await db
      .updateTable('calendar_integration')
      .set((eb) => ({ wanted: eb('wanted', '+', 1) }))
      .where('id', 'in', ids)
      .execute()
  }
  return ids
}
