import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  bestFirst,
  blockingPairs,
  deferredAcceptance,
  everyPair,
  mayMeet,
  poolsOf,
  shuffledArb,
  type ScoredPair,
} from '../../../test/match-pools.ts'
import { rounds } from '../../../test/rounds.ts'
import { findMatches, findPairs } from './match.ts'
import { type Pair, type Pool, type PoolPerson } from './pool.ts'

const POOLS = { numRuns: rounds(50, 200) }
const poolArb = poolsOf(30)
const asPair = ({ mentor, mentee, score }: ScoredPair): Pair => ({ mentorId: mentor.id, menteeId: mentee.id, score })
const byIds = (one: Pair, other: Pair) => one.menteeId - other.menteeId || one.mentorId - other.mentorId
const find = <P extends PoolPerson>(people: readonly P[], id: number): P => {
  const person = people.find((each) => each.id === id)
  if (!person) throw new Error(`no person with id ${id}`)
  return person
}

test('[MAT-08] random pools: every offer satisfies the musts and fits the group’s members, and no pair kept apart is offered', () => {
  fc.assert(
    fc.property(poolArb, (pool) => {
      for (const { mentorId, menteeId } of findMatches(pool).offers) {
        expect(mayMeet(pool, find(pool.mentors, mentorId), find(pool.mentees, menteeId))).toBe(true)
      }
    }),
    POOLS,
  )
})

test('[MAT-08] random pools: nobody exceeds their quota and no pair occurs twice', () => {
  fc.assert(
    fc.property(poolArb, (pool) => {
      const { pairs, candidates } = findPairs(pool)
      expect(new Set(pairs.map(({ mentorId, menteeId }) => `${mentorId} ${menteeId}`)).size).toBe(pairs.length)
      for (const { id, quota } of pool.mentors)
        expect(pairs.filter(({ mentorId }) => mentorId === id).length).toBeLessThanOrEqual(quota)
      for (const { id, quota } of pool.mentees)
        expect(pairs.filter(({ menteeId }) => menteeId === id).length).toBeLessThanOrEqual(quota)
      expect(candidates).toBe(everyPair(pool).length)
    }),
    POOLS,
  )
})

test('[MAT-08] random pools: no mentor and mentee would both prefer each other', () => {
  fc.assert(
    fc.property(poolArb, (pool) => {
      expect(blockingPairs(pool, findPairs(pool).pairs)).toEqual([])
    }),
    POOLS,
  )
})

test('[MAT-08] the result equals textbook deferred acceptance', () => {
  fc.assert(
    fc.property(poolArb, (pool) => {
      const textbook = deferredAcceptance(pool).map(asPair)
      expect(findPairs(pool).pairs.toSorted(byIds)).toEqual(textbook.toSorted(byIds))
    }),
    POOLS,
  )
})

test('[MAT-08] the result equals best-first assignment for more candidates than one shortlist holds', () => {
  fc.assert(
    fc.property(poolsOf(200), (pool) => {
      expect(findPairs(pool).pairs.toSorted(byIds)).toEqual(bestFirst(pool).map(asPair).toSorted(byIds))
    }),
    { numRuns: 12 },
  )
})

test('[MAT-08] the order of the people in the pool does not change the result', () => {
  fc.assert(
    fc.property(
      poolArb.chain((pool) => fc.tuple(fc.constant(pool), shuffledArb(pool))),
      ([pool, other]) => {
        expect(findMatches(other)).toEqual(findMatches(pool))
      },
    ),
    POOLS,
  )
})

test('[MAT-08] every offer lists all criteria with both answers, and their points sum to the score', () => {
  fc.assert(
    fc.property(poolArb, (pool) => {
      for (const { mentorId, menteeId, score, reasons } of findMatches(pool).offers) {
        expect(reasons.map(({ key }) => key)).toEqual(pool.criteria.map(({ key }) => key))
        expect(reasons.reduce((sum, { points }) => sum + points, 0)).toBe(score)
        const [mentor, mentee] = [find(pool.mentors, mentorId), find(pool.mentees, menteeId)]
        for (const { key, points, shared, ...both } of reasons) {
          expect(both).toEqual({ mentor: mentor.answers[key], mentee: mentee.answers[key] })
          expect(shared).toEqual((mentee.answers[key] ?? []).filter((answer) => mentor.answers[key]?.includes(answer)))
          expect(shared.length === 0 && points > 0).toBe(false)
        }
      }
    }),
    POOLS,
  )
})

