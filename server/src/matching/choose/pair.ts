import type { Ctx } from '#core/ctx.ts'
import { coreRefusal } from '#core/errors.ts'
import { isRunning, offersWith, type ChoiceResult, refusals, requireComplete, type ChoiceState } from './choice.ts'
import { findActiveMentees, updateOfferChosen } from './store.ts'
import { endOffers } from '../offers/close.ts'
import type { OfferRow } from '../lock-store.ts'
import { findFreePlaces, findCapacity } from '../pool/seeker-store.ts'
import type { Plan } from '../plan-store.ts'
import { requeueReleased, updateStatus } from '../status.ts'
import { completeMatch } from './complete-match.ts'
import { notifyChosenMentor } from '../notify.ts'
import { startTurn } from '../offers/turn.ts'
import { requestRun } from '../run/request-run.ts'

/** A mentee accepts at most one offer, and rejects or ignores the others. */
export async function chooseAsMentee(ctx: Ctx, { plan, decisions, open, seekers }: ChoiceState): Promise<ChoiceResult> {
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
export async function chooseAsMentor(ctx: Ctx, { plan, decisions, open, seekers }: ChoiceState): Promise<ChoiceResult> {
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
