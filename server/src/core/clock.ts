/** The only source of time for every rule. In development and demo it can be moved. */
export type Clock = { now: () => Date }

export type MovableClock = Clock & {
  offsetSeconds: () => number
  advance: (seconds: number) => void
  set: (time: Date) => void
  reset: () => void
}

export const systemClock: Clock = { now: () => new Date() }

/** Clocks of servers differ slightly. A moment further ahead than this was stored before the clock was set back. */
const CLOCKS_MAY_DIFFER_MS = 60_000

/** `lifeSeconds` is the longest lifetime. Something that would live longer was stored before the clock was set back. */
export const isAlive = (expiresAt: Date, now: Date, lifeSeconds: number): boolean =>
  expiresAt > now && expiresAt.getTime() <= now.getTime() + lifeSeconds * 1000 + CLOCKS_MAY_DIFFER_MS

/** Whether something happened less than `ms` ago. A moment in the future predates a clock change. */
export function isRecent(moment: Date, now: Date, ms: number): boolean {
  const ageMs = now.getTime() - moment.getTime()
  return ageMs < ms && ageMs >= -CLOCKS_MAY_DIFFER_MS
}

export function movableClock(base: Clock = systemClock): MovableClock {
  let offsetMs = 0
  return {
    now: () => new Date(base.now().getTime() + offsetMs),
    offsetSeconds: () => Math.round(offsetMs / 1000),
    advance: (seconds) => {
      offsetMs += seconds * 1000
    },
    set: (time) => {
      offsetMs = time.getTime() - base.now().getTime()
    },
    reset: () => {
      offsetMs = 0
    },
  }
}

/** How far a clock is ahead of real time, which the database and the timers use. */
export const offsetMs = (clock: Clock): number =>
  clock === systemClock ? 0 : clock.now().getTime() - systemClock.now().getTime()
