import { DAY_MS } from '@saathi/contract/core/time'
import type { Pool, PoolCriterion, PoolPerson } from '../server/src/matching/engine/pool.ts'

/** A typical programme with eight criteria: two required and six weighted. */
const criteria: readonly PoolCriterion[] = [
  { key: 'languages', strength: 'must' },
  { key: 'meeting-way', strength: 'must' },
  { key: 'goals', strength: 'high' },
  { key: 'free-times', strength: 'high' },
  { key: 'field', strength: 'medium' },
  { key: 'interests', strength: 'medium' },
  { key: 'free-days', strength: 'low' },
  { key: 'city', strength: 'low' },
]
/**
 * Per criterion: the number of possible answers, the maximum per person, and how much more often the first answer is chosen than
 * the last.
 */
const answers: Readonly<Record<string, { different: number; atMost: number; skew: number }>> = {
  languages: { different: 7, atMost: 2, skew: 2 },
  'meeting-way': { different: 3, atMost: 2, skew: 1.5 },
  goals: { different: 10, atMost: 3, skew: 1 },
  'free-times': { different: 12, atMost: 4, skew: 1 },
  field: { different: 20, atMost: 1, skew: 1.5 },
  interests: { different: 40, atMost: 6, skew: 1.2 },
  'free-days': { different: 7, atMost: 4, skew: 1 },
  city: { different: 300, atMost: 1, skew: 3 },
}

/** A seeded random generator: every run builds the same people, so results differ only by machine. */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const SHORTLIST = 5
const EXPOSURE = 3
const MENTEES_FOR_EACH_MENTOR = 4

/** One mentor with one to three places per four mentees, so that many mentees go through their whole list. */
export function buildPool(menteeCount: number): Pool {
  const random = seededRandom(menteeCount)
  const upTo = (most: number) => 1 + Math.floor(random() * most)
  const answer = ({ different, skew }: { different: number; skew: number }) => `a${Math.floor(random() ** skew * different)}`
  const person = (id: number, quota: number): PoolPerson => ({
    id,
    since: Math.floor(random() * 90) * DAY_MS,
    quota,
    answers: Object.fromEntries(
      criteria.map(({ key }) => {
        const kind = answers[key] ?? { different: 1, atMost: 1, skew: 1 }
        return [key, [...new Set(Array.from({ length: upTo(kind.atMost) }, () => answer(kind)))]]
      }),
    ),
  })
  const mentors = Array.from({ length: menteeCount / MENTEES_FOR_EACH_MENTOR }, (_, at) => person(at + 1, EXPOSURE * upTo(3)))
  const mentees = Array.from({ length: menteeCount }, (_, at) => person(1_000_000 + at, SHORTLIST))
  return { criteria, mentors, mentees, apart: [] }
}
