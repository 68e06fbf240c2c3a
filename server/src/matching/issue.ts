import { randomUUID } from 'node:crypto'
import type { ListenerCtx } from '#core/events.ts'
import { findWalking } from './choose-store.ts'
import { endOffers, firstSideOf, peopleIn } from './close-offers.ts'
import { foundJob } from './found-job.ts'
import { findApart, findOpenAround, insertOffers, type Open, updateOffersIssued } from './issue-store.ts'
import { findOffers, lockOffers, lockSeekers, type OfferRow, type SeekerRow } from './lock-store.ts'
import type { NewOffer } from './offer.ts'
import { findFreePlacesOf } from './places-store.ts'
import { findPlan, type Plan } from './plan-store.ts'
import { findApproved } from './seeker-store.ts'
import { settleStatus } from './standing.ts'
import { beginTurn } from './turn.ts'

/** How much room there is around each, under locks; it is used up as offers are let through. */
type Room = {
  plan: Plan
  seekers: ReadonlyMap<number, SeekerRow>
  free: ReadonlyMap<number, number>
  around: ReadonlyMap<number, Open>
  /** Mentors whom the team has not approved, and mentees who walk already. */
  passedOver: ReadonlySet<number>
  given: Map<number, number>
}

/**
 * What was found is looked at again now that nobody can move: who has left the search, has found somebody, or has been offered
 * enough meanwhile is passed over. Gives the ids of what was made.
 */
export async function issueOffers(ctx: ListenerCtx, projectId: number, offers: readonly NewOffer[]): Promise<number[]> {
  const plan = await findPlan(ctx.db, projectId)
  if (!plan || offers.length === 0) return []
  const room = await openRoom(ctx, plan, offers)
  const apart = await findApart(ctx.db, [...new Set(offers.map(({ mentorId }) => mentorId))])
  const fitting = offers
    .toSorted((a, b) => a.menteeId - b.menteeId || a.mentorId - b.mentorId)
    .filter((offer) => !apart.has(`${offer.mentorId} ${offer.menteeId}`) && takeRoom(room, offer))
  if (fitting.length === 0) return []

  const now = ctx.now()
  const isOut = ({ madeBy }: NewOffer) => !plan.needsReview || (madeBy ?? null) !== null
  const expiresAt = fitting.some(isOut) ? await beginTurn(ctx, plan, now) : null
  const prepared = fitting.map((offer) => ({
    ...offer,
    alias: `match-${randomUUID()}@match.invalid`,
    expiresAt: isOut(offer) ? expiresAt : null,
  }))
  const made = await insertOffers(ctx.db, { projectId, groupType: plan.groupType, now }, prepared)
  const out = made.filter((offer) => offer.isOut)
  const readers = out.map(({ mentorId, menteeId }) => (plan.groupType === '1toM' ? mentorId : menteeId))
  await tellReaders(ctx, plan, readers, now)
  return made.map(({ id }) => id)
}

/** Lets people see what the team has looked at. What is no longer possible by now is closed instead; gives how many are out. */
export async function publishOffers(ctx: ListenerCtx, ids: readonly number[]): Promise<number> {
  const wanted = (await findOffers(ctx.db, ids)).filter(({ state }) => state === 'proposed')
  const seekers = await lockSeekers(ctx.db, peopleIn(wanted))
  const open = (
    await lockOffers(
      ctx.db,
      wanted.map(({ id }) => id),
    )
  ).filter(({ state }) => state === 'proposed')
  let count = 0
  for (const [projectId, offers] of Map.groupBy(open, (offer) => offer.projectId)) {
    const plan = await findPlan(ctx.db, projectId)
    count += plan ? await publishIn(ctx, plan, offers, seekers) : 0
  }
  return count
}

