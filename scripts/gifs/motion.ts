/** A moment of the loop, from 0 up to 1, which is 0 again. */
export type Moment = number

/** Between -1 and 1 and back, so many times a loop. */
export const swing = (t: Moment, times = 1, shift = 0): number => Math.sin(2 * Math.PI * (t * times + shift))

/** Between 0 and 1, at rest at 0, so many times a loop. */
export const breathe = (t: Moment, times = 1, shift = 0): number => (1 - Math.cos(2 * Math.PI * (t * times + shift))) / 2

/** A ball that bounces: 0 on the ground, 1 in the air. */
export const hop = (t: Moment, times = 1): number => Math.abs(Math.sin(Math.PI * t * times))

/** From 0 to 1 between two moments, gently at both ends. */
export function rise(t: Moment, from: Moment, to: Moment): number {
  const share = Math.min(1, Math.max(0, (t - from) / (to - from)))
  return share * share * (3 - 2 * share)
}

/** Up between the first two moments, down between the last two. */
export const visit = (t: Moment, come: readonly [Moment, Moment], go: readonly [Moment, Moment]): number =>
  rise(t, ...come) - rise(t, ...go)

export const between = (from: number, to: number, share: number): number => from + (to - from) * share

/** The same loop, begun elsewhere. */
export const later = (t: Moment, by: number): Moment => (t + by) % 1
