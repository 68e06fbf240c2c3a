import { windowPace } from '#chat/public.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60_000
/** Who comes in to eleven others sends a burst to each of them, and little afterwards: counted over this, not by the second. */
const WINDOW_MS = 5 * SECOND_MS
const FRAMES_A_WINDOW = 450
const CAPTIONS_A_WINDOW = 25
/** What is written to the database and told to everybody. */
const CHANGES_A_WINDOW = 50
const HELLOS_A_MINUTE = 30
const MAX_REMEMBERED = 50_000

/** Of one socket. Beyond its frames it is shown out; of the rest it is told that it was not taken. */
export function socketPace(limitFactor: number, now: () => Date) {
  return {
    isWithinFrames: windowPace(FRAMES_A_WINDOW * limitFactor, WINDOW_MS, now),
    isWithinCaptions: windowPace(CAPTIONS_A_WINDOW * limitFactor, WINDOW_MS, now),
    isWithinChanges: windowPace(CHANGES_A_WINDOW * limitFactor, WINDOW_MS, now),
  }
}
export type SocketPace = ReturnType<typeof socketPace>

/** How often one person comes in, whichever way: each time moves everybody in the room. */
export function helloPace(limitFactor: number, now: () => Date): (personId: number) => boolean {
  const people = new Map<number, () => boolean>()
  return (personId) => {
    if (people.size >= MAX_REMEMBERED) people.clear()
    const isWithin = people.get(personId) ?? windowPace(HELLOS_A_MINUTE * limitFactor, MINUTE_MS, now)
    people.set(personId, isWithin)
    return isWithin()
  }
}
