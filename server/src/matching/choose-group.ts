import { clashesBetween } from '@saathi/contract/matching/choices'
import type { ExclusiveCriteria } from '@saathi/contract/matching/entities'
import type { Ctx } from '#core/ctx.ts'
import { isRunning, offersWith, type Outcome, refusals, requireDecided, type Table } from './choice.ts'
import { findWalking, updateOffersHeld } from './choose-store.ts'
import { endOffers } from './close-offers.ts'
import { beginGroup } from './group-begin.ts'
import { beginGroupTime } from './group-time.ts'
import { findPlaces, type GroupRow, insertGroup, insertPlaces, lockGroup, lockGroupOf, type PlaceRow } from './groups-store.ts'
import { lockOffersOf, lockSeekers, type OfferRow } from './lock-store.ts'
import type { SeekerAnswers } from './offer.ts'
import type { Plan } from './plan-store.ts'
import { settleFreed, settleStatus } from './standing.ts'
import { tellPlace } from './tell.ts'
import { findSeekerAnswers } from './store.ts'

const DAY = 24 * 3_600_000

/** A mentor gives places in the group that comes together around them. */
export async function chooseForGroup(ctx: Ctx, { plan, said, open, seekers }: Table): Promise<Outcome> {
  const me = ctx.actor.personId
  const group = await lockGroupOf(ctx.db, me)
  const places = group ? await findPlaces(ctx.db, group.id) : []
  const mine = open.filter(({ mentorId, state }) => mentorId === me && (state === 'issued' || state === 'proposed'))
  const active = mine.filter((offer) => offer.state === 'issued' && isRunning(offer, ctx.now()))
  const wanted = offersWith(said, 'INTERESTED')
  await requireFitting(ctx, { plan, group, places, active, wanted, said })
  if (!seekers.has(me)) throw refusals(ctx).over()

  const gone = await findGone(ctx, wanted, open, seekers)
  if (gone.length > 0) {
    await settleFreed(ctx, plan.projectId, await endOffers(ctx, gone, { state: 'unavailable' }))
    return { status: 'MENTEE_UNAVAILABLE' }
  }
  const refused = offersWith(said, 'REJECTED')
  await endOffers(ctx, refused, { state: 'rejected', endedBy: 'mentor' })
  const answered = new Set([...wanted, ...refused].map(({ id }) => id))
  await endOffers(
    ctx,
    mine.filter(({ id }) => !answered.has(id)),
    { state: 'withdrawn' },
  )
  const groupId = wanted.length > 0 ? await giveGivenPlaces(ctx, plan, group, places, wanted) : (group?.id ?? null)
  const freed = await takeFromOthers(ctx, wanted, open)
  const size = group?.size ?? plan.groupSize
  // One whose day has come waits for nothing but being large enough.
  const enough = group && group.stalledAt !== null ? Math.min(size, plan.groupMinimum) : size
  const isReady = wanted.length > 0 && places.length + wanted.length >= enough
  if (groupId !== null && isReady && plan.hasSchedule) {
    await begin(ctx, plan, groupId)
    await settleFreed(ctx, plan.projectId, freed)
    return { status: 'SUCCESS' }
  }
  if (groupId !== null)
    await tellPlace(
      ctx,
      wanted.map(({ menteeId }) => menteeId),
      groupId,
    )
  await settleStatus(ctx, [...new Set([me, ...wanted.map(({ menteeId }) => menteeId), ...freed])])
  await ctx.raise({ type: 'matching.came_back', projectId: plan.projectId })
  return { status: groupId === null ? 'ACCEPTED' : 'GROUP_HOLD' }
}

type Wish = Pick<Table, 'plan' | 'said'> & {
  group: GroupRow | null
  places: readonly PlaceRow[]
  active: readonly OfferRow[]
  wanted: readonly OfferRow[]
}

