/** Limits for each person, across all their sockets on this server. */
export type PaceLimits = { commandsASecond: number; sendsAMinute: number }

const SECOND_MS = 1_000
const MINUTE_MS = 60_000
const MAX_TRACKED = 50_000

type Count = { window: number; used: number }
type Counters = { commands: Count; pages: Count; sends: Count; large: Count }

const emptyCount = (): Count => ({ window: -1, used: 0 })

/**
 * Counts in fixed windows of the clock, so that setting the clock starts a new window and blocks nobody. The socket closes the
 * connection of a client that keeps going over the limit.
 */
export function personLimits({ commandsASecond, sendsAMinute }: PaceLimits, now: () => Date) {
  const people = new Map<number, Counters>()

  function countersOf(personId: number): Counters {
    const known = people.get(personId)
    if (known) return known
    if (people.size >= MAX_TRACKED) people.clear()
    const counters = { commands: emptyCount(), pages: emptyCount(), sends: emptyCount(), large: emptyCount() }
    people.set(personId, counters)
    return counters
  }

  function increment(count: Count, lengthMs: number): number {
    const window = Math.floor(now().getTime() / lengthMs)
    if (count.window !== window) Object.assign(count, { window, used: 0 })
    count.used += 1
    return count.used
  }

  return {
    allowsCommand: (personId: number): boolean => increment(countersOf(personId).commands, SECOND_MS) <= commandsASecond,
    /** Each additional page of one command counts as a command. */
    allowsPage: (personId: number): boolean => increment(countersOf(personId).pages, SECOND_MS) <= commandsASecond,
    /** Counted before the frame is parsed, so separately: as many as messages allowed. */
    allowsLargeFrame: (personId: number): boolean => increment(countersOf(personId).large, MINUTE_MS) <= sendsAMinute,
    allowsSend: (personId: number): boolean => increment(countersOf(personId).sends, MINUTE_MS) <= sendsAMinute,
  }
}
export type PersonLimits = ReturnType<typeof personLimits>

/** Allows `most` calls in each window. Setting the clock starts a new window and blocks nobody. */
export function windowLimit(most: number, lengthMs: number, now: () => Date): () => boolean {
  let window = -1
  let used = 0
  return () => {
    const current = Math.floor(now().getTime() / lengthMs)
    if (current !== window) {
      window = current
      used = 0
    }
    used += 1
    return used <= most
  }
}

/** Frames per second for one socket, authenticated or not. */
export const socketLimit = (framesASecond: number, now: () => Date): (() => boolean) => windowLimit(framesASecond, SECOND_MS, now)
