import fc from 'fast-check'
import { expect, test } from 'vitest'
import { poolsOf } from '../../../test/match-pools.ts'
import { findPairsInWorker } from './find-in-worker.ts'
import { findPairs } from './match.ts'

const [pool] = fc.sample(poolsOf(30), { numRuns: 1, seed: 11 })
if (!pool) throw new Error('no pool was generated')

test('a worker thread finds the same pairs', async () => {
  expect(pool.mentees.length * pool.mentors.length).toBeGreaterThan(0)
  expect(await findPairsInWorker(pool, { fewPairs: 0 })).toEqual(findPairs(pool))
})

test('an aborted run stops the worker', async () => {
  const stop = new AbortController()
  const search = findPairsInWorker(pool, { fewPairs: 0, signal: stop.signal })
  stop.abort()
  await expect(search).rejects.toThrow('the matching run was aborted')
})
