/** A command without a file is much smaller than this: who sends nothing else is not counted at all. */
const UNCOUNTED_BYTES = 64 * 1024

/** Of one line. Data alone: lines are many. */
export type LinePlace = { arriving: number; waiting: number; counted: number; isOpen: boolean }

/**
 * How much of what all lines together have sent may be here before it is dealt with: frames that are still arriving, and those
 * that wait for their turn. One line may send a whole file, but not every line at the same time.
 */
export function lineRoom(mostBytes: number) {
  let taken = 0

  function count(place: LinePlace): void {
    if (!place.isOpen) return
    const now = Math.max(place.arriving + place.waiting - UNCOUNTED_BYTES, 0)
    taken += now - place.counted
    place.counted = now
  }

  return {
    open: (): LinePlace => ({ arriving: 0, waiting: 0, counted: 0, isOpen: true }),
    /** False where there is no room for what this line has begun to send. */
    hearBytes(place: LinePlace, length: number): boolean {
      place.arriving += length
      count(place)
      return place.counted === 0 || taken <= mostBytes
    },
    /** A sign of life is no part of a frame, and may come in the middle of one. */
    passOver(place: LinePlace, length: number): void {
      place.arriving = Math.max(place.arriving - length, 0)
      count(place)
    },
    hearFrame(place: LinePlace, length: number): void {
      place.arriving = 0
      place.waiting += length
      count(place)
    },
    endFrame(place: LinePlace, length: number): void {
      place.waiting -= length
      count(place)
    },
    close(place: LinePlace): void {
      if (place.isOpen) taken -= place.counted
      place.isOpen = false
    },
    taken: () => taken,
  }
}

/** Lines of whom it is not known yet whose they are. The one who has said nothing for longest makes way for the next. */
export function unknownLines<Line>(most: number, dismiss: (line: Line) => void) {
  const waiting = new Set<Line>()
  return {
    enter(line: Line): void {
      const [oldest] = waiting
      if (oldest !== undefined && waiting.size >= most) {
        waiting.delete(oldest)
        dismiss(oldest)
      }
      waiting.add(line)
    },
    leave: (line: Line): void => void waiting.delete(line),
  }
}
