import { clashesBetween } from '@saathi/contract/matching/choices'
import type { ExclusiveCriteria } from '@saathi/contract/matching/entities'
import { DAY_MS } from '@saathi/contract/core/time'
import type { Ctx } from '#core/ctx.ts'
import { isRunning, offersWith, type ChoiceResult, refusals, requireComplete, type ChoiceState } from './choice.ts'
import { findActiveMentees, updateOffersHeld } from '../offers/store.ts'
import { endOffers } from '../offers/close.ts'
import { startGroupMentorship, scheduleGroupStart } from '../groups/start.ts'
import { findPlaces, type GroupRow, insertGroup, insertPlaces, lockGroup, lockGroupOf, type PlaceRow } from '../groups/store.ts'
import { lockOffersOf, lockSeekers, type OfferRow } from '../lock-store.ts'
import type { SeekerAnswers } from '../offer.ts'
import type { Plan } from '../plan-store.ts'
import { requeueReleased, updateStatus } from '../status.ts'
import { notifyGroupPlace } from '../notify.ts'
import { findSeekerAnswers } from '../store.ts'
import { requestRun } from '../run/request-run.ts'

/** A mentor gives mentees places in the group they are forming. */
export async function chooseForGroup(ctx: Ctx, { plan, decisions, open, seekers }: ChoiceState): Promise<ChoiceResult> {
  const me = ctx.actor.personId
  const group = await lockGroupOf(ctx.db, me)
  const places = group ? await findPlaces(ctx.db, group.id) : []
  const mine = open.filter(({ mentorId, state }) => mentorId === me && (state === 'issued' || state === 'proposed'))
  const active = mine.filter((offer) => offer.state === 'issued' && isRunning(offer, ctx.now()))
  const accepted = offersWith(decisions, 'INTERESTED')
  await requireValidGroup(ctx, { plan, group, places, active, accepted, decisions })
  if (!seekers.has(me)) throw refusals.over()

  const unavailable = await findUnavailable(ctx, accepted, open, seekers)
  if (unavailable.length > 0) {
    await requeueReleased(ctx, plan.projectId, await endOffers(ctx, unavailable, { state: 'unavailable' }))
    return { status: 'MENTEE_UNAVAILABLE' }
  }
  const rejected = offersWith(decisions, 'REJECTED')
  await endOffers(ctx, rejected, { state: 'rejected', endedBy: 'mentor' })
  const answered = new Set([...accepted, ...rejected].map(({ id }) => id))
  await endOffers(
    ctx,
    mine.filter(({ id }) => !answered.has(id)),
    { state: 'withdrawn' },
  )
  const groupId = accepted.length > 0 ? await assignPlaces(ctx, plan, group, places, accepted) : (group?.id ?? null)
  const released = await endOffersElsewhere(ctx, accepted, open)
  const size = group?.size ?? plan.groupSize
  // A group past its start date only needs the minimum size.
  const enough = group && group.stalledAt !== null ? Math.min(size, plan.groupMinimum) : size
  const isReady = accepted.length > 0 && places.length + accepted.length >= enough
  if (groupId !== null && isReady && plan.hasSchedule) {
    await startFullGroup(ctx, plan, groupId)
    await requeueReleased(ctx, plan.projectId, released)
    return { status: 'SUCCESS' }
  }
  if (groupId !== null)
    await notifyGroupPlace(ctx, { groupId, mentorId: me, menteeIds: accepted.map(({ menteeId }) => menteeId) })
  await updateStatus(ctx, [...new Set([me, ...accepted.map(({ menteeId }) => menteeId), ...released])])
  await requestRun(ctx, plan.projectId)
  return { status: groupId === null ? 'ACCEPTED' : 'GROUP_HOLD' }
}

type GroupChoice = Pick<ChoiceState, 'plan' | 'decisions'> & {
  group: GroupRow | null
  places: readonly PlaceRow[]
  active: readonly OfferRow[]
  accepted: readonly OfferRow[]
}

