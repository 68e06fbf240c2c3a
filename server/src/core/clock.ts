/** The only source of time for every rule. In development and demo it can be moved. */
export type Clock = { now: () => Date }

export type MovableClock = Clock & {
  offsetSeconds: () => number
  advance: (seconds: number) => void
  set: (time: Date) => void
  reset: () => void
}

export const systemClock: Clock = { now: () => new Date() }

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
