import type { VideoRoom } from '@saathi/contract/video/entities'
import { useEffect } from 'react'
import { serverNow } from '#core/server-time.ts'

/** Events can be moved, and clocks are inaccurate: poll while waiting. */
export const POLL_EVERY_MS = 10_000
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** Calls `onPoll` at the opening time, and regularly before. Null: not waiting. */
export function usePollUntilOpen(room: VideoRoom | null, onPoll: () => unknown): void {
  const opensAt = room && Date.parse(room.opensAt)
  useEffect(() => {
    if (opensAt === null) return undefined
    const opening = setTimeout(onPoll, Math.min(LONGEST_TIMER_MS, Math.max(1_000, opensAt - serverNow())))
    const polling = setInterval(onPoll, POLL_EVERY_MS)
    return () => {
      clearTimeout(opening)
      clearInterval(polling)
    }
  }, [opensAt, onPoll])
}
