import { DAY_MS } from '@saathi/contract/core/time'
import type { ListenerCtx } from '#core/ctx.ts'
import { conflict, notFound } from '#core/errors.ts'
import { findActiveMentees } from '../offers/store.ts'
import { notifyGroupDissolved } from '../notify.ts'
import { endOffers } from '../offers/close.ts'
import type { Plan } from '../plan-store.ts'
import { updateStatus } from '../status.ts'
import { scheduleGroupStart, startGroupMentorship, type LockedGroup, lockGroupAndMembers } from './start.ts'
import { updateGroupEnded, updateGroupTime } from './store.ts'
import { requestRun } from '../run/request-run.ts'

/** The group, locked until the commit; refused if it has started or was dissolved. */
async function requireOpenGroup(ctx: ListenerCtx, groupId: number): Promise<LockedGroup> {
  const locked = await lockGroupAndMembers(ctx, groupId)
  if (!locked) throw notFound('matching.no_group')
  if (locked.group.endedAt !== null) throw conflict('matching.over', { text: 'refusal.matching.over.group' })
  return locked
}

const peopleOf = ({ group, places }: LockedGroup) => [group.mentorId, ...places.map(({ menteeId }) => menteeId)]

/** Without a matching plan a group cannot start, now or later. */
async function requirePlannedGroup(ctx: ListenerCtx, groupId: number): Promise<LockedGroup & { plan: Plan }> {
  const { plan, ...locked } = await requireOpenGroup(ctx, groupId)
  if (!plan) throw notFound('matching.no_group')
  return { ...locked, plan }
}

/** Starts a group regardless of its size. */
export async function startGroup(ctx: ListenerCtx, groupId: number): Promise<void> {
  const locked = await requirePlannedGroup(ctx, groupId)
  if (!locked.plan.hasSchedule) throw conflict('mentorship.no_schedule')
  const activeMentees = await findActiveMentees(
    ctx.db,
    locked.places.map(({ menteeId }) => menteeId),
  )
  if (activeMentees.length > 0) throw conflict('mentorship.already_in_one')
  await startGroupMentorship(ctx, locked)
}

export async function postponeGroup(ctx: ListenerCtx, groupId: number): Promise<void> {
  const locked = await requirePlannedGroup(ctx, groupId)
  const startsAt = new Date(ctx.now().getTime() + locked.plan.groupStartsIn * DAY_MS)
  await updateGroupTime(ctx.db, groupId, startsAt)
  await scheduleGroupStart(ctx, { groupId, startsAt })
  await updateStatus(ctx, peopleOf(locked))
  await requestRun(ctx, locked.group.projectId)
}

/** Everybody returns to the matching pool. */
export async function dissolveGroup(ctx: ListenerCtx, groupId: number): Promise<void> {
  const locked = await requireOpenGroup(ctx, groupId)
  const offerIds = locked.places.map(({ offerId }) => offerId)
  const memberOffers = locked.open.filter(({ id }) => offerIds.includes(id))
  await endOffers(ctx, memberOffers, { state: 'withdrawn', endedBy: 'staff' })
  await updateGroupEnded(ctx.db, groupId, ctx.now())
  await notifyGroupDissolved(ctx, locked.group)
  await updateStatus(ctx, peopleOf(locked))
  await requestRun(ctx, locked.group.projectId)
}

/** The decisions staff can make about a group that has stalled or should not wait. */
export const groupDecisions = { start: startGroup, wait: postponeGroup, dissolve: dissolveGroup } as const
export type GroupDecision = keyof typeof groupDecisions
