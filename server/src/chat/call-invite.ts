import type { Bus } from '#core/live/bus.ts'
import type { Db, ListenerCtx, World } from '#core/ctx.ts'
import { type ChannelState, findFlags, findStates } from './access.ts'
import { findChannels, findMainChannels } from './channels/store.ts'
import { insertAttended } from './read-state/store.ts'
import { countUnread, showUnread } from './read-state/unread.ts'
import { CHANNELS_CHANGED, parseChannelsChanged, publishFrame } from './server-events.ts'
import { chatWriter, type SendResult } from './write/writer.ts'

/** Selects channels by id, or the main channels of these mentorships. */
export async function findCallChannels(
  db: Db,
  query: { channelIds: readonly number[] } | { mentorshipIds: readonly number[] },
): Promise<ChannelState[]> {
  const rows = 'channelIds' in query ? findChannels(db, query.channelIds) : findMainChannels(db, query.mentorshipIds)
  return findStates(db, await rows)
}

export type Invite = { channelId: number; senderId: number; room: { id: string; expiresAt: Date } }

/** Only the server creates invites: typed text is never parsed as one. Sending an invite again creates no second message. */
export function sendInvite(world: World, { channelId, senderId, room }: Invite): Promise<SendResult> {
  return chatWriter(world).send({
    channelId,
    senderId,
    tempId: `room-${room.id}`,
    text: JSON.stringify({ room: room.id }),
    by: 'member',
    room,
  })
}

type Reply = { channelId: number; senderId: number; tempId: string; text: string }

/** Words with which somebody declines a call: a message like any other. */
export const sendReply = (world: World, reply: Reply): Promise<SendResult> => chatWriter(world).send({ ...reply, by: 'member' })

/** The message of a call is not unread for people who were in it. */
export async function markAttended(ctx: ListenerCtx, { roomId, personId }: { roomId: string; personId: number }): Promise<void> {
  if (!(await insertAttended(ctx.db, roomId, personId))) return
  const unread = await countUnread(ctx.db, personId, await findFlags(ctx.db, personId))
  publishFrame(ctx, [personId], showUnread(unread))
}

/** Called with the channels whose members or closing times changed; null for all channels. */
export function onChannelsChanged(bus: Bus, handle: (channelIds: readonly number[] | null) => void): void {
  bus.onTopic(CHANNELS_CHANGED, (text) => {
    const changed = parseChannelsChanged(text)?.changed
    if (changed !== undefined && changed?.length !== 0) handle(changed)
  })
}
