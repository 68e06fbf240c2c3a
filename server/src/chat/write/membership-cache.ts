import type { Db } from '#core/ctx.ts'
import { type ChannelState, findState } from '../access.ts'

const MAX_CACHED = 20_000

/** Changes that were missed while the bus was down take effect after this time. */
const FRESH_MS = 1_000

type CachedState = { promise: Promise<ChannelState | null>; readAt: Date }

/**
 * Caches the members and state of channels, which every command needs. Invalidated by bus events. A read that started before the
 * invalidation is dropped, and the next get reads again.
 */
export function membershipCache(db: Db, now: () => Date) {
  const cached = new Map<number, CachedState>()

  function read(channelId: number): Promise<ChannelState | null> {
    if (cached.size >= MAX_CACHED) cached.clear()
    const promise = findState(db, channelId)
    cached.set(channelId, { promise, readAt: now() })
    const drop = () => {
      if (cached.get(channelId)?.promise === promise) cached.delete(channelId)
    }
    // Failures and missing channels are not cached.
    void promise.then((state) => state ?? drop(), drop)
    return promise
  }

  return {
    /** For commands whose write re-checks the state in the database. */
    get: (channelId: number): Promise<ChannelState | null> => cached.get(channelId)?.promise ?? read(channelId),
    /** For commands that read messages: at most FRESH_MS old, even if the bus is down. */
    getFresh(channelId: number): Promise<ChannelState | null> {
      const entry = cached.get(channelId)
      // In case the clock was set back or forward.
      const isFresh = entry !== undefined && Math.abs(now().getTime() - entry.readAt.getTime()) < FRESH_MS
      return isFresh ? entry.promise : read(channelId)
    },
    invalidate(channelIds: readonly number[]) {
      for (const id of channelIds) cached.delete(id)
    },
    invalidateAll: () => cached.clear(),
  }
}
export type MembershipCache = ReturnType<typeof membershipCache>