test('[MAT-08] everybody with capacity but no match is left over with the correct reason', () => {
  fc.assert(
    fc.property(poolArb, (pool) => {
      const { pairs, leftOver } = findPairs(pool)
      const expected = [...leftOf(pool, pool.mentees, 'mentee', pairs), ...leftOf(pool, pool.mentors, 'mentor', pairs)]
      expect(leftOver.toSorted((one, other) => one.id - other.id)).toEqual(expected.toSorted((one, other) => one.id - other.id))
    }),
    POOLS,
  )
})

/** Computes the expected result by checking everybody on the other side, must by must. */
function leftOf(pool: Pool, people: readonly PoolPerson[], part: 'mentor' | 'mentee', pairs: readonly Pair[]) {
  const musts = pool.criteria.filter(({ strength }) => strength === 'must').map(({ key }) => key)
  const others = part === 'mentor' ? pool.mentees : pool.mentors
  const hasPair = ({ id }: PoolPerson) => pairs.some(({ mentorId, menteeId }) => (part === 'mentor' ? mentorId : menteeId) === id)
  const all = everyPair(pool)
  return people
    .filter((person) => person.quota > 0 && !hasPair(person))
    .map((person) => {
      const { id, answers } = person
      const unanswered = musts.find((key) => answers[key]?.length === 0)
      if (unanswered) return { id, part, reason: 'no_answer', criterion: unanswered }
      if (all.some((pair) => pair[part].id === id)) return { id, part, reason: 'all_taken', criterion: null }
      const shares = (other: PoolPerson, key: string) => answers[key]?.some((answer) => other.answers[key]?.includes(answer))
      const after = (count: number) => others.filter((other) => musts.slice(0, count).every((key) => shares(other, key)))
      const step = musts.findIndex((_, at) => after(at + 1).length === 0)
      return { id, part, reason: 'nobody_fits', criterion: musts[step] ?? null }
    })
}

const person = (id: number, changes: Partial<PoolPerson> = {}): PoolPerson => ({
  id,
  since: 0,
  quota: 1,
  answers: { language: ['hindi'], goal: ['job'] },
  ...changes,
})
const criteria = [
  { key: 'language', strength: 'must' },
  { key: 'goal', strength: 'high' },
] as const

test('[MAT-08] equal scores are ordered by waiting time, then by id', () => {
  const mentees = [person(11, { since: 2 }), person(12, { since: 1 }), person(13, { since: 1 })]
  const pool = { criteria, mentors: [person(1, { quota: 2 })], mentees, apart: [] }
  expect(findPairs(pool).pairs.map(({ menteeId }) => menteeId)).toEqual([12, 13])
})

test('[MAT-08] a mentee who clashes with a group member is not a candidate, even with a fitting mentor', () => {
  const both = { language: ['hindi', 'tamil'], goal: ['job'] }
  const group = { ...person(1, { quota: 3, answers: both }), members: [{ language: ['tamil'] }] }
  const pool = { criteria, mentors: [group], mentees: [person(11), person(12, { answers: both })], apart: [] }
  expect(findPairs(pool)).toEqual({
    pairs: [{ mentorId: 1, menteeId: 12, score: 100 }],
    leftOver: [{ id: 11, part: 'mentee', reason: 'nobody_fits', criterion: null }],
    candidates: 1,
  })
})

test('[MAT-08] used-up shortlists are rebuilt, so that even the last of many mentors is found', () => {
  const mentors = Array.from({ length: 3000 }, (_, at) => person(at + 1, { since: at }))
  const mentees = Array.from({ length: 3000 }, (_, at) => person(10_001 + at, { since: at }))
  const { pairs, leftOver } = findPairs({ criteria, mentors, mentees, apart: [] })
  expect(pairs).toEqual(mentees.map(({ id }, at) => ({ mentorId: at + 1, menteeId: id, score: 100 })))
  expect(leftOver).toEqual([])
})

test('an empty pool gives an empty result', () => {
  expect(findMatches({ criteria, mentors: [], mentees: [], apart: [] })).toEqual({ offers: [], leftOver: [] })
  expect(findPairs({ criteria, mentors: [], mentees: [person(1)], apart: [] }).leftOver).toEqual([
    { id: 1, part: 'mentee', reason: 'nobody_fits', criterion: 'language' },
  ])
})
