import type { ListenerCtx } from '#core/ctx.ts'
import { findStates, type ChannelState } from '../access.ts'
import { findChannelIdsOfMentorship, lockChannels } from '../channels/store.ts'
import { publishChannelsChanged } from '../server-events.ts'
import { deleteMute, findChannelsOf, saveMute, updatePaused } from './store.ts'

type Channels = { mentorshipId: number } | { channelIds: readonly number[] }

const peopleIn = (states: readonly ChannelState[]): number[] =>
  states.flatMap(({ members }) => members.map(({ personId }) => personId))

/** For the safety desk: nobody can write or call in these channels until they are opened again. False if there are none. */
export async function pauseChannels(ctx: ListenerCtx, channels: Channels, isPaused: boolean): Promise<boolean> {
  const ids =
    'mentorshipId' in channels ? await findChannelIdsOfMentorship(ctx.db, channels.mentorshipId) : [...channels.channelIds]
  const states = await findStates(ctx.db, await lockChannels(ctx.db, ids))
  const found = states.map(({ id }) => id)
  await updatePaused(ctx.db, found, isPaused)
  publishChannelsChanged(ctx, found, peopleIn(states))
  return found.length > 0
}

/** The person can read but not write, in all channels; null has no end. */
export async function setMute(
  ctx: ListenerCtx,
  personId: number,
  { isMuted, until }: { isMuted: boolean; until: Date | null },
): Promise<void> {
  if (isMuted) await saveMute(ctx.db, personId, until)
  else await deleteMute(ctx.db, personId)
  publishChannelsChanged(ctx, await findChannelsOf(ctx.db, personId), [personId])
}