async function publishIn(
  ctx: ListenerCtx,
  plan: Plan,
  offers: readonly OfferRow[],
  seekers: ReadonlyMap<number, SeekerRow>,
): Promise<number> {
  const free = await findFreePlacesOf(
    ctx.db,
    offers.map(({ mentorId }) => mentorId),
    ctx.now(),
  )
  const around = await findOpenAround(ctx.db, peopleIn(offers))
  const passedOver = await findPassedOver(ctx, plan, offers)
  const isPossible = (offer: OfferRow) => isFree({ plan, seekers, free, around, passedOver }, offer)
  const possible = offers.filter(isPossible)
  await endOffers(
    ctx,
    offers.filter((offer) => !possible.includes(offer)),
    { state: 'unavailable' },
  )
  if (possible.length === 0) return 0
  const now = ctx.now()
  const expiresAt = await beginTurn(ctx, plan, now)
  await updateOffersIssued(
    ctx.db,
    possible.map(({ id }) => id),
    now,
    expiresAt,
  )
  await tellReaders(ctx, plan, possible.map(firstSideOf), now)
  return possible.length
}

async function openRoom(ctx: ListenerCtx, plan: Plan, offers: readonly NewOffer[]): Promise<Room> {
  const mentorIds = [...new Set(offers.map(({ mentorId }) => mentorId))]
  const everybody = [...new Set([...mentorIds, ...offers.map(({ menteeId }) => menteeId)])]
  const seekers = await lockSeekers(ctx.db, everybody)
  return {
    plan,
    seekers,
    free: await findFreePlacesOf(ctx.db, mentorIds, ctx.now()),
    around: await findOpenAround(ctx.db, everybody),
    passedOver: await findPassedOver(ctx, plan, offers),
    given: new Map(),
  }
}

async function findPassedOver({ db }: ListenerCtx, plan: Plan, offers: readonly Pick<NewOffer, 'mentorId' | 'menteeId'>[]) {
  const mentorIds = offers.map(({ mentorId }) => mentorId)
  const menteeIds = offers.map(({ menteeId }) => menteeId)
  const approved = plan.needsApproval ? await findApproved(db, mentorIds) : new Set(mentorIds)
  return new Set([...mentorIds.filter((id) => !approved.has(id)), ...(await findWalking(db, menteeIds))])
}

function isFree(
  { plan, seekers, free, around, passedOver }: Omit<Room, 'given'>,
  { mentorId, menteeId }: Pick<NewOffer, 'mentorId' | 'menteeId'>,
): boolean {
  const [mentor, mentee] = [seekers.get(mentorId), seekers.get(menteeId)]
  const areSeeking = mentor?.part === 'mentor' && mentee?.part === 'mentee'
  const areHere = mentor?.projectId === plan.projectId && mentee?.projectId === plan.projectId
  if (passedOver.has(mentorId) || passedOver.has(menteeId)) return false
  return areSeeking && areHere && (free.get(mentorId) ?? 0) > 0 && !around.get(menteeId)?.isTaken
}

/** By the team's hand there may be more cards than the plan would show. */
function takeRoom(room: Room, offer: NewOffer): boolean {
  const { plan, free, around, given } = room
  const { mentorId, menteeId } = offer
  if (!isFree(room, offer)) return false
  const out = (id: number) => (around.get(id)?.waiting ?? 0) + (given.get(id) ?? 0)
  const isWithin = out(menteeId) < plan.shortlist && out(mentorId) < plan.exposure * (free.get(mentorId) ?? 0)
  if (!isWithin && (offer.madeBy ?? null) === null) return false
  for (const id of [mentorId, menteeId]) given.set(id, (given.get(id) ?? 0) + 1)
  return true
}

/** Who is in the search is READY, and stays so with cards to look at; only who gathers a group stands differently now. */
async function tellReaders(ctx: ListenerCtx, { projectId, groupType }: Plan, readers: readonly number[], now: Date) {
  if (readers.length === 0) return
  const to = [...new Set(readers)]
  if (groupType === '1toM') await settleStatus(ctx, to)
  else ctx.push({ to, event: { type: 'matching.changed' } })
  const at = now.toISOString()
  await ctx.enqueue(foundJob, { projectId, at, after: 0 }, { onceKey: `${projectId} ${at} 0` })
}
