import type { Bus } from '#core/live/bus.ts'
import type { Db, World } from '#core/ctx.ts'
import { type ChannelState, findStates } from './access.ts'
import { findChannels, findWholeChannels } from './channels/store.ts'
import { CHANNELS_CHANGED, parseChannelsChanged } from './server-events.ts'
import { chatWriter, type SendResult } from './write/writer.ts'

/** Selects channels by id, or the main channels of these mentorships. */
export async function findCallChannels(
  db: Db,
  query: { channelIds: readonly number[] } | { mentorshipIds: readonly number[] },
): Promise<ChannelState[]> {
  const rows = 'channelIds' in query ? findChannels(db, query.channelIds) : findWholeChannels(db, query.mentorshipIds)
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

/** Called with the channels whose members or closing times changed; null for all channels. */
export function onChannelsChanged(bus: Bus, handle: (channelIds: readonly number[] | null) => void): void {
  bus.onTopic(CHANNELS_CHANGED, (text) => {
    const changed = parseChannelsChanged(text)?.changed
    if (changed !== undefined && changed?.length !== 0) handle(changed)
  })
}
