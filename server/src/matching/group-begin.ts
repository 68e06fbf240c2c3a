import type { ListenerCtx } from '#core/events.ts'
import {
  findGroup,
  findPlaces,
  type GroupRow,
  lockGroup,
  type PlaceRow,
  updateGroupEnded,
  updateGroupMentorship,
  updateGroupStalled,
} from './groups-store.ts'
import { lockOffersOf, lockSeekers, type OfferRow } from './lock-store.ts'
import { findPlan, type Plan } from './plan-store.ts'
import { settleStatus } from './standing.ts'
import { succeed } from './succeed.ts'
import { tellLater } from './tell.ts'

/** A group that comes together, as nobody else can change it now. */
export type HeldGroup = { group: GroupRow; plan: Plan | null; places: readonly PlaceRow[]; open: readonly OfferRow[] }

/** Null where there never was one. Its project may have no plan any more; then it can only be let go. */
export async function holdGroup(ctx: ListenerCtx, groupId: number): Promise<HeldGroup | null> {
  const seen = await findGroup(ctx.db, groupId)
  if (!seen) return null
  const people = [seen.mentorId, ...(await findPlaces(ctx.db, groupId)).map(({ menteeId }) => menteeId)]
  await lockSeekers(ctx.db, people)
  const open = await lockOffersOf(ctx.db, people)
  const group = await lockGroup(ctx.db, groupId)
  const plan = await findPlan(ctx.db, seen.projectId)
  return group && { group, plan, places: await findPlaces(ctx.db, groupId), open }
}

type ReadyGroup = HeldGroup & { plan: Plan }

export async function beginGroup(ctx: ListenerCtx, { group, plan, places, open }: ReadyGroup): Promise<void> {
  const offerIds = places.map(({ offerId }) => offerId)
  await updateGroupEnded(ctx.db, group.id, ctx.now())
  const mentorshipId = await succeed(ctx, {
    plan,
    mentorId: group.mentorId,
    offers: open.filter(({ id }) => offerIds.includes(id)),
    open,
    isMentorDone: true,
  })
  await updateGroupMentorship(ctx.db, group.id, mentorshipId)
}

/** Its day has come: it begins, or everybody keeps their place and the team decides. */
export async function settleGroupTime(ctx: ListenerCtx, groupId: number, at: Date): Promise<void> {
  const held = await holdGroup(ctx, groupId)
  if (!held || held.group.endedAt !== null || held.group.stalledAt !== null) return
  if (held.group.startsAt.getTime() !== at.getTime()) return
  const { group, plan, places } = held
  if (!plan) return
  if (places.length >= plan.groupMinimum && plan.hasSchedule) return beginGroup(ctx, { ...held, plan })
  await updateGroupStalled(ctx.db, groupId, ctx.now())
  ctx.log.warn({ groupId, mentees: places.length, minimum: plan.groupMinimum }, 'matching: a group waits for the team')
  const people = [group.mentorId, ...places.map(({ menteeId }) => menteeId)]
  await tellLater(ctx, people, groupId, at)
  await settleStatus(ctx, people)
}
