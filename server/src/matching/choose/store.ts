import type { Db } from '#core/ctx.ts'
import { type OfferRow, offers, toOffer } from '../lock-store.ts'

/** The requested offers that this person may see. The second side sees an offer only once the first has chosen it. */
export async function findChoosableOffers(
  db: Db,
  personId: number,
  { ids, aliases }: { ids: readonly number[]; aliases: readonly string[] },
): Promise<OfferRow[]> {
  const rows = await offers(db)
    .where(({ eb, fn, val, or }) => or([eb('id', '=', fn.any(val([...ids]))), eb('alias', '=', fn.any(val([...aliases])))]))
    // Set when the offer is published.
    .where('expires_at', 'is not', null)
    .where(({ eb, or, and }) =>
      or([
        and([eb('mentor_id', '=', personId), or([eb('group_type', '=', '1toM'), eb('chosen_at', 'is not', null)])]),
        and([eb('mentee_id', '=', personId), or([eb('group_type', '=', '1to1'), eb('chosen_at', 'is not', null)])]),
      ]),
    )
    .execute()
  return rows.map(toOffer)
}

/** The turn passes to the mentor. */
export async function updateOfferChosen(db: Db, id: number, now: Date, expiresAt: Date): Promise<void> {
  await db
    .updateTable('match_offer')
    .set({ state: 'chosen', chosen_at: now, turned_at: now, expires_at: expiresAt })
    .where('id', '=', id)
    .execute()
}

/** Mentees of a group are not asked, so no new turn starts. */
export async function updateOffersHeld(db: Db, ids: readonly number[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await db.updateTable('match_offer').set({ state: 'held', chosen_at: now }).where('id', 'in', ids).execute()
}

/** Those who are mentees in an active mentorship. */
export async function findActiveMentees(db: Db, personIds: readonly number[]): Promise<number[]> {
  if (personIds.length === 0) return []
  const rows = await db
    .selectFrom('mentorship_member as member')
    .innerJoin('mentorship', 'mentorship.id', 'member.mentorship_id')
    .select('member.person_id as personId')
    .where('member.person_id', 'in', personIds)
    .where('member.part', '=', 'mentee')
    .where('member.left_at', 'is', null)
    .where('mentorship.ended_at', 'is', null)
    .execute()
  return rows.map(({ personId }) => personId)
}
