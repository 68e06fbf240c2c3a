import type { Bus } from '#core/bus.ts'
import type { Db, World } from '#core/ctx.ts'
import { type ChannelState, findStates } from './access.ts'
import { findChannels, findWholeChannels } from './channel-store.ts'
import { CHANGED, readChanged } from './hub-notes.ts'
import { chatWriter, type Outcome } from './writer.ts'

/** By their own numbers, or the ones of all who are in these mentorships. */
export async function findCallChannels(
  db: Db,
  asked: { channelIds: readonly number[] } | { mentorshipIds: readonly number[] },
): Promise<ChannelState[]> {
  const rows = 'channelIds' in asked ? findChannels(db, asked.channelIds) : findWholeChannels(db, asked.mentorshipIds)
  return findStates(db, await rows)
}

export type Invite = { channelId: number; senderId: number; room: { id: string; expiresAt: Date } }

/** Nobody else can write one: what people type is never read as an invite. Said again, it is the same message. */
export function sendInvite(world: World, { channelId, senderId, room }: Invite): Promise<Outcome> {
  return chatWriter(world).send({
    channelId,
    senderId,
    tempId: `room-${room.id}`,
    text: JSON.stringify({ room: room.id }),
    by: 'member',
    room,
  })
}

/** Channels whose members or times are others now; null for every channel there is. */
export function onChannelsChanged(bus: Bus, hear: (channelIds: readonly number[] | null) => void): void {
  bus.onTold(CHANGED, (text) => {
    const changed = readChanged(text)?.changed
    if (changed !== undefined && changed?.length !== 0) hear(changed)
  })
}