/** Not more than there are places, nobody who cannot be with another, and a word on everybody who could still come. */
async function requireFitting(ctx: Ctx, { plan, said, group, places, active, wanted }: Wish): Promise<void> {
  const groupSize = group?.size ?? plan.groupSize
  if (places.length + wanted.length > groupSize) throw refusals(ctx).tooMany()
  const memberIds = places.map(({ menteeId }) => menteeId)
  const answers = await findSeekerAnswers(ctx.db, [...memberIds, ...active.map(({ menteeId }) => menteeId)])
  const of = (menteeId: number) => exclusiveOf(plan, answers.get(menteeId) ?? {})
  const members = memberIds.map(of)
  const together = [...members, ...wanted.map(({ menteeId }) => of(menteeId))]
  const clashes = together.some((one, at) =>
    together.slice(Math.max(at + 1, members.length)).some((other) => clashesBetween(one, other).length > 0),
  )
  if (clashes) throw refusals(ctx).clash()
  const chooser = { kind: 'group-mentor' as const, groupSize, actualSize: places.length, members }
  requireDecided(ctx, chooser, active, said, ({ menteeId }) => of(menteeId))
}

/** As far as two can stand in each other's way; the words for it are the page's. */
function exclusiveOf({ criteria }: Plan, answers: SeekerAnswers): ExclusiveCriteria {
  return Object.fromEntries(
    criteria.flatMap(({ key, strength, icon }) => {
      const answerKeys = answers[key] ?? []
      if (answerKeys.length === 0) return []
      return [[key, { mandatory: strength === 'must', name: key, icon, matchedAnswer: answerKeys, answerKeys }]]
    }),
  )
}

/** Who has a place elsewhere, walks already, or looks for nobody any more. */
async function findGone(ctx: Ctx, wanted: readonly OfferRow[], open: readonly OfferRow[], seekers: Table['seekers']) {
  const walking = await findWalking(
    ctx.db,
    wanted.map(({ menteeId }) => menteeId),
  )
  const isHeld = (menteeId: number) => open.some((offer) => offer.menteeId === menteeId && offer.state === 'held')
  return wanted.filter(({ menteeId }) => !seekers.has(menteeId) || walking.includes(menteeId) || isHeld(menteeId))
}

/** The group is there from the first place on. */
async function giveGivenPlaces(
  ctx: Ctx,
  plan: Plan,
  group: GroupRow | null,
  taken: readonly PlaceRow[],
  wanted: readonly OfferRow[],
): Promise<number> {
  const now = ctx.now()
  const groupId = group?.id ?? (await gather(ctx, plan, now))
  const free = Array.from({ length: group?.size ?? plan.groupSize }, (_, at) => at + 1).filter(
    (place) => !taken.some((each) => each.place === place),
  )
  const given = wanted.flatMap(({ id: offerId, menteeId }, at) => {
    const place = free[at]
    return place === undefined ? [] : [{ place, menteeId, offerId }]
  })
  await updateOffersHeld(
    ctx.db,
    wanted.map(({ id }) => id),
    now,
  )
  await insertPlaces(ctx.db, groupId, given, now)
  return groupId
}

async function gather(ctx: Ctx, plan: Plan, now: Date): Promise<number> {
  const startsAt = new Date(now.getTime() + plan.groupStartsIn * DAY)
  const { projectId, groupSize: size } = plan
  const groupId = await insertGroup(ctx.db, { projectId, mentorId: ctx.actor.personId, size, createdOn: now, startsAt })
  await beginGroupTime(ctx, { groupId, startsAt })
  return groupId
}

/** Other mentors who were looking at them learn that they are taken. */
async function takeFromOthers(ctx: Ctx, wanted: readonly OfferRow[], open: readonly OfferRow[]): Promise<number[]> {
  const mentees = new Set(wanted.map(({ menteeId }) => menteeId))
  const elsewhere = open.filter(({ menteeId, mentorId }) => mentees.has(menteeId) && mentorId !== ctx.actor.personId)
  return endOffers(ctx, elsewhere, { state: 'unavailable' })
}

/** With all who are in it, those of earlier days included. */
async function begin(ctx: Ctx, plan: Plan, groupId: number): Promise<void> {
  const group = await lockGroup(ctx.db, groupId)
  const places = await findPlaces(ctx.db, groupId)
  const people = [ctx.actor.personId, ...places.map(({ menteeId }) => menteeId)]
  await lockSeekers(ctx.db, people)
  const open = await lockOffersOf(ctx.db, people)
  if (group) await beginGroup(ctx, { group, plan, places, open })
}
