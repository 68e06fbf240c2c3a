import type { Db } from '#core/ctx.ts'

/** Who brings events holds the claim, alone, until it lets go or its time is over. True when it is ours now. */
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

/** False when somebody else has it by now. */
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

/** Let go for good, if nothing more was wanted meanwhile; false where there is more to bring. */
export async function releaseBrought(db: Db, id: number, claim: Date, wanted: number, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('calendar_integration')
    .set({ claimed_until: null, synced_at: now })
    .where('id', '=', id)
    .where('claimed_until', '=', claim)
    .where('wanted', '=', wanted)
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

/** The provider wants to be left alone until then. */
export async function updateNotBefore(db: Db, id: number, notBefore: Date): Promise<void> {
  await db.updateTable('calendar_integration').set({ not_before: notBefore }).where('id', '=', id).execute()
}

/** From now on, only who has this number goes on trying. Null where the connection is gone. */
export async function raiseRetryTurn(db: Db, id: number): Promise<number | null> {
  const row = await db
    .updateTable('calendar_integration')
    .set((eb) => ({ retry_turn: eb('retry_turn', '+', 1) }))
    .where('id', '=', id)
    .returning('retry_turn')
    .executeTakeFirst()
  return row?.retry_turn ?? null
}

/** Everybody who is in a mentorship now. */
export async function findPeopleIn(db: Db, mentorshipId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('mentorship_member')
    .select('person_id')
    .where('mentorship_id', '=', mentorshipId)
    .where('left_at', 'is', null)
    .execute()
  return rows.map(({ person_id }) => person_id)
}

/** Something is other than it stands in the calendars of these people. Says which are to be brought up to date. */
export async function raiseWanted(db: Db, personIds: readonly number[]): Promise<number[]> {
  if (personIds.length === 0) return []
  const rows = await db
    .selectFrom('calendar_integration')
    .select('id')
    .where('person_id', 'in', personIds)
    .where('unlinked_at', 'is', null)
    .where('state', '!=', 'revoked')
    // Always in the same order, so that two who raise several do not wait for each other.
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
