import type { Db } from '#core/ctx.ts'
import { type ChannelState, findState } from './access.ts'

const MAX_REMEMBERED = 20_000

/** Of what was told by another server while nothing could be told, this is felt after so long. */
const RECENT_MS = 1_000

type Known = { reading: Promise<ChannelState | null>; readAt: Date }

/**
 * Who is in which channel, for what is asked with every command. It is forgotten when the bus says that it changed. A read
 * that began before that is not kept: what is asked afterwards begins another.
 */
export function membershipMemory(db: Db, now: () => Date) {
  const known = new Map<number, Known>()

  function read(channelId: number): Promise<ChannelState | null> {
    if (known.size >= MAX_REMEMBERED) known.clear()
    const reading = findState(db, channelId)
    known.set(channelId, { reading, readAt: now() })
    const drop = () => {
      if (known.get(channelId)?.reading === reading) known.delete(channelId)
    }
    // Neither a failure nor what is not there yet is worth remembering.
    void reading.then((state) => state ?? drop(), drop)
    return reading
  }

  return {
    /** For what the database is asked about once more before anything is done. */
    of: (channelId: number): Promise<ChannelState | null> => known.get(channelId)?.reading ?? read(channelId),
    /** For whoever wants to read what was said: true a moment ago, also where the bus is away. */
    recent(channelId: number): Promise<ChannelState | null> {
      const one = known.get(channelId)
      // Whichever way the clock was set meanwhile.
      const isRecent = one !== undefined && Math.abs(now().getTime() - one.readAt.getTime()) < RECENT_MS
      return isRecent ? one.reading : read(channelId)
    },
    forget(channelIds: readonly number[]) {
      for (const id of channelIds) known.delete(id)
    },
    forgetAll: () => known.clear(),
  }
}
export type MembershipMemory = ReturnType<typeof membershipMemory>
