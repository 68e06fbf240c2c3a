import { Id, Time } from '@saathi/contract/core/fields'
import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import type { ListenerCtx } from '#core/ctx.ts'
import { defineJob } from '#core/jobs/define-job.ts'
import { fits, scoreOf } from '../engine/score.ts'
import { findOffers, lockOffers, lockSeekers, type OfferRow, type SeekerRow } from '../lock-store.ts'
import { notifyMatchesFound } from '../notify.ts'
import type { NewOffer } from '../offer.ts'
import { findPlan, type Plan } from '../plan-store.ts'
import { findFreePlacesOf, findApproved } from '../pool/seeker-store.ts'
import { updateStatus } from '../status.ts'
import { findSeekerAnswers } from '../store.ts'
import { endOffers, firstChooserOf, peopleIn } from './close.ts'
import {
  findActiveMentees,
  findApartPairs,
  countOpenOffers,
  insertOffers,
  type OpenOffers,
  updateOffersIssued,
  findPeopleToNotify,
} from './store.ts'
import { startTurn } from './turn.ts'

/** People notified per job. */
const BATCH_SIZE = 100

/** Remaining capacity of each person, under locks; `takeCapacity` uses it up. */
type Capacity = {
  plan: Plan
  seekers: ReadonlyMap<number, SeekerRow>
  free: ReadonlyMap<number, number>
  openOffers: ReadonlyMap<number, OpenOffers>
  /** Mentors who are not approved, and mentees who are already in a mentorship. */
  ineligible: ReadonlySet<number>
  issued: Map<number, number>
}

/**
 * Checks the pairs again under locks, and skips people who have left the pool, found a partner, or received enough offers since the
 * run. Returns the ids of the new offers.
 */
export async function issueOffers(ctx: ListenerCtx, projectId: number, offers: readonly NewOffer[]): Promise<number[]> {
  const plan = await findPlan(ctx.db, projectId)
  if (!plan || offers.length === 0) return []
  const capacity = await loadCapacity(ctx, plan, offers)
  const apart = await findApartPairs(ctx.db, [...new Set(offers.map(({ mentorId }) => mentorId))])
  const possible = offers
    .toSorted((a, b) => a.menteeId - b.menteeId || a.mentorId - b.mentorId)
    .filter((offer) => !apart.has(`${offer.mentorId} ${offer.menteeId}`) && takeCapacity(capacity, offer))
  if (possible.length === 0) return []

  const now = ctx.now()
  const isPublished = ({ madeBy }: NewOffer) => !plan.needsReview || (madeBy ?? null) !== null
  const expiresAt = possible.some(isPublished) ? await startTurn(ctx, plan, now) : null
  const prepared = possible.map((offer) => ({
    ...offer,
    alias: `match-${randomUUID()}@match.invalid`,
    expiresAt: isPublished(offer) ? expiresAt : null,
  }))
  const made = await insertOffers(ctx.db, { projectId, groupType: plan.groupType, now }, prepared)
  const published = made.filter((offer) => offer.isPublished)
  const readers = published.map(({ mentorId, menteeId }) => (plan.groupType === '1toM' ? mentorId : menteeId))
  await notifyReaders(ctx, plan, readers, now)
  if (published.length < made.length) await ctx.raise({ type: 'matching.decisions_changed', projectId })
  return made.map(({ id }) => id)
}

