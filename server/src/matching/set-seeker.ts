import type { Seeker } from '@saathi/contract/matching/staff-calls'
import type { Ctx } from '#core/ctx.ts'
import { badInput } from '#core/errors.ts'
import { findText } from '#core/texts.ts'
import { isRunning } from './choice.ts'
import { closeOpenOffers, withdrawOffers } from './close-offers.ts'
import { lockOffersOf } from './lock-store.ts'
import { findRoom } from './places-store.ts'
import { findPlan } from './plan-store.ts'
import { findPlannedPerson } from './pool-store.ts'
import { holdPeople, leavePool, reviewSeeker } from './pool.ts'
import * as seekers from './seeker-store.ts'
import { requirePeople } from './staff.ts'

type Wanted = { isSeeking?: boolean | undefined; isApproved?: boolean | undefined; places?: number | undefined }

/** The team's word on somebody. What is said of a mentor holds whether they are in the search at this moment or not. */
export async function setSeeker(ctx: Ctx, personId: number, wanted: Wanted): Promise<{ seeker: Seeker | null }> {
  const { isSeeking, isApproved, places } = wanted
  await requirePeople(ctx, [personId])
  await holdPeople(ctx, [personId])
  await seekers.saveMentor(ctx.db, personId, { isApproved, places, now: ctx.now() })
  if (isSeeking === false) {
    await seekers.insertOut(ctx.db, personId, ctx.actor.personId, ctx.now())
    await leavePool(ctx, personId)
    return { seeker: null }
  }
  if (isSeeking) await seekers.deleteOut(ctx.db, personId)
  // With more room somebody may be looked for again, with less no more.
  if (isSeeking || places !== undefined) await reviewSeeker(ctx, personId)
  const place = await seekers.findSeekerPlace(ctx.db, personId)
  if (place && isApproved === false) await takeBackAll(ctx, personId, place.projectId)
  if (place && places !== undefined) await takeBackBeyond(ctx, personId, place.projectId)
  const seeker = await seekers.findSeeker(ctx.db, personId)
  if (!seeker) await requireCouldSeek(ctx, personId, isSeeking ?? false)
  if (place) await ctx.raise({ type: 'matching.came_back', projectId: place.projectId })
  return { seeker }
}

/** Somebody who was to be in the search and is not, or who could never be in any. */
async function requireCouldSeek(ctx: Ctx, personId: number, isSeeking: boolean): Promise<void> {
  if (isSeeking || !(await findPlannedPerson(ctx.db, personId)))
    throw badInput('matching.does_not_fit', findText(ctx.actor.language)('answers.matchCannotSeek'))
}

/** Nobody may be brought together any more with a mentor whom the team does not approve of. */
async function takeBackAll(ctx: Ctx, mentorId: number, projectId: number): Promise<void> {
  const plan = await findPlan(ctx.db, projectId)
  if (plan?.needsApproval) await closeOpenOffers(ctx, mentorId, 'unavailable')
}

/** Of those who have chosen a mentor of pairs the last are let go, and with no place left whoever still looks at him. */
async function takeBackBeyond(ctx: Ctx, mentorId: number, projectId: number): Promise<void> {
  const plan = await findPlan(ctx.db, projectId)
  if (plan?.groupType !== '1to1') return
  const room = await findRoom(ctx.db, mentorId, ctx.now())
  const open = (await lockOffersOf(ctx.db, [mentorId])).filter((offer) => offer.mentorId === mentorId)
  const chosen = open.filter((offer) => offer.state === 'chosen' && isRunning(offer, ctx.now()))
  const inOrder = chosen.toSorted((a, b) => a.turnedAt.getTime() - b.turnedAt.getTime() || a.id - b.id)
  const lookedAt = chosen.length < room ? [] : open.filter(({ state }) => state === 'issued' || state === 'proposed')
  const beyond = [...inOrder.slice(room), ...lookedAt].map(({ id }) => id)
  if (beyond.length > 0) await withdrawOffers(ctx, beyond, 'staff')
}
