/** A point in the loop, from 0 to 1; 1 is the same as 0. */
export type Moment = number

/** Swings between -1 and 1, `times` per loop. */
export const swing = (t: Moment, times = 1, shift = 0): number => Math.sin(2 * Math.PI * (t * times + shift))

/** Goes from 0 to 1 and back, `times` per loop. */
export const breathe = (t: Moment, times = 1, shift = 0): number => (1 - Math.cos(2 * Math.PI * (t * times + shift))) / 2

/** A bouncing ball: 0 on the ground, 1 in the air. */
export const hop = (t: Moment, times = 1): number => Math.abs(Math.sin(Math.PI * t * times))

/** Eases from 0 to 1 between two points of the loop. */
export function rise(t: Moment, from: Moment, to: Moment): number {
  const share = Math.min(1, Math.max(0, (t - from) / (to - from)))
  return share * share * (3 - 2 * share)
}

/** Rises between the first two points, falls between the last two. */
export const visit = (t: Moment, come: readonly [Moment, Moment], go: readonly [Moment, Moment]): number =>
  rise(t, ...come) - rise(t, ...go)

export const between = (from: number, to: number, share: number): number => from + (to - from) * share

/** The same loop with a phase shift. */
export const later = (t: Moment, by: number): Moment => (t + by) % 1