/** Requires free places, no clashes between members, and an answer to every offer that is still possible. */
async function requireValidGroup(ctx: Ctx, { plan, decisions, group, places, active, accepted }: GroupChoice): Promise<void> {
  const groupSize = group?.size ?? plan.groupSize
  if (places.length + accepted.length > groupSize) throw refusals.tooMany()
  const memberIds = places.map(({ menteeId }) => menteeId)
  const answers = await findSeekerAnswers(ctx.db, [...memberIds, ...active.map(({ menteeId }) => menteeId)])
  const of = (menteeId: number) => exclusiveOf(plan, answers.get(menteeId) ?? {})
  const members = memberIds.map(of)
  const together = [...members, ...accepted.map(({ menteeId }) => of(menteeId))]
  const clashes = together.some((one, at) =>
    together.slice(Math.max(at + 1, members.length)).some((other) => clashesBetween(one, other).length > 0),
  )
  if (clashes) throw refusals.clash()
  const chooser = { kind: 'group-mentor' as const, groupSize, actualSize: places.length, members }
  requireComplete(chooser, active, decisions, ({ menteeId }) => of(menteeId))
}

/** Contains only what finding clashes needs: the display labels are just keys. */
function exclusiveOf({ criteria }: Plan, answers: SeekerAnswers): ExclusiveCriteria {
  return Object.fromEntries(
    criteria.flatMap(({ key, strength, icon }) => {
      const answerKeys = answers[key] ?? []
      if (answerKeys.length === 0) return []
      return [[key, { mandatory: strength === 'must', name: key, icon, matchedAnswer: answerKeys, answerKeys }]]
    }),
  )
}

/** Offers whose mentee has a place in another group, is in a mentorship, or has left the pool. */
async function findUnavailable(
  ctx: Ctx,
  accepted: readonly OfferRow[],
  open: readonly OfferRow[],
  seekers: ChoiceState['seekers'],
) {
  const activeMentees = await findActiveMentees(
    ctx.db,
    accepted.map(({ menteeId }) => menteeId),
  )
  const isHeld = (menteeId: number) => open.some((offer) => offer.menteeId === menteeId && offer.state === 'held')
  return accepted.filter(({ menteeId }) => !seekers.has(menteeId) || activeMentees.includes(menteeId) || isHeld(menteeId))
}

/** Gives the accepted mentees the free places with the lowest numbers. Creates the group first if there is none. */
async function assignPlaces(
  ctx: Ctx,
  plan: Plan,
  group: GroupRow | null,
  taken: readonly PlaceRow[],
  accepted: readonly OfferRow[],
): Promise<number> {
  const now = ctx.now()
  const groupId = group?.id ?? (await createGroup(ctx, plan, now))
  const free = Array.from({ length: group?.size ?? plan.groupSize }, (_, at) => at + 1).filter(
    (place) => !taken.some((each) => each.place === place),
  )
  const assigned = accepted.flatMap(({ id: offerId, menteeId }, at) => {
    const place = free[at]
    return place === undefined ? [] : [{ place, menteeId, offerId }]
  })
  await updateOffersHeld(
    ctx.db,
    accepted.map(({ id }) => id),
    now,
  )
  await insertPlaces(ctx.db, groupId, assigned, now)
  return groupId
}

async function createGroup(ctx: Ctx, plan: Plan, now: Date): Promise<number> {
  const startsAt = new Date(now.getTime() + plan.groupStartsIn * DAY_MS)
  const { projectId, groupSize: size } = plan
  const groupId = await insertGroup(ctx.db, { projectId, mentorId: ctx.actor.personId, size, createdOn: now, startsAt })
  await scheduleGroupStart(ctx, { groupId, startsAt })
  return groupId
}

/** Ends the offers that other mentors have for these mentees. */
async function endOffersElsewhere(ctx: Ctx, accepted: readonly OfferRow[], open: readonly OfferRow[]): Promise<number[]> {
  const mentees = new Set(accepted.map(({ menteeId }) => menteeId))
  const elsewhere = open.filter(({ menteeId, mentorId }) => mentees.has(menteeId) && mentorId !== ctx.actor.personId)
  return endOffers(ctx, elsewhere, { state: 'unavailable' })
}

/** Starts the mentorship with all members, including those who joined earlier. */
async function startFullGroup(ctx: Ctx, plan: Plan, groupId: number): Promise<void> {
  const group = await lockGroup(ctx.db, groupId)
  const places = await findPlaces(ctx.db, groupId)
  const people = [ctx.actor.personId, ...places.map(({ menteeId }) => menteeId)]
  await lockSeekers(ctx.db, people)
  const open = await lockOffersOf(ctx.db, people)
  if (group) await startGroupMentorship(ctx, { group, plan, places, open })
}
