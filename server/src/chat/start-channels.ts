import type { Channel } from '@saathi/contract/chat/entities'
import type { Ctx } from '#core/ctx.ts'
import { Refusal } from '#core/errors.ts'
import type { ListenerCtx } from '#core/events.ts'
import { lockInside } from '#mentorship/public.ts'
import { noSuchChannel, requireChat } from './access.ts'
import { findChannelIdsOfMentorship, findWholeChannels, lockChannels } from './channel-store.ts'
import { tellChannelsChanged } from './hub-notes.ts'
import { getChannel } from './list-channels.ts'
import { findDirectChannel, findDirectChannelsOf, findMembersOf, updateActive } from './member-store.ts'
import { findWithoutDirect, insertAssistantChannels, insertDirectChannel, insertWholeChannel } from './start-store.ts'

/** A channel for all, and in a group one between the mentor and each mentee; mentees have none among themselves. */
export async function startChannels(
  ctx: ListenerCtx,
  { mentorshipId, personIds }: { mentorshipId: number; personIds: readonly number[] },
): Promise<void> {
  await insertWholeChannel(ctx.db, mentorshipId, ctx.now())
  for (const { mentorId, menteeId } of await findWithoutDirect(ctx.db, mentorshipId)) {
    await insertDirectChannel(ctx.db, mentorshipId, [mentorId, menteeId], ctx.now())
  }
  tellChannelsChanged(ctx, [], personIds)
}

/** Who is out takes no part any more, nor does anybody where it is over. Between two, neither does who stays behind. */
export async function closeChannels(
  ctx: ListenerCtx,
  { mentorshipId, personIds, isOver }: { mentorshipId: number; personIds: readonly number[]; isOver: boolean },
): Promise<void> {
  const { db } = ctx
  const ids = await findChannelIdsOfMentorship(db, mentorshipId)
  await lockChannels(db, ids)
  const everybodyOut = isOver ? ids : await findDirectChannelsOf(db, mentorshipId, personIds)
  const out = [...(await updateActive(db, everybodyOut, null, false)), ...(await updateActive(db, ids, personIds, false))]
  const staying = isOver ? [] : await findActiveIn(ctx, ids)
  tellChannelsChanged(ctx, ids, [...personIds, ...out, ...staying])
}

/** Those who see that somebody has gone. */
async function findActiveIn({ db }: ListenerCtx, channelIds: readonly number[]): Promise<number[]> {
  const members = await findMembersOf(db, channelIds)
  return members.flatMap(({ personId, isActive }) => (isActive ? [personId] : []))
}

/** For these people, or for everybody whose assistant is in use. */
export async function openAssistantChannels(ctx: ListenerCtx, personIds: readonly number[] | null): Promise<void> {
  const opened = await insertAssistantChannels(ctx.db, personIds, ctx.now())
  if (opened.length > 0) tellChannelsChanged(ctx, [], opened)
}

/**
 * The channel in which a member of a mentorship and its pair manager talk alone, made when one of them first wants it. All
 * others have the one they were given: a pair's own, or the one between the mentor and each mentee of a group.
 */
export async function openDirectChannel(ctx: Ctx, wanted: { mentorship: number; userId: number }): Promise<Channel> {
  const { db, actor } = ctx
  if (!(await requireChat(ctx)).mentorship) throw noSuchChannel()
  const { me, seen } = await lockInside(ctx, wanted.mentorship).catch((error: unknown) => {
    throw error instanceof Refusal ? noSuchChannel() : error
  })
  const other = seen.find(({ personId }) => personId === wanted.userId)
  if (!other) throw noSuchChannel()
  const [whole] = await findWholeChannels(db, [wanted.mentorship])
  if (!whole) throw noSuchChannel()
  const hasManager = [me, other].some(({ part }) => part === 'pair_manager')
  if (!hasManager && whole.kind === 'pair') return getChannel(ctx, whole.id)
  // Of two who ask at the same moment the second finds what the first has made.
  await lockChannels(db, [whole.id])
  const two = [actor.personId, other.personId] as const
  const found = await findDirectChannel(db, wanted.mentorship, two)
  if (found === null && !hasManager) throw noSuchChannel()
  const id = found ?? (await insertDirectChannel(db, wanted.mentorship, two, ctx.now()))
  if (found === null) tellChannelsChanged(ctx, [], two)
  return getChannel(ctx, id)
}
