import type { Bits } from './bits.ts'
import type { FitTable } from './fit-table.ts'
import type { PoolPerson } from './pool.ts'
import type { ScoreTable } from './score-table.ts'

export const TOP_SCORE = 100
/** Doubled each time a mentee needs more, so that going through all candidates takes n log n. */
const FIRST_LENGTH = 32
/** Limits the memory per mentee. */
const MAX_LENGTH = 1024

/** The best remaining mentors for a mentee, best first. A candidate is one number: the score above 24 bits of the mentor's index. */
export type Shortlist = { candidates: Int32Array; next: number; hasMore: boolean; length: number }

export const scoreIn = (candidate: number): number => candidate >>> 24
export const mentorIn = (candidate: number): number => candidate & 0xffffff
export const MAX_MENTORS = 0x1000000

export type ShortlistMaker = {
  /** The best mentors with capacity that come after the end of the previous list. */
  after: (mentee: PoolPerson, before: Shortlist | null, open: Bits) => Shortlist
}

/** Builds a new list when the previous one is used up. Storing all pairs would need too much memory in large pools. */
export function shortlistMaker(fits: FitTable, scores: ScoreTable, mentorCount: number): ShortlistMaker {
  const fitting: Bits = new Int32Array(Math.ceil(mentorCount / 32))
  const found = new Int32Array(mentorCount)
  const counts = new Int32Array(TOP_SCORE + 1)

  /** Fills `found` in the order of mentors, and counts them by score. */
  function collect(mentee: PoolPerson, last: number, open: Bits): number {
    counts.fill(0)
    fits.fit(mentee, fitting)
    scores.setMentee(mentee)
    const [lastScore, lastMentor] = [scoreIn(last), mentorIn(last)]
    let size = 0
    for (let word = 0; word < fitting.length; word += 1) {
      let left = (fitting[word] ?? 0) & (open[word] ?? 0)
      while (left !== 0) {
        const lowest = left & -left
        left ^= lowest
        const mentor = (word << 5) + 31 - Math.clz32(lowest)
        const score = scores.scoreWith(mentor)
        if (score > lastScore || (score === lastScore && mentor <= lastMentor)) continue
        found[size] = (score << 24) | mentor
        counts[score] = (counts[score] ?? 0) + 1
        size += 1
      }
    }
    return size
  }

  return {
    after: (mentee, before, open) => {
      const length = before ? Math.min(before.length * 2, MAX_LENGTH) : FIRST_LENGTH
      // Above every possible score, so that a first list excludes nobody.
      const last = before?.candidates.at(-1) ?? (TOP_SCORE + 1) << 24
      const size = collect(mentee, last, open)
      const candidates = best(found, size, counts, Math.min(length, size))
      return { candidates, next: 0, hasMore: size > candidates.length, length }
    },
  }
}

/** Counting sort by score; stable within a score. */
function best(found: Int32Array, size: number, counts: Int32Array, length: number): Int32Array {
  const list = new Int32Array(length)
  const starts = new Int32Array(TOP_SCORE + 1)
  for (let score = TOP_SCORE, start = 0; score >= 0; score -= 1) {
    starts[score] = start
    start += counts[score] ?? 0
  }
  for (let at = 0; at < size; at += 1) {
    const candidate = found[at] ?? 0
    const score = scoreIn(candidate)
    const place = starts[score] ?? 0
    starts[score] = place + 1
    if (place < length) list[place] = candidate
  }
  return list
}
