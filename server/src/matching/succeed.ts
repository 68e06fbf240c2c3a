import { coreRefusal } from '#core/errors.ts'
import type { ListenerCtx } from '#core/events.ts'
import { startMentorship } from '#mentorship/public.ts'
import { endOffers } from './close-offers.ts'
import { updateOffersEnded } from './close-offers-store.ts'
import { deleteSeekers, type OfferRow } from './lock-store.ts'
import type { Plan } from './plan-store.ts'
import { settleFreed, settleStatus } from './standing.ts'

export type Success = {
  plan: Plan
  mentorId: number
  /** Those that come true, one for each mentee. */
  offers: readonly OfferRow[]
  /** All that is open around these people, held by the caller. */
  open: readonly OfferRow[]
  /** Whether he has room for nobody more after this. */
  isMentorDone: boolean
}

/**
 * Starts the mentorship and ends the search of its members, in one transaction with the schedule, channels, flags and notices.
 */
export async function succeed(ctx: ListenerCtx, { plan, mentorId, offers, open, isMentorDone }: Success): Promise<number> {
  const ids = offers.map(({ id }) => id)
  const menteeIds = offers.map(({ menteeId }) => menteeId)
  await updateOffersEnded(ctx.db, ids, { state: 'success' }, ctx.now())
  const inTheWay = open.filter(
    (offer) => !ids.includes(offer.id) && (menteeIds.includes(offer.menteeId) || (isMentorDone && offer.mentorId === mentorId)),
  )
  const freed = await endOffers(ctx, inTheWay, { state: 'unavailable' })
  await deleteSeekers(ctx.db, isMentorDone ? [mentorId, ...menteeIds] : menteeIds)

  const { mentorshipId, taken } = await startMentorship(ctx, {
    projectId: plan.projectId,
    groupType: plan.groupType,
    mentorId,
    menteeIds,
    pairManagerId: plan.pairManagerId,
    startedAt: ctx.now(),
  })
  // Nobody in the search is in one; who was brought into one at this very moment makes the whole be tried again.
  if (taken.length > 0) throw coreRefusal('core.conflict')
  await settleStatus(ctx, [mentorId, ...menteeIds])
  await settleFreed(ctx, plan.projectId, freed)
  return mentorshipId
}
