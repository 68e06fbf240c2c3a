import { MINUTE_MS, SECOND_MS } from '@saathi/contract/core/time'
import { personLimit, windowLimit } from '#core/sockets/pacing.ts'

/** Joining a full call sends a burst of frames to each peer and few afterwards, so limits apply to a window, not to a second. */
const WINDOW_MS = 5 * SECOND_MS
const FRAMES_PER_WINDOW = 450
const CAPTIONS_PER_WINDOW = 25
/** Changes are written to the database and sent to everyone. */
const CHANGES_PER_WINDOW = 50
const HELLOS_PER_MINUTE = 30

/** Limits of one socket. Exceeding `frames` closes the socket; exceeding the others returns an error. */
export function socketLimits(limitFactor: number, now: () => Date) {
  return {
    isWithinFrames: windowLimit(FRAMES_PER_WINDOW * limitFactor, WINDOW_MS, now),
    isWithinCaptions: windowLimit(CAPTIONS_PER_WINDOW * limitFactor, WINDOW_MS, now),
    isWithinChanges: windowLimit(CHANGES_PER_WINDOW * limitFactor, WINDOW_MS, now),
  }
}
export type SocketLimits = ReturnType<typeof socketLimits>

/** Limits how often a person joins, on any socket: each join updates everyone in the room. */
export const helloLimit = (limitFactor: number, now: () => Date): ((personId: number) => boolean) =>
  personLimit(HELLOS_PER_MINUTE * limitFactor, MINUTE_MS, now)
