import { coreRefusal } from '#core/errors.ts'
import type { ListenerCtx } from '#core/ctx.ts'
import { startMentorship } from '#mentorship/public.ts'
import { endOffers } from '../offers/close.ts'
import { updateOffersEnded } from '../offers/store.ts'
import { deleteSeekers, type OfferRow } from '../lock-store.ts'
import type { Plan } from '../plan-store.ts'
import { requeueReleased, updateStatus } from '../status.ts'

export type CompletedMatch = {
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

  const { mentorshipId, taken } = await startMentorship(ctx, {
    projectId: plan.projectId,
    groupType: plan.groupType,
    mentorId,
    menteeIds,
    pairManagerId: plan.pairManagerId,
    startedAt: ctx.now(),
  })
  // Somebody joined a mentorship concurrently: fail, so that the request is retried.
  if (taken.length > 0) throw coreRefusal('core.conflict')
  await updateStatus(ctx, [mentorId, ...menteeIds])
  await requeueReleased(ctx, plan.projectId, released)
  return mentorshipId
}
