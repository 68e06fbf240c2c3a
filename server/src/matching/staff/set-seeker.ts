import type { Seeker } from '@saathi/contract/matching/staff-calls'
import type { Ctx } from '#core/ctx.ts'
import { badInput } from '#core/errors.ts'
import { isRunning } from '../choose/choice.ts'
import { closeOpenOffers, withdrawOffers } from '../offers/close.ts'
import { lockOffersOf } from '../lock-store.ts'
import { findCapacity } from '../places-store.ts'
import { findPlan } from '../plan-store.ts'
import { findPlannedPerson } from '../pool/store.ts'
import { lockWithPartners, leavePool, reviewSeeker } from '../pool/pool.ts'
import * as seekers from '../pool/seeker-store.ts'
import { requirePeople } from './staff.ts'

type SeekerSettings = { isSeeking?: boolean | undefined; isApproved?: boolean | undefined; places?: number | undefined }

/** Staff settings for a person. Approval and places of a mentor are saved even if they are not in the pool. */
export async function setSeeker(ctx: Ctx, personId: number, settings: SeekerSettings): Promise<{ seeker: Seeker | null }> {
  const { isSeeking, isApproved, places } = settings
  await requirePeople(ctx, [personId])
  await lockWithPartners(ctx, [personId])
  await seekers.saveMentor(ctx.db, personId, { isApproved, places, now: ctx.now() })
  if (isSeeking === false) {
    await seekers.insertPoolExclusion(ctx.db, personId, ctx.actor.personId, ctx.now())
    await leavePool(ctx, personId)
    return { seeker: null }
  }
  if (isSeeking) await seekers.deletePoolExclusion(ctx.db, personId)
  // A change of places may add the mentor to the pool or remove them.
  if (isSeeking || places !== undefined) await reviewSeeker(ctx, personId)
  const entry = await seekers.findPoolEntry(ctx.db, personId)
  if (entry && isApproved === false) await endAllOffers(ctx, personId, entry.projectId)
  if (entry && places !== undefined) await withdrawBeyondCapacity(ctx, personId, entry.projectId)
  const seeker = await seekers.findSeeker(ctx.db, personId)
  if (!seeker) await requirePossibleSeeker(ctx, personId, isSeeking ?? false)
  if (entry) await ctx.raise({ type: 'matching.came_back', projectId: entry.projectId })
  return { seeker }
}

/** Refuses if the person should be in the pool but does not qualify, or if their project has no matching. */
async function requirePossibleSeeker(ctx: Ctx, personId: number, isSeeking: boolean): Promise<void> {
  if (isSeeking || !(await findPlannedPerson(ctx.db, personId)))
    throw badInput('matching.does_not_fit', { text: 'refusal.matching.does_not_fit.cannot_seek' })
}

/** Ends all open offers of a mentor whose approval was withdrawn. */
async function endAllOffers(ctx: Ctx, mentorId: number, projectId: number): Promise<void> {
  const plan = await findPlan(ctx.db, projectId)
  if (plan?.needsApproval) await closeOpenOffers(ctx, mentorId, 'unavailable')
}

/** When a pair mentor has fewer places, withdraws the latest choices beyond them; with no place left, all pending offers too. */
async function withdrawBeyondCapacity(ctx: Ctx, mentorId: number, projectId: number): Promise<void> {
  const plan = await findPlan(ctx.db, projectId)
  if (plan?.groupType !== '1to1') return
  const room = await findCapacity(ctx.db, mentorId, ctx.now())
  const open = (await lockOffersOf(ctx.db, [mentorId])).filter((offer) => offer.mentorId === mentorId)
  const chosen = open.filter((offer) => offer.state === 'chosen' && isRunning(offer, ctx.now()))
  const inOrder = chosen.toSorted((a, b) => a.turnedAt.getTime() - b.turnedAt.getTime() || a.id - b.id)
  const pending = chosen.length < room ? [] : open.filter(({ state }) => state === 'issued' || state === 'proposed')
  const excess = [...inOrder.slice(room), ...pending].map(({ id }) => id)
  if (excess.length > 0) await withdrawOffers(ctx, excess, 'staff')
}
