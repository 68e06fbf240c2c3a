import { type Choice } from '@saathi/contract/matching/calls'
import { Interest } from '@saathi/contract/matching/entities'
import type { Ctx } from '#core/ctx.ts'
import { isRunning, offersWith, type ChoiceResult, refusals, type Decision, type ChoiceState } from './choice.ts'
import { chooseForGroup } from './group.ts'
import { chooseAsMentee, chooseAsMentor } from './pair.ts'
import { findChoosableOffers } from './store.ts'
import { firstChooserOf } from '../offers/close.ts'
import { findOffers, lockOffersOf, lockSeekers, type OfferRow } from '../lock-store.ts'
import { findPlan } from '../plan-store.ts'

/**
 * Confirms choices. Locks all people involved before reading anything, so that of two concurrent requests the second sees the
 * result of the first.
 */
export async function chooseMatches(ctx: Ctx, interestSet: readonly Choice[]): Promise<ChoiceResult> {
  const requested = await requireDecisions(ctx, interestSet)
  const [first] = requested
  if (!first) throw refusals.notFound()
  const isMentor = first.offer.mentorId === ctx.actor.personId
  const unavailable = { status: isMentor ? ('MENTEE_UNAVAILABLE' as const) : ('MENTOR_UNAVAILABLE' as const) }
  // An ended offer never reopens, so a late request is answered without taking locks.
  if (acceptsUnavailable(requested)) return unavailable
  const personIds = peopleToLock(ctx, requested)
  const seekers = await lockSeekers(ctx.db, personIds)
  const open = await lockOffersOf(ctx.db, personIds)
  const plan = await findPlan(ctx.db, first.offer.projectId)
  const decisions = await reloadOffers(ctx, requested)
  if (!plan) throw refusals.over()
  const isGroup = first.offer.groupType === '1toM'
  requireTurn(ctx, { open, isMentor, isGroup })
  const stillOpen = openDecisions(ctx, decisions)
  if (stillOpen === null) return unavailable
  const state: ChoiceState = { plan, decisions: stillOpen, open, seekers }
  if (isGroup) return chooseForGroup(ctx, state)
  return isMentor ? chooseAsMentor(ctx, state) : chooseAsMentee(ctx, state)
}

/** Unknown and invisible offers return the same error, and so do offers of another project or side than the first. */
async function requireDecisions(ctx: Ctx, interestSet: readonly Choice[]): Promise<Decision[]> {
  const ids = interestSet.flatMap((choice) => ('id' in choice ? [choice.id] : []))
  const aliases = interestSet.flatMap((choice) => ('email' in choice ? [choice.email] : []))
  const found = await findChoosableOffers(ctx.db, ctx.actor.personId, { ids, aliases })
  const decisions = interestSet.map((choice) => {
    const offer = found.find((each) => ('id' in choice ? each.id === choice.id : each.alias === choice.email))
    if (!offer || kindOf(ctx, offer) !== kindOf(ctx, found[0] ?? offer)) throw refusals.notFound()
    return { offer, interest: Interest.safeParse(choice.interestStatus).data ?? null }
  })
  if (new Set(decisions.map(({ offer }) => offer.id)).size < decisions.length) throw refusals.namedTwice()
  return decisions
}

const kindOf = ({ actor }: Ctx, offer: OfferRow) =>
  `${offer.projectId} ${offer.groupType} ${offer.mentorId === actor.personId ? 'mentor' : 'mentee'}`

/** Everybody affected by an acceptance; for the second side, everybody in the request. */
function peopleToLock({ actor }: Ctx, decisions: readonly Decision[]): number[] {
  const accepted = offersWith(decisions, 'INTERESTED')
  const answering = decisions.flatMap(({ offer }) => (firstChooserOf(offer) === actor.personId ? [] : [offer]))
  const others = [...accepted, ...answering].flatMap(({ mentorId, menteeId }) => [mentorId, menteeId])
  return [...new Set([actor.personId, ...others])]
}

async function reloadOffers(ctx: Ctx, decisions: readonly Decision[]): Promise<Decision[]> {
  const now = await findOffers(
    ctx.db,
    decisions.map(({ offer }) => offer.id),
  )
  const byId = new Map(now.map((offer) => [offer.id, offer]))
  return decisions.map(({ offer, interest }) => ({ offer: byId.get(offer.id) ?? offer, interest }))
}

/** A mentee who has chosen must wait for the mentor, and mentees of groups are never asked. */
function requireTurn(ctx: Ctx, { open, isMentor, isGroup }: { open: readonly OfferRow[]; isMentor: boolean; isGroup: boolean }) {
  if (isMentor) return
  const isWaiting = open.some(({ menteeId, state }) => menteeId === ctx.actor.personId && state === 'chosen')
  if (isWaiting || isGroup) throw refusals.notYourTurn()
}

const openStates: Record<OfferRow['groupType'], ReadonlySet<OfferRow['state']>> = {
  '1to1': new Set(['issued', 'chosen']),
  '1toM': new Set(['issued']),
}

/**
 * Null if an accepted person is no longer available, or no open offer is left. Rejecting somebody who is no longer available is
 * ignored. Offers that ended for another reason are refused.
 */
function openDecisions(ctx: Ctx, decisions: readonly Decision[]): Decision[] | null {
  const others = decisions.filter(({ offer }) => offer.state !== 'unavailable')
  const isOpen = ({ offer }: Decision) => openStates[offer.groupType].has(offer.state) && isRunning(offer, ctx.now())
  if (!others.every(isOpen)) throw refusals.over()
  return others.length === 0 || acceptsUnavailable(decisions) ? null : others
}

const acceptsUnavailable = (decisions: readonly Decision[]) =>
  decisions.some(({ offer, interest }) => offer.state === 'unavailable' && interest === 'INTERESTED')
