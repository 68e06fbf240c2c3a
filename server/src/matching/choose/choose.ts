import { requestRun } from '../run/request-run.ts'
import type { Choice } from '@saathi/contract/matching/calls'
import { Interest } from '@saathi/contract/matching/entities'
import type { Ctx } from '#core/ctx.ts'
import { coreRefusal } from '#core/errors.ts'
import { findOffers, lockOffersOf, lockSeekers, type OfferRow } from '../lock-store.ts'
import { notifyChosenMentor } from '../notify.ts'
import { firstChooserOf, endOffers, completeMatch } from '../offers/close.ts'
import { findChoosableOffers, findActiveMentees, updateOfferChosen } from '../offers/store.ts'
import { startTurn } from '../offers/turn.ts'
import { findPlan, type Plan } from '../plan-store.ts'
import { findFreePlaces, findCapacity } from '../pool/seeker-store.ts'
import { requeueReleased, updateStatus } from '../status.ts'
import { isRunning, offersWith, type ChoiceResult, refusals, type Decision, type ChoiceState, requireComplete } from './choice.ts'
import { chooseForGroup } from './group.ts'

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

/** Everybody affected by an acceptance; for the second side, everybody whose offer is in the request. */
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

/** A mentee accepts at most one offer, and rejects or ignores the others. */
async function chooseAsMentee(ctx: Ctx, { plan, decisions, open, seekers }: ChoiceState): Promise<ChoiceResult> {
  const me = ctx.actor.personId
  const [accepted, ...more] = offersWith(decisions, 'INTERESTED')
  if (more.length > 0) throw refusals.oneOnly()
  if (!seekers.has(me)) throw refusals.over()
  const mine = open.filter(({ menteeId }) => menteeId === me)
  const active = mine.filter((offer) => offer.state === 'issued' && isRunning(offer, ctx.now()))
  requireComplete({ kind: 'pair-mentee' }, active, decisions)
  if (accepted && (await releaseIfFull(ctx, accepted, open))) return { status: 'MENTOR_UNAVAILABLE' }

  const rejected = offersWith(decisions, 'REJECTED')
  await endOffers(ctx, rejected, { state: 'rejected', endedBy: 'mentee' })
  if (!accepted) {
    await updateStatus(ctx, [me])
    await requestRun(ctx, plan.projectId)
    return { status: 'ACCEPTED' }
  }
  const others = mine.filter((offer) => offer.id !== accepted.id && !rejected.some(({ id }) => id === offer.id))
  await endOffers(ctx, others, { state: 'withdrawn' })
  await passToMentor(ctx, plan, accepted, open)
  return { status: 'ON_HOLD' }
}

/** If the mentor is full, ends all pending offers for that mentor and saves none of this request's answers. */
async function releaseIfFull(ctx: Ctx, { mentorId, projectId }: OfferRow, open: readonly OfferRow[]): Promise<boolean> {
  if ((await findFreePlaces(ctx.db, mentorId, ctx.now())) > 0) return false
  await requeueReleased(ctx, projectId, await endOffers(ctx, pendingOffersOf(open, mentorId), { state: 'unavailable' }))
  return true
}

const pendingOffersOf = (open: readonly OfferRow[], mentorId: number) =>
  open.filter((offer) => offer.mentorId === mentorId && (offer.state === 'issued' || offer.state === 'proposed'))

/** The choice takes one of the mentor's places, and it is the mentor's turn to answer. */
async function passToMentor(ctx: Ctx, plan: Plan, accepted: OfferRow, open: readonly OfferRow[]): Promise<void> {
  const now = ctx.now()
  await updateOfferChosen(ctx.db, accepted.id, now, await startTurn(ctx, plan, now))
  const hasRoom = (await findFreePlaces(ctx.db, accepted.mentorId, now)) > 0
  const pending = hasRoom ? [] : pendingOffersOf(open, accepted.mentorId).filter(({ id }) => id !== accepted.id)
  // The list also holds this mentee's own offers, which have already ended above.
  const elsewhere = pending.filter(({ menteeId }) => menteeId !== accepted.menteeId)
  const released = await endOffers(ctx, elsewhere, { state: 'unavailable' })
  await notifyChosenMentor(ctx, accepted)
  await updateStatus(ctx, [accepted.menteeId, accepted.mentorId])
  await requeueReleased(ctx, plan.projectId, released)
}

/** A mentor accepts or rejects each mentee who has chosen them. */
async function chooseAsMentor(ctx: Ctx, { plan, decisions, open, seekers }: ChoiceState): Promise<ChoiceResult> {
  const me = ctx.actor.personId
  const chosen = open.filter(({ mentorId, state }) => mentorId === me && state === 'chosen')
  requireComplete(
    { kind: 'pair-mentor' },
    chosen.filter((offer) => isRunning(offer, ctx.now())),
    decisions,
  )
  const accepted = offersWith(decisions, 'INTERESTED')
  const mentees = accepted.map(({ menteeId }) => menteeId)
  const activeMentees = await findActiveMentees(ctx.db, mentees)
  const unavailable = accepted.filter(({ menteeId }) => activeMentees.includes(menteeId) || !seekers.has(menteeId))
  if (unavailable.length > 0) {
    await requeueReleased(ctx, plan.projectId, await endOffers(ctx, unavailable, { state: 'unavailable' }))
    return { status: 'MENTEE_UNAVAILABLE' }
  }
  // The programme may have lost its sessions in the meantime. No mentorship can start then; the choice is kept.
  if (accepted.length > 0 && !plan.hasSchedule) throw coreRefusal('core.conflict')
  // Staff may have reduced the mentor's places since these mentees chose them.
  if (accepted.length > (await findCapacity(ctx.db, me, ctx.now()))) throw refusals.tooMany()
  await rejectOffers(ctx, offersWith(decisions, 'REJECTED'), plan)
  await startMentorships(ctx, plan, accepted, open)
  return { status: accepted.length > 0 ? 'SUCCESS' : 'ACCEPTED' }
}

async function rejectOffers(ctx: Ctx, rejected: readonly OfferRow[], { projectId }: Plan): Promise<void> {
  if (rejected.length === 0) return
  await updateStatus(ctx, await endOffers(ctx, rejected, { state: 'rejected', endedBy: 'mentor' }))
  await requestRun(ctx, projectId)
}

/** Starts one mentorship per mentee. With the last place taken and no mentee waiting, the mentor leaves the pool. */
async function startMentorships(ctx: Ctx, plan: Plan, accepted: readonly OfferRow[], open: readonly OfferRow[]): Promise<void> {
  const mentorId = ctx.actor.personId
  const isLast = (offer: OfferRow) => offer === accepted.at(-1)
  const waiting = open.filter((offer) => offer.mentorId === mentorId && offer.state === 'chosen')
  // The accepted mentees still count as taken places here.
  const isDone = waiting.length === accepted.length && (await findFreePlaces(ctx.db, mentorId, ctx.now())) === 0
  for (const offer of accepted)
    await completeMatch(ctx, { plan, mentorId, offers: [offer], open, isMentorDone: isDone && isLast(offer) })
}
