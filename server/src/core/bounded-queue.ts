import { coreRefusal } from './errors.ts'

type Bounds = {
  atOnce: number
  /** Whoever would have to wait longer is told so at once. */
  longestWaitMs: number
  /** A first guess of how long one takes; from then on it is measured. */
  usualMs: number
  /** Runs on, whatever is done to the server's clock. */
  monotonicMs?: () => number
}

/** How quickly what is usual follows what is seen. */
const WEIGHT = 1 / 8

/**
 * For work that keeps a core busy. It is refused by the time it would wait, not by how many wait: a machine that is slow today
 * then turns people away sooner, instead of letting them wait until they have given up.
 */
export function boundedQueue({ atOnce, longestWaitMs, usualMs, monotonicMs = () => performance.now() }: Bounds) {
  let running = 0
  let usual = usualMs
  const waiting: (() => void)[] = []

  /** Also for asking beforehand, so that whoever will be turned away costs nothing else before. */
  function requireRoom() {
    if (running < atOnce || ((waiting.length + 1) / atOnce) * usual <= longestWaitMs) return
    throw coreRefusal('core.too_many', { retryAfterSeconds: Math.ceil(longestWaitMs / 1000) })
  }

  async function takeTurn() {
    requireRoom()
    if (running < atOnce) running += 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
  }

  /** Whoever finishes hands its place over, so nobody slips in between. */
  function giveTurn() {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    await takeTurn()
    const begun = monotonicMs()
    try {
      return await work()
    } finally {
      usual += (monotonicMs() - begun - usual) * WEIGHT
      giveTurn()
    }
  }

  return { inTurn, requireRoom }
}
