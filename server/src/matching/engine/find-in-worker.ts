import { Worker } from 'node:worker_threads'
import { findPairs } from './match.ts'
import type { PairingResult, Pool } from './pool.ts'

/** Below this many pairs, starting a thread takes longer than the work itself. */
const FEW_PAIRS = 40_000
const workerFile = new URL('pairs-worker.ts', import.meta.url)

/** Searches a large pool in a worker thread, so that the server stays responsive. */
export async function findPairsInWorker(
  pool: Pool,
  { fewPairs = FEW_PAIRS, signal }: { fewPairs?: number; signal?: AbortSignal } = {},
) {
  if (pool.mentors.length * pool.mentees.length <= fewPairs) return findPairs(pool)
  const worker = new Worker(workerFile, { workerData: pool })
  try {
    return await new Promise<PairingResult>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.once('exit', () => reject(new Error('the matching worker exited without a result')))
      signal?.addEventListener('abort', () => reject(new Error('the matching run was aborted')), { once: true })
    })
  } finally {
    await worker.terminate()
  }
}
