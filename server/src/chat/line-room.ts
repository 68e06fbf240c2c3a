/** A command without a file is much smaller than this: who sends nothing else is not counted at all. */
const UNCOUNTED_BYTES = 64 * 1024

/**
 * How much of what all lines together have sent may be here before it is dealt with: frames that are still arriving, and those
 * that wait for their turn. One line may send a whole file, but not every line at the same time.
 */
export function lineRoom(mostBytes: number) {
  let taken = 0

  function open() {
    let arriving = 0
    let waiting = 0
    let counted = 0
    let isOpen = true
    function count(): void {
      if (!isOpen) return
      const now = Math.max(arriving + waiting - UNCOUNTED_BYTES, 0)
      taken += now - counted
      counted = now
    }
    return {
      /** False where there is no room for what this line has begun to send. */
      hearBytes(length: number): boolean {
        arriving += length
        count()
        return counted === 0 || taken <= mostBytes
      },
      /** A sign of life is no part of a frame, and may come in the middle of one. */
      passOver(length: number): void {
        arriving = Math.max(arriving - length, 0)
        count()
      },
      hearFrame(length: number): void {
        arriving = 0
        waiting += length
        count()
      },
      endFrame(length: number): void {
        waiting -= length
        count()
      },
      close(): void {
        if (isOpen) taken -= counted
        isOpen = false
      },
    }
  }

  return { open, taken: () => taken }
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
