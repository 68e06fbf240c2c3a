import { conflict, notFound } from '#core/errors.ts'
import type { ListenerCtx } from '#core/events.ts'
import { findWalking } from './choose-store.ts'
import { endOffers } from './close-offers.ts'
import { beginGroup, type HeldGroup, holdGroup } from './group-begin.ts'
import { beginGroupTime } from './group-time.ts'
import { updateGroupEnded, updateGroupTime } from './groups-store.ts'
import type { Plan } from './plan-store.ts'
import { settleStatus } from './standing.ts'
import { tellLetGo } from './tell.ts'

const DAY = 24 * 3_600_000

/** For the team, whose word it is what becomes of a group. */
async function requireOpenGroup(ctx: ListenerCtx, groupId: number): Promise<HeldGroup> {
  const held = await holdGroup(ctx, groupId)
  if (!held) throw notFound('matching.no_group', 'There is no such group.')
  if (held.group.endedAt !== null) throw conflict('matching.over', 'This group has begun, or is no more.')
  return held
}

const peopleOf = ({ group, places }: HeldGroup) => [group.mentorId, ...places.map(({ menteeId }) => menteeId)]

/** Where nothing is planned any more a group cannot begin, now or later. */
async function requirePlannedGroup(ctx: ListenerCtx, groupId: number): Promise<HeldGroup & { plan: Plan }> {
  const { plan, ...held } = await requireOpenGroup(ctx, groupId)
  if (!plan) throw notFound('matching.no_group', 'There is no such group.')
  return { ...held, plan }
}

/** As small as it is. */
export async function startGroup(ctx: ListenerCtx, groupId: number): Promise<void> {
  const held = await requirePlannedGroup(ctx, groupId)
  if (!held.plan.hasSchedule) throw conflict('mentorship.no_schedule', 'The programme has no sessions for a mentorship yet.')
  const walking = await findWalking(
    ctx.db,
    held.places.map(({ menteeId }) => menteeId),
  )
  if (walking.length > 0) throw conflict('mentorship.already_in_one', 'Somebody here is in a mentorship that goes on.')
  await beginGroup(ctx, held)
}

export async function giveGroupTime(ctx: ListenerCtx, groupId: number): Promise<void> {
  const held = await requirePlannedGroup(ctx, groupId)
  const startsAt = new Date(ctx.now().getTime() + held.plan.groupStartsIn * DAY)
  await updateGroupTime(ctx.db, groupId, startsAt)
  await beginGroupTime(ctx, { groupId, startsAt })
  await settleStatus(ctx, peopleOf(held))
  await ctx.raise({ type: 'matching.came_back', projectId: held.group.projectId })
}

/** Everybody goes back into the search. */
export async function dissolveGroup(ctx: ListenerCtx, groupId: number): Promise<void> {
  const held = await requireOpenGroup(ctx, groupId)
  const offerIds = held.places.map(({ offerId }) => offerId)
  const seated = held.open.filter(({ id }) => offerIds.includes(id))
  await endOffers(ctx, seated, { state: 'withdrawn', endedBy: 'staff' })
  await updateGroupEnded(ctx.db, groupId, ctx.now())
  await tellLetGo(ctx, held.group)
  await settleStatus(ctx, peopleOf(held))
  await ctx.raise({ type: 'matching.came_back', projectId: held.group.projectId })
}
