import { windowPace } from '#chat/public.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60_000
/** Joining a full call sends a burst of frames to each peer and few afterwards, so limits apply to a window, not to a second. */
const WINDOW_MS = 5 * SECOND_MS
const FRAMES_PER_WINDOW = 450
const CAPTIONS_PER_WINDOW = 25
/** Changes are written to the database and sent to everyone. */
const CHANGES_PER_WINDOW = 50
const HELLOS_PER_MINUTE = 30
const MAX_CACHED = 50_000

/** Limits of one socket. Exceeding `frames` closes the socket; exceeding the others returns an error. */
export function socketLimits(limitFactor: number, now: () => Date) {
  return {
    isWithinFrames: windowPace(FRAMES_PER_WINDOW * limitFactor, WINDOW_MS, now),
    isWithinCaptions: windowPace(CAPTIONS_PER_WINDOW * limitFactor, WINDOW_MS, now),
    isWithinChanges: windowPace(CHANGES_PER_WINDOW * limitFactor, WINDOW_MS, now),
  }
}
export type SocketLimits = ReturnType<typeof socketLimits>

/** Limits how often a person joins, on any socket: each join updates everyone in the room. */
export function helloLimit(limitFactor: number, now: () => Date): (personId: number) => boolean {
  const people = new Map<number, () => boolean>()
  return (personId) => {
    if (people.size >= MAX_CACHED) people.clear()
    const isWithin = people.get(personId) ?? windowPace(HELLOS_PER_MINUTE * limitFactor, MINUTE_MS, now)
    people.set(personId, isWithin)
    return isWithin()
  }
}
