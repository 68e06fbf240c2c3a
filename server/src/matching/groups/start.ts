import { Id, Time } from '@saathi/contract/core/fields'
import * as z from 'zod/mini'
import type { ListenerCtx } from '#core/ctx.ts'
import { defineJob } from '#core/jobs/define-job.ts'
import { completeMatch } from '../offers/close.ts'
import { lockOffersOf, lockSeekers, type OfferRow } from '../lock-store.ts'
import { notifyGroupDelayed } from '../notify.ts'
import { findPlan, type Plan } from '../plan-store.ts'
import { updateStatus } from '../status.ts'
import {
  findGroup,
  findPlaces,
  type GroupRow,
  lockGroup,
  type PlaceRow,
  updateGroupEnded,
  updateGroupMentorship,
  updateGroupStalled,
} from './store.ts'

/** A forming group with its members, all locked. */
export type LockedGroup = { group: GroupRow; plan: Plan | null; places: readonly PlaceRow[]; open: readonly OfferRow[] }

/** Null if it does not exist. Its project may have lost its plan; then the group can only be dissolved. */
export async function lockGroupAndMembers(ctx: ListenerCtx, groupId: number): Promise<LockedGroup | null> {
  const found = await findGroup(ctx.db, groupId)
  if (!found) return null
  const people = [found.mentorId, ...(await findPlaces(ctx.db, groupId)).map(({ menteeId }) => menteeId)]
  await lockSeekers(ctx.db, people)
  const open = await lockOffersOf(ctx.db, people)
  const group = await lockGroup(ctx.db, groupId)
  const plan = await findPlan(ctx.db, found.projectId)
  return group && { group, plan, places: await findPlaces(ctx.db, groupId), open }
}

type ReadyGroup = LockedGroup & { plan: Plan }

export async function startGroupMentorship(ctx: ListenerCtx, { group, plan, places, open }: ReadyGroup): Promise<void> {
  const offerIds = places.map(({ offerId }) => offerId)
  await updateGroupEnded(ctx.db, group.id, ctx.now())
  const mentorshipId = await completeMatch(ctx, {
    plan,
    mentorId: group.mentorId,
    offers: open.filter(({ id }) => offerIds.includes(id)),
    open,
    isMentorDone: true,
  })
  await updateGroupMentorship(ctx.db, group.id, mentorshipId)
}

/**
 * On its start date a group starts if it has enough members. Otherwise it stalls: everybody keeps their place and staff decide.
 */
export async function startOrStallGroup(ctx: ListenerCtx, groupId: number, at: Date): Promise<void> {
  const locked = await lockGroupAndMembers(ctx, groupId)
  if (!locked || locked.group.endedAt !== null || locked.group.stalledAt !== null) return
  if (locked.group.startsAt.getTime() !== at.getTime()) return
  const { group, plan, places } = locked
  if (!plan) return
  if (places.length >= plan.groupMinimum && plan.hasSchedule) return startGroupMentorship(ctx, { ...locked, plan })
  await updateGroupStalled(ctx.db, groupId, ctx.now())
  await ctx.raise({ type: 'matching.decisions_changed', projectId: group.projectId })
  ctx.log.warn({ groupId, mentees: places.length, minimum: plan.groupMinimum }, 'matching: group stalled, waiting for staff')
  const people = [group.mentorId, ...places.map(({ menteeId }) => menteeId)]
  await notifyGroupDelayed(ctx, people, groupId, at)
  await updateStatus(ctx, people)
}

/** Carries the start date it was scheduled for, so that a postponed group ignores the old job. */
export const startGroupJob = defineJob({
  name: 'matching.start_group',
  payload: z.strictObject({ groupId: Id, at: Time }),
  retry: { limit: 8, delaySeconds: 20, backoff: true, maxDelaySeconds: 900 },
  timeoutSeconds: 60,
  work: (ctx, { groupId, at }) => startOrStallGroup(ctx, groupId, new Date(at)),
})

export async function scheduleGroupStart(
  ctx: Pick<ListenerCtx, 'enqueue'>,
  { groupId, startsAt }: { groupId: number; startsAt: Date },
): Promise<void> {
  const at = startsAt.toISOString()
  await ctx.enqueue(startGroupJob, { groupId, at }, { runAt: startsAt, onceKey: `${groupId} ${at}` })
}
