import type { Channel } from '@saathi/contract/chat/entities'
import type { Ctx, ListenerCtx } from '#core/ctx.ts'
import { Refusal } from '#core/errors.ts'
import { lockInside } from '#mentorship/public.ts'
import { noSuchChannel, requireChat } from '../access.ts'
import {
  findChannelIdsOfMentorship,
  findMainChannels,
  lockChannels,
  findWithoutDirect,
  insertAssistantChannels,
  insertDirectChannel,
  insertMainChannel,
  updateReadOnly,
} from './store.ts'
import { publishChannelsChanged } from '../server-events.ts'
import { getChannel } from './list-channels.ts'
import { findDirectChannel, findDirectChannelsOf, findMembersOf, updateActive } from './member-store.ts'

/** Creates the main channel, and in a group a channel between the mentor and each mentee. Mentees have none with each other. */
export async function startChannels(
  ctx: ListenerCtx,
  { mentorshipId, personIds }: { mentorshipId: number; personIds: readonly number[] },
): Promise<void> {
  await insertMainChannel(ctx.db, mentorshipId, ctx.now())
  for (const { mentorId, menteeId } of await findWithoutDirect(ctx.db, mentorshipId)) {
    await insertDirectChannel(ctx.db, mentorshipId, [mentorId, menteeId], ctx.now())
  }
  publishChannelsChanged(ctx, [], personIds)
}

/** Adds a pair manager to the main channel; a former one becomes active again. */
export async function admitManager(
  ctx: ListenerCtx,
  { mentorshipId, personId }: { mentorshipId: number; personId: number },
): Promise<void> {
  const ids = (await findMainChannels(ctx.db, [mentorshipId])).map(({ id }) => id)
  await lockChannels(ctx.db, ids)
  await insertMainChannel(ctx.db, mentorshipId, ctx.now())
  await updateActive(ctx.db, ids, [personId], true)
  publishChannelsChanged(ctx, ids, [personId, ...(await findActiveIn(ctx, ids))])
}

type Departure = {
  mentorshipId: number
  personIds: readonly number[]
  isOver: boolean
  goneId: number | null
  ending: { isReadable: boolean } | null
}

/** Deactivates the people who left, or everybody if the mentorship is over. A direct channel closes for both. */
export async function closeChannels(
  ctx: ListenerCtx,
  { mentorshipId, personIds, isOver, goneId, ending }: Departure,
): Promise<void> {
  const { db } = ctx
  const ids = await findChannelIdsOfMentorship(db, mentorshipId)
  await lockChannels(db, ids)
  if (ending?.isReadable) return keepReadable(ctx, ids, goneId)
  const closedIds = isOver ? ids : await findDirectChannelsOf(db, mentorshipId, personIds)
  const removed = [...(await updateActive(db, closedIds, null, false)), ...(await updateActive(db, ids, personIds, false))]
  const remaining = isOver ? [] : await findActiveIn(ctx, ids)
  publishChannelsChanged(ctx, ids, [...personIds, ...removed, ...remaining])
}

/** After a farewell, members can still read their conversation. The team and people who have left Saathi cannot. */
async function keepReadable(ctx: ListenerCtx, ids: readonly number[], goneId: number | null): Promise<void> {
  await updateReadOnly(ctx.db, ids)
  const members = await findMembersOf(ctx.db, ids)
  const managers = members.flatMap(({ personId, isPairManager }) => (isPairManager ? [personId] : []))
  await updateActive(ctx.db, ids, goneId === null ? managers : [...managers, goneId], false)
  publishChannelsChanged(
    ctx,
    ids,
    members.map(({ personId }) => personId),
  )
}

/** People whose channels show that somebody has left. */
async function findActiveIn({ db }: ListenerCtx, channelIds: readonly number[]): Promise<number[]> {
  const members = await findMembersOf(db, channelIds)
  return members.flatMap(({ personId, isActive }) => (isActive ? [personId] : []))
}

/** For these people, or for everybody with the assistant enabled. */
export async function openAssistantChannels(ctx: ListenerCtx, personIds: readonly number[] | null): Promise<void> {
  const opened = await insertAssistantChannels(ctx.db, personIds, ctx.now())
  if (opened.length > 0) publishChannelsChanged(ctx, [], opened)
}

/**
 * The direct channel between a member of a mentorship and its pair manager is created on first request. All other pairs already
 * have theirs: the pair channel, or the one between the mentor and each mentee of a group.
 */
export async function openDirectChannel(ctx: Ctx, target: { mentorship: number; userId: number }): Promise<Channel> {
  const { db, actor } = ctx
  if (!(await requireChat(ctx)).mentorship) throw noSuchChannel()
  const { me, visible } = await lockInside(ctx, target.mentorship).catch((error: unknown) => {
    throw error instanceof Refusal ? noSuchChannel() : error
  })
  const other = visible.find(({ personId }) => personId === target.userId)
  if (!other) throw noSuchChannel()
  const [whole] = await findMainChannels(db, [target.mentorship])
  if (!whole) throw noSuchChannel()
  const hasManager = [me, other].some(({ part }) => part === 'pair_manager')
  if (!hasManager && whole.kind === 'pair') return getChannel(ctx, whole.id)
  // Locks, so that of two concurrent requests the second finds the channel of the first.
  await lockChannels(db, [whole.id])
  const two = [actor.personId, other.personId] as const
  const found = await findDirectChannel(db, target.mentorship, two)
  if (found === null && !hasManager) throw noSuchChannel()
  const id = found ?? (await insertDirectChannel(db, target.mentorship, two, ctx.now()))
  if (found === null) publishChannelsChanged(ctx, [], two)
  return getChannel(ctx, id)
}
