import type { ListenerCtx } from '#core/events.ts'
import { deletePlacesOf, type Ending, updateEmptyGroupsEnded, updateOffersEnded } from './close-offers-store.ts'
import { findOffers, findOpenOffersOf, lockOffers, lockOffersOf, lockSeekers, type OfferRow } from './lock-store.ts'
import { settleStatus } from './standing.ts'
import { tellNotMade } from './tell.ts'

const isTaken = ({ state }: OfferRow) => state === 'chosen' || state === 'held'

/** Who chooses first sees it from the beginning, the other one once it is chosen; what waits for the team nobody sees. */
export const firstSideOf = ({ groupType, mentorId, menteeId }: OfferRow) => (groupType === '1toM' ? mentorId : menteeId)
const whoSees = (offer: OfferRow): number[] => {
  if (offer.state === 'proposed') return []
  return isTaken(offer) ? [offer.mentorId, offer.menteeId] : [firstSideOf(offer)]
}

/**
 * Ends offers that the caller holds, with the places they take, and gives those who are to be settled afterwards. Mentees who were
 * waiting for one hear that it did not come about, except `silentFor`, who has done it or is gone.
 */
export async function endOffers(
  ctx: ListenerCtx,
  offers: readonly OfferRow[],
  ending: Ending,
  silentFor: number | null = null,
): Promise<number[]> {
  await updateOffersEnded(
    ctx.db,
    offers.map(({ id }) => id),
    ending,
    ctx.now(),
  )
  const held = offers.filter(({ state }) => state === 'held')
  await deletePlacesOf(
    ctx.db,
    held.map(({ id }) => id),
  )
  await updateEmptyGroupsEnded(
    ctx.db,
    held.map(({ mentorId }) => mentorId),
    ctx.now(),
  )
  await tellNotMade(
    ctx,
    offers.filter((offer) => isTaken(offer) && offer.menteeId !== silentFor),
  )
  return [...new Set(offers.flatMap(whoSees))]
}

/** For whoever goes away: all that is open around them. The others are told, and are free again. */
export async function closeOpenOffers(ctx: ListenerCtx, personId: number, state: 'unavailable' | 'withdrawn'): Promise<void> {
  const around = await findOpenOffersOf(ctx.db, [personId])
  await lockSeekers(ctx.db, [personId, ...peopleIn(around)])
  const open = await lockOffersOf(ctx.db, [personId])
  await closeAndSettle(ctx, open, { state }, personId)
}

/** What of these is still open, by the team's hand; gives how many that were. */
export async function withdrawOffers(ctx: ListenerCtx, offerIds: readonly number[], endedBy: 'staff'): Promise<number> {
  const around = await findOffers(ctx.db, offerIds)
  await lockSeekers(ctx.db, peopleIn(around))
  const open = await lockOffers(ctx.db, offerIds)
  await closeAndSettle(ctx, open, { state: 'withdrawn', endedBy })
  return open.length
}

/** False when it was over. */
export const withdrawOffer = async (ctx: ListenerCtx, offerId: number): Promise<boolean> =>
  (await withdrawOffers(ctx, [offerId], 'staff')) > 0

async function closeAndSettle(
  ctx: ListenerCtx,
  open: readonly OfferRow[],
  ending: Ending,
  goneId: number | null = null,
): Promise<void> {
  if (open.length === 0) return
  await settleStatus(ctx, await endOffers(ctx, open, ending, goneId))
  for (const projectId of new Set(open.map((offer) => offer.projectId)))
    await ctx.raise({ type: 'matching.came_back', projectId })
}

export const peopleIn = (offers: readonly OfferRow[]): number[] => [
  ...new Set(offers.flatMap(({ mentorId, menteeId }) => [mentorId, menteeId])),
]
