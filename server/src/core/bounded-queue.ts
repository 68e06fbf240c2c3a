import { coreRefusal } from './errors.ts'

type Bounds = {
  concurrency: number
  /** Work that would wait longer is refused at once. */
  maxWaitMs: number
  /** First estimate of the duration of one task; measured from then on. */
  estimatedMs: number
  /** Independent of changes to the server's clock. */
  monotonicMs?: () => number
}

/** Weight of the latest duration in the moving average. */
const WEIGHT = 1 / 8

/**
 * A queue for CPU-bound work. It refuses by expected waiting time, not by queue length: on a slow machine it refuses sooner,
 * instead of letting people wait until they give up.
 */
export function boundedQueue({ concurrency, maxWaitMs, estimatedMs, monotonicMs = () => performance.now() }: Bounds) {
  let running = 0
  let averageMs = estimatedMs
  const waiting: (() => void)[] = []

  /** Also called before other work of a request, so that a refused request costs nothing else. */
  function requireCapacity() {
    if (running < concurrency || ((waiting.length + 1) / concurrency) * averageMs <= maxWaitMs) return
    throw coreRefusal('core.too_many', { retryAfterSeconds: Math.ceil(maxWaitMs / 1000) })
  }

  async function acquire() {
    requireCapacity()
    if (running < concurrency) running += 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
  }

  /** Hands the place directly to the next task, so that no other task can take it. */
  function release() {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }

  async function enqueue<T>(work: () => Promise<T>): Promise<T> {
    await acquire()
    const begun = monotonicMs()
    try {
      return await work()
    } finally {
      averageMs += (monotonicMs() - begun - averageMs) * WEIGHT
      release()
    }
  }

  return { enqueue, requireCapacity }
}
