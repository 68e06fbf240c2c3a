import fc from 'fast-check'
import { expect, test } from 'vitest'
import { poolsOf } from '../../../test/match-pools.ts'
import { findPairsAside } from './aside.ts'
import { findPairs } from './match.ts'

const [pool] = fc.sample(poolsOf(30), { numRuns: 1, seed: 11 })
if (!pool) throw new Error('there is no pool')

test('a thread of its own finds the same', async () => {
  expect(pool.mentees.length * pool.mentors.length).toBeGreaterThan(0)
  expect(await findPairsAside(pool, { fewPairs: 0 })).toEqual(findPairs(pool))
})

test('a search that nobody waits for any more is ended', async () => {
  const stop = new AbortController()
  const search = findPairsAside(pool, { fewPairs: 0, signal: stop.signal })
  stop.abort()
  await expect(search).rejects.toThrow('the search took too long')
})
