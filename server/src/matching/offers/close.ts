import type { ListenerCtx } from '#core/ctx.ts'
import { coreRefusal } from '#core/errors.ts'
import { startMentorship } from '#mentorship/public.ts'
import {
  findOffers,
  findOpenOffersOf,
  lockOffers,
  lockOffersOf,
  lockSeekers,
  type OfferRow,
  deleteSeekers,
} from '../lock-store.ts'
import { notifyMatchNotMade } from '../notify.ts'
import type { Plan } from '../plan-store.ts'
import { updateStatus, requeueReleased } from '../status.ts'
import { deletePlacesOf, type Ending, updateEmptyGroupsEnded, updateOffersEnded } from './store.ts'
import { requestRun } from '../run/request-run.ts'

const isTaken = ({ state }: OfferRow) => state === 'chosen' || state === 'held'

/** The first side sees a published offer at once, the other side once it is chosen. Nobody sees a proposed one. */
export const firstChooserOf = ({ groupType, mentorId, menteeId }: OfferRow) => (groupType === '1toM' ? mentorId : menteeId)
export const peopleIn = (offers: readonly OfferRow[]): number[] => [
  ...new Set(offers.flatMap(({ mentorId, menteeId }) => [mentorId, menteeId])),
]

const viewersOf = (offer: OfferRow): number[] => {
  if (offer.state === 'proposed') return []
  return isTaken(offer) ? [offer.mentorId, offer.menteeId] : [firstChooserOf(offer)]
}

/**
 * Ends offers that the caller has locked, and releases their places. Returns the people whose status must be updated. Mentees who
 * were waiting are notified, except `silentFor`, who caused the end or has left.
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
  await notifyMatchNotMade(
    ctx,
    offers.filter((offer) => isTaken(offer) && offer.menteeId !== silentFor),
  )
  return [...new Set(offers.flatMap(viewersOf))]
}

/** Ends all open offers of somebody who leaves. The others are notified and available again. */
export async function closeOpenOffers(ctx: ListenerCtx, personId: number, state: 'unavailable' | 'withdrawn'): Promise<void> {
  const around = await findOpenOffersOf(ctx.db, [personId])
  await lockSeekers(ctx.db, [personId, ...peopleIn(around)])
  const open = await lockOffersOf(ctx.db, [personId])
  await endAndRequeue(ctx, open, { state }, personId)
}

/** Withdraws, on behalf of staff, the offers that are still open. Returns how many. */
export async function withdrawOffers(ctx: ListenerCtx, offerIds: readonly number[], endedBy: 'staff'): Promise<number> {
  const around = await findOffers(ctx.db, offerIds)
  await lockSeekers(ctx.db, peopleIn(around))
  const open = await lockOffers(ctx.db, offerIds)
  await endAndRequeue(ctx, open, { state: 'withdrawn', endedBy })
  return open.length
}

/** False if it had already ended. */
export const withdrawOffer = async (ctx: ListenerCtx, offerId: number): Promise<boolean> =>
  (await withdrawOffers(ctx, [offerId], 'staff')) > 0

async function endAndRequeue(
  ctx: ListenerCtx,
  open: readonly OfferRow[],
  ending: Ending,
  goneId: number | null = null,
): Promise<void> {
  if (open.length === 0) return
  await updateStatus(ctx, await endOffers(ctx, open, ending, goneId))
  for (const projectId of new Set(open.map((offer) => offer.projectId))) await requestRun(ctx, projectId)
}

type CompletedMatch = {
  plan: Plan
  mentorId: number
  /** The accepted offers, one per mentee. */
  offers: readonly OfferRow[]
  /** All open offers of these people, locked by the caller. */
  open: readonly OfferRow[]
  /** True if the mentor has no free place after this. */
  isMentorDone: boolean
}

/**
 * Starts the mentorship and removes its members from the pool, in one transaction with the schedule, channels, flags and notices.
 */
export async function completeMatch(
  ctx: ListenerCtx,
  { plan, mentorId, offers, open, isMentorDone }: CompletedMatch,
): Promise<number> {
  const ids = offers.map(({ id }) => id)
  const menteeIds = offers.map(({ menteeId }) => menteeId)
  await updateOffersEnded(ctx.db, ids, { state: 'success' }, ctx.now())
  const competing = open.filter(
    (offer) => !ids.includes(offer.id) && (menteeIds.includes(offer.menteeId) || (isMentorDone && offer.mentorId === mentorId)),
  )
  const released = await endOffers(ctx, competing, { state: 'unavailable' })
  await deleteSeekers(ctx.db, isMentorDone ? [mentorId, ...menteeIds] : menteeIds)

  const { mentorshipId, alreadyMatched } = await startMentorship(ctx, {
    projectId: plan.projectId,
    groupType: plan.groupType,
    mentorId,
    menteeIds,
    pairManagerId: plan.pairManagerId,
    startedAt: ctx.now(),
    choseEachOther: plan.groupType === '1to1',
  })
  // Somebody joined a mentorship concurrently: fail, so that the request is retried.
  if (alreadyMatched.length > 0) throw coreRefusal('core.conflict')
  await updateStatus(ctx, [mentorId, ...menteeIds])
  await requeueReleased(ctx, plan.projectId, released)
  return mentorshipId
}
