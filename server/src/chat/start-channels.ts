import type { ListenerCtx } from '#core/events.ts'
import { findChannelIdsOfMentorship, lockChannels } from './channel-store.ts'
import { tellChannelsChanged } from './hub-notes.ts'
import { findDirectChannelsOf, findMembersOf, updateActive } from './member-store.ts'
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
