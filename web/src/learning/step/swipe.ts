/** Distance, and speed at the end. Forward is against the reading direction: the page is pushed away. */
export type Swipe = { distance: number; speed: number; width: number }
export type Direction = 'forward' | 'back'

/** Movements below this are taps or scrolling. */
export const SLOP = 10
const FLICK_SPEED = 0.5
const MIN_FLICK = 24
const PART_OF_WIDTH = 0.3
const MAX_STRETCH = 48

/** Only clearly horizontal movements turn the page; a slanted scroll does not. */
export const isSideways = (across: number, along: number): boolean =>
  Math.abs(across) > SLOP && Math.abs(across) > 1.3 * Math.abs(along)

/** True for a long drag or a quick flick; a flick back at the end cancels the drag. */
export function directionOf({ distance, speed, width }: Swipe): Direction | undefined {
  const isFlick = Math.abs(speed) > FLICK_SPEED && Math.abs(distance) > MIN_FLICK
  const isPush = Math.abs(distance) > PART_OF_WIDTH * width
  if (!isFlick && !isPush) return undefined
  const isTakenBack = Math.abs(speed) > FLICK_SPEED && Math.sign(speed) !== Math.sign(distance)
  if (isTakenBack) return undefined
  return distance < 0 ? 'forward' : 'back'
}

/** Resistance in a closed direction: the page moves less and less. */
export const stretched = (distance: number): number =>
  Math.sign(distance) * MAX_STRETCH * (1 - Math.exp(-Math.abs(distance) / (3 * MAX_STRETCH)))
