/** How often one person may do something, on all their sockets of this server together. */
export type PaceLimits = { commandsASecond: number; sendsAMinute: number }

const SECOND_MS = 1_000
const MINUTE_MS = 60_000
const MAX_REMEMBERED = 50_000

type Count = { window: number; used: number }
type Paced = { commands: Count; pages: Count; sends: Count; large: Count }

const unused = (): Count => ({ window: -1, used: 0 })

/**
 * Counted in windows of the clock: one that is set forward or back begins another window, and keeps nobody waiting. Whoever goes
 * on without a pause is told so a few times, and is then shown out.
 */
export function linePace({ commandsASecond, sendsAMinute }: PaceLimits, now: () => Date) {
  const people = new Map<number, Paced>()

  function of(personId: number): Paced {
    const known = people.get(personId)
    if (known) return known
    if (people.size >= MAX_REMEMBERED) people.clear()
    const paced = { commands: unused(), pages: unused(), sends: unused(), large: unused() }
    people.set(personId, paced)
    return paced
  }

  function spend(count: Count, lengthMs: number): number {
    const window = Math.floor(now().getTime() / lengthMs)
    if (count.window !== window) Object.assign(count, { window, used: 0 })
    count.used += 1
    return count.used
  }

  return {
    isWithinCommands: (personId: number): boolean => spend(of(personId).commands, SECOND_MS) <= commandsASecond,
    /** What one command brings beyond a page costs as much as a command. */
    isWithinPages: (personId: number): boolean => spend(of(personId).pages, SECOND_MS) <= commandsASecond,
    /** Counted before they are read, and so apart: as many as there may be messages with a file. */
    isWithinLarge: (personId: number): boolean => spend(of(personId).large, MINUTE_MS) <= sendsAMinute,
    isWithinSends: (personId: number): boolean => spend(of(personId).sends, MINUTE_MS) <= sendsAMinute,
  }
}
export type LinePace = ReturnType<typeof linePace>

/** So many in each window of the clock; one that is set forward or back begins another window, and keeps nobody waiting. */
export function windowPace(most: number, lengthMs: number, now: () => Date): () => boolean {
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

/** What one socket may send in a second, known or not, before it is shown out without being read. */
export const socketPace = (framesASecond: number, now: () => Date): (() => boolean) => windowPace(framesASecond, SECOND_MS, now)