/** Publishes proposed offers that staff have reviewed. Those no longer possible are ended instead. Returns how many were published. */
export async function publishOffers(ctx: ListenerCtx, ids: readonly number[]): Promise<number> {
  const proposed = (await findOffers(ctx.db, ids)).filter(({ state }) => state === 'proposed')
  const seekers = await lockSeekers(ctx.db, peopleIn(proposed))
  const open = (
    await lockOffers(
      ctx.db,
      proposed.map(({ id }) => id),
    )
  ).filter(({ state }) => state === 'proposed')
  let count = 0
  for (const [projectId, offers] of Map.groupBy(open, (offer) => offer.projectId)) {
    await ctx.raise({ type: 'matching.decisions_changed', projectId })
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
  const openOffers = await countOpenOffers(ctx.db, peopleIn(offers))
  const ineligible = await findIneligible(ctx, plan, offers)
  const isPossible = (offer: OfferRow) => isFree({ plan, seekers, free, openOffers, ineligible }, offer)
  const possible = offers.filter(isPossible)
  await endOffers(
    ctx,
    offers.filter((offer) => !possible.includes(offer)),
    { state: 'unavailable' },
  )
  if (possible.length === 0) return 0
  const now = ctx.now()
  const expiresAt = await startTurn(ctx, plan, now)
  await updateOffersIssued(
    ctx.db,
    possible.map(({ id }) => id),
    now,
    expiresAt,
  )
  await notifyReaders(ctx, plan, possible.map(firstChooserOf), now)
  return possible.length
}

async function loadCapacity(ctx: ListenerCtx, plan: Plan, offers: readonly NewOffer[]): Promise<Capacity> {
  const mentorIds = [...new Set(offers.map(({ mentorId }) => mentorId))]
  const everybody = [...new Set([...mentorIds, ...offers.map(({ menteeId }) => menteeId)])]
  const seekers = await lockSeekers(ctx.db, everybody)
  return {
    plan,
    seekers,
    free: await findFreePlacesOf(ctx.db, mentorIds, ctx.now()),
    openOffers: await countOpenOffers(ctx.db, everybody),
    ineligible: await findIneligible(ctx, plan, offers),
    issued: new Map(),
  }
}

async function findIneligible({ db }: ListenerCtx, plan: Plan, offers: readonly Pick<NewOffer, 'mentorId' | 'menteeId'>[]) {
  const mentorIds = offers.map(({ mentorId }) => mentorId)
  const menteeIds = offers.map(({ menteeId }) => menteeId)
  const approved = plan.needsApproval ? await findApproved(db, mentorIds) : new Set(mentorIds)
  return new Set([...mentorIds.filter((id) => !approved.has(id)), ...(await findActiveMentees(db, menteeIds))])
}

function isFree(
  { plan, seekers, free, openOffers, ineligible }: Omit<Capacity, 'issued'>,
  { mentorId, menteeId }: Pick<NewOffer, 'mentorId' | 'menteeId'>,
): boolean {
  const [mentor, mentee] = [seekers.get(mentorId), seekers.get(menteeId)]
  const areSeeking = mentor?.part === 'mentor' && mentee?.part === 'mentee'
  const areHere = mentor?.projectId === plan.projectId && mentee?.projectId === plan.projectId
  if (ineligible.has(mentorId) || ineligible.has(menteeId)) return false
  return areSeeking && areHere && (free.get(mentorId) ?? 0) > 0 && !openOffers.get(menteeId)?.isTaken
}

/** Offers made by staff may exceed the number of offers in the plan, but not the places. */
function takeCapacity(capacity: Capacity, offer: NewOffer): boolean {
  const { plan, free, openOffers, issued } = capacity
  const { mentorId, menteeId } = offer
  if (!isFree(capacity, offer)) return false
  const offerCount = (id: number) => (openOffers.get(id)?.waiting ?? 0) + (issued.get(id) ?? 0)
  const isWithin = offerCount(menteeId) < plan.shortlist && offerCount(mentorId) < plan.exposure * (free.get(mentorId) ?? 0)
  if (!isWithin && (offer.madeBy ?? null) === null) return false
  for (const id of [mentorId, menteeId]) issued.set(id, (issued.get(id) ?? 0) + 1)
  return true
}

/** Somebody in the pool stays READY when offers arrive. Only the status of a group's mentor can change. */
async function notifyReaders(ctx: ListenerCtx, { projectId, groupType }: Plan, readers: readonly number[], now: Date) {
  if (readers.length === 0) return
  const to = [...new Set(readers)]
  if (groupType === '1toM') await updateStatus(ctx, to)
  else ctx.push({ to, event: { type: 'matching.changed' } })
  const at = now.toISOString()
  await ctx.enqueue(matchesFoundJob, { projectId, at, after: 0 }, { onceKey: `${projectId} ${at} 0` })
}

/** A batch of the pairs that a large run found. Answers may have changed since, so each pair is compared again. */
export const issueLaterJob = defineJob({
  name: 'matching.issue_later',
  payload: z.strictObject({ projectId: Id, pairs: z.array(z.tuple([Id, Id])) }),
  retry: { limit: 3, delaySeconds: 60, backoff: true },
  timeoutSeconds: 120,
  work: async (ctx, { projectId, pairs }) => {
    const plan = await findPlan(ctx.db, projectId)
    if (!plan) return
    const answers = await findSeekerAnswers(ctx.db, [...new Set(pairs.flat())])
    const offers = pairs.flatMap(([mentorId, menteeId]) => {
      const [mentor, mentee] = [answers.get(mentorId), answers.get(menteeId)]
      if (!mentor || !mentee || !fits(plan.criteria, mentee, mentor)) return []
      return [{ mentorId, menteeId, ...scoreOf(plan.criteria, mentee, mentor) }]
    })
    await issueOffers(ctx, projectId, offers)
  },
})

/** A run may find matches for thousands of people. They are notified in batches, to keep transactions short. */
export const matchesFoundJob = defineJob({
  name: 'matching.tell_found',
  payload: z.strictObject({ projectId: Id, at: Time, after: z.int() }),
  retry: { limit: 5, delaySeconds: 20, backoff: true, maxDelaySeconds: 300 },
  timeoutSeconds: 120,
  work: async (ctx, { projectId, at, after }) => {
    const people = await findPeopleToNotify(ctx.db, { projectId, at: new Date(at), after, limit: BATCH_SIZE })
    await notifyMatchesFound(ctx, people, new Date(at))
    const next = people.at(-1)?.personId
    if (next !== undefined && people.length === BATCH_SIZE)
      await ctx.enqueue(matchesFoundJob, { projectId, at, after: next }, { onceKey: `${projectId} ${at} ${next}` })
  },
})
