/** How far a finger has come, and how fast it was at the end. Forward is against the reading direction: the page is pushed away. */
export type Swipe = { distance: number; speed: number; width: number }
export type Way = 'forward' | 'back'

/** Below this a finger rests or scrolls. */
export const SLOP = 10
const FLICK_SPEED = 0.5
const MIN_FLICK = 24
const PART_OF_WIDTH = 0.3
const MAX_STRETCH = 48

/** Sideways only when it clearly goes sideways: whoever scrolls with a slanting thumb stays on the page. */
export const isSideways = (across: number, along: number): boolean =>
  Math.abs(across) > SLOP && Math.abs(across) > 1.3 * Math.abs(along)

/** A long push or a quick flick; a flick back at the end takes a push back. */
export function wayOf({ distance, speed, width }: Swipe): Way | undefined {
  const isFlick = Math.abs(speed) > FLICK_SPEED && Math.abs(distance) > MIN_FLICK
  const isPush = Math.abs(distance) > PART_OF_WIDTH * width
  if (!isFlick && !isPush) return undefined
  const isTakenBack = Math.abs(speed) > FLICK_SPEED && Math.sign(speed) !== Math.sign(distance)
  if (isTakenBack) return undefined
  return distance < 0 ? 'forward' : 'back'
}

/** Where a direction is closed the page gives a little, ever less, like rubber. */
export const stretched = (distance: number): number =>
  Math.sign(distance) * MAX_STRETCH * (1 - Math.exp(-Math.abs(distance) / (3 * MAX_STRETCH)))
