import { Worker } from 'node:worker_threads'
import { findPairs } from './match.ts'
import type { Found, Pool } from './pool.ts'

/** Below this many pairs to look at, a thread would take longer to begin than all of the work. */
const FEW_PAIRS = 40_000
const workerFile = new URL('aside-worker.ts', import.meta.url)

/** A large pool is looked through in a thread of its own, so that the server goes on answering. */
export async function findPairsAside(
  pool: Pool,
  { fewPairs = FEW_PAIRS, signal }: { fewPairs?: number; signal?: AbortSignal } = {},
) {
  if (pool.mentors.length * pool.mentees.length <= fewPairs) return findPairs(pool)
  const worker = new Worker(workerFile, { workerData: pool })
  try {
    return await new Promise<Found>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.once('exit', () => reject(new Error('the search ended before it had found anything')))
      signal?.addEventListener('abort', () => reject(new Error('the search took too long')), { once: true })
    })
  } finally {
    await worker.terminate()
  }
}
