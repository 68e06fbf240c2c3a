import type { Ctx } from '#core/ctx.ts'
import { coreRefusal } from '#core/errors.ts'
import { isRunning, offersWith, type Outcome, refusals, requireDecided, type Table } from './choice.ts'
import { findWalking, updateOfferChosen } from './choose-store.ts'
import { endOffers } from './close-offers.ts'
import type { OfferRow } from './lock-store.ts'
import { findFreePlaces, findRoom } from './places-store.ts'
import type { Plan } from './plan-store.ts'
import { settleFreed, settleStatus } from './standing.ts'
import { succeed } from './succeed.ts'
import { tellAsked } from './tell.ts'
import { beginTurn } from './turn.ts'

/** A mentee says yes to one at most, and no or nothing to the others. */
export async function chooseAsMentee(ctx: Ctx, { plan, said, open, seekers }: Table): Promise<Outcome> {
  const me = ctx.actor.personId
  const [wanted, ...more] = offersWith(said, 'INTERESTED')
  if (more.length > 0) throw refusals(ctx).oneOnly()
  if (!seekers.has(me)) throw refusals(ctx).over()
  const mine = open.filter(({ menteeId }) => menteeId === me)
  const active = mine.filter((offer) => offer.state === 'issued' && isRunning(offer, ctx.now()))
  requireDecided(ctx, { kind: 'pair-mentee' }, active, said)
  if (wanted && (await isFull(ctx, wanted, open))) return { status: 'MENTOR_UNAVAILABLE' }

  const refused = offersWith(said, 'REJECTED')
  await endOffers(ctx, refused, { state: 'rejected', endedBy: 'mentee' })
  if (!wanted) {
    await settleStatus(ctx, [me])
    await ctx.raise({ type: 'matching.came_back', projectId: plan.projectId })
    return { status: 'ACCEPTED' }
  }
  const others = mine.filter((offer) => offer.id !== wanted.id && !refused.some(({ id }) => id === offer.id))
  await endOffers(ctx, others, { state: 'withdrawn' })
  await ask(ctx, plan, wanted, open)
  return { status: 'ON_HOLD' }
}

/** Whoever else was looking at him learns that he has no room; nothing that was said is kept. */
async function isFull(ctx: Ctx, { mentorId, projectId }: OfferRow, open: readonly OfferRow[]): Promise<boolean> {
  if ((await findFreePlaces(ctx.db, mentorId, ctx.now())) > 0) return false
  await settleFreed(ctx, projectId, await endOffers(ctx, lookedAt(open, mentorId), { state: 'unavailable' }))
  return true
}

const lookedAt = (open: readonly OfferRow[], mentorId: number) =>
  open.filter((offer) => offer.mentorId === mentorId && (offer.state === 'issued' || offer.state === 'proposed'))

/** It takes one of the mentor's places from now on, and the turn is his. */
async function ask(ctx: Ctx, plan: Plan, wanted: OfferRow, open: readonly OfferRow[]): Promise<void> {
  const now = ctx.now()
  await updateOfferChosen(ctx.db, wanted.id, now, await beginTurn(ctx, plan, now))
  const hasRoom = (await findFreePlaces(ctx.db, wanted.mentorId, now)) > 0
  const toLetGo = hasRoom ? [] : lookedAt(open, wanted.mentorId).filter(({ id }) => id !== wanted.id)
  // Those that the mentee has answered just now stand in this list too, and are over.
  const elsewhere = toLetGo.filter(({ menteeId }) => menteeId !== wanted.menteeId)
  const letGo = await endOffers(ctx, elsewhere, { state: 'unavailable' })
  await tellAsked(ctx, wanted)
  await settleStatus(ctx, [wanted.menteeId, wanted.mentorId])
  await settleFreed(ctx, plan.projectId, letGo)
}

/** A mentor says yes or no to each who has chosen him. */
export async function chooseAsMentor(ctx: Ctx, { plan, said, open, seekers }: Table): Promise<Outcome> {
  const me = ctx.actor.personId
  const chosen = open.filter(({ mentorId, state }) => mentorId === me && state === 'chosen')
  requireDecided(
    ctx,
    { kind: 'pair-mentor' },
    chosen.filter((offer) => isRunning(offer, ctx.now())),
    said,
  )
  const wanted = offersWith(said, 'INTERESTED')
  const mentees = wanted.map(({ menteeId }) => menteeId)
  const walking = await findWalking(ctx.db, mentees)
  const gone = wanted.filter(({ menteeId }) => walking.includes(menteeId) || !seekers.has(menteeId))
  if (gone.length > 0) {
    await settleFreed(ctx, plan.projectId, await endOffers(ctx, gone, { state: 'unavailable' }))
    return { status: 'MENTEE_UNAVAILABLE' }
  }
  // Nothing can begin in a programme whose sessions were taken out at this moment; what was chosen stays for later.
  if (wanted.length > 0 && !plan.hasSchedule) throw coreRefusal('core.conflict')
  // The team may have given him less room since they chose him.
  if (wanted.length > (await findRoom(ctx.db, me, ctx.now()))) throw refusals(ctx).tooMany()
  await refuse(ctx, offersWith(said, 'REJECTED'), plan)
  await bringTogether(ctx, plan, wanted, open)
  return { status: wanted.length > 0 ? 'SUCCESS' : 'ACCEPTED' }
}

async function refuse(ctx: Ctx, refused: readonly OfferRow[], { projectId }: Plan): Promise<void> {
  if (refused.length === 0) return
  await settleStatus(ctx, await endOffers(ctx, refused, { state: 'rejected', endedBy: 'mentor' }))
  await ctx.raise({ type: 'matching.came_back', projectId })
}

/** Each for themselves. He is out of the search with the last of his places, if nobody else waits for his word. */
async function bringTogether(ctx: Ctx, plan: Plan, wanted: readonly OfferRow[], open: readonly OfferRow[]): Promise<void> {
  const mentorId = ctx.actor.personId
  const isLast = (offer: OfferRow) => offer === wanted.at(-1)
  const waiting = open.filter((offer) => offer.mentorId === mentorId && offer.state === 'chosen')
  // Those who are brought together now keep the places that they held.
  const isDone = waiting.length === wanted.length && (await findFreePlaces(ctx.db, mentorId, ctx.now())) === 0
  for (const offer of wanted) await succeed(ctx, { plan, mentorId, offers: [offer], open, isMentorDone: isDone && isLast(offer) })
}
