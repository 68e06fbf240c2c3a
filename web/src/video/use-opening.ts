import type { VideoRoom } from '@saathi/contract/video/entities'
import { useEffect } from 'react'
import { serverNow } from '#core/server-time.ts'

/** Events are moved, and clocks are wrong by a little: whoever waits asks as often. */
export const LOOK_EVERY_MS = 10_000
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** Asks again when the time has come, and now and then before. Null where nobody waits. */
export function useOpening(room: VideoRoom | null, onLook: () => unknown): void {
  const opensAt = room && Date.parse(room.opensAt)
  useEffect(() => {
    if (opensAt === null) return undefined
    const opening = setTimeout(onLook, Math.min(LONGEST_TIMER_MS, Math.max(1_000, opensAt - serverNow())))
    const looking = setInterval(onLook, LOOK_EVERY_MS)
    return () => {
      clearTimeout(opening)
      clearInterval(looking)
    }
  }, [opensAt, onLook])
}
