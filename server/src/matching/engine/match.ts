import { clearBit, countBits, emptyBits, hasBit, setBit, type Bits } from './bits.ts'
import { buildFitTable, type FitTable, buildScoreTable, type ScoreTable } from './tables.ts'
import { byWaiting, type PairingResult, type MatchResult, type Pair, type Pool, type LeftOver, type PoolPerson } from './pool.ts'
import { scoreOf } from './score.ts'

/** Finds the offers to make, with their reasons. */
export function findMatches(pool: Pool): MatchResult {
  const { pairs, leftOver } = findPairs(pool)
  return { offers: withReasons(pool, pairs), leftOver }
}

export function withReasons({ criteria, mentors, mentees }: Pool, pairs: readonly Pair[]): MatchResult['offers'] {
  const answers = new Map([...mentors, ...mentees].map((person) => [person.id, person.answers]))
  return pairs.map(({ mentorId, menteeId }) => ({
    mentorId,
    menteeId,
    ...scoreOf(criteria, answers.get(menteeId) ?? {}, answers.get(mentorId) ?? {}),
  }))
}

/**
 * Finds a stable assignment: no mentor and mentee are left who fit, and who both have capacity or prefer each other to a partner
 * they got.
 *
 * Both sides rank by the same score, and by waiting time among equals. So one greedy pass is enough: go down the scores, and at
 * each score let the mentees by waiting time take the longest waiting mentors with capacity. An assignment is never undone,
 * because every later pair is worse for both. The result is unique and equals deferred acceptance; a test compares the two.
 */
export function findPairs(pool: Pool): PairingResult {
  if (pool.mentors.length > MAX_MENTORS) throw new Error(`a pool can have at most ${MAX_MENTORS} mentors`)
  const mentors = byWaiting(pool.mentors)
  const mentees = byWaiting(pool.mentees)
  const fits = buildFitTable(pool, mentors)
  const lists = shortlistMaker(fits, buildScoreTable(pool.criteria, mentors), mentors.length)
  const menteeRoom = Int32Array.from(mentees, ({ quota }) => quota)
  const mentorRoom = Int32Array.from(mentors, ({ quota }) => quota)
  const open = emptyBits(mentors.length)
  for (const [at, { quota }] of mentors.entries()) if (quota > 0) setBit(open, at)

  const fitting = emptyBits(mentors.length)
  let candidates = 0
  const stepsOf = mentees.map((mentee) => {
    const steps = fits.fit(mentee, fitting)
    if (steps === fits.steps) candidates += countBits(fitting)
    return steps
  })

  const assigned: Pair[][] = mentees.map(() => [])
  const shortlists: (Shortlist | null)[] = mentees.map(() => null)
  const turns: number[][] = Array.from({ length: TOP_SCORE + 1 }, () => [])

  /** The best candidate with capacity, or null. */
  function bestFor(at: number): number | null {
    const mentee = mentees[at]
    if (!mentee) return null
    for (;;) {
      const list = shortlists[at] ?? lists.after(mentee, null, open)
      shortlists[at] = list
      for (; list.next < list.candidates.length; list.next += 1) {
        const candidate = list.candidates[list.next] ?? 0
        if (hasBit(open, mentorIn(candidate))) return candidate
      }
      if (!list.hasMore) return null
      shortlists[at] = lists.after(mentee, list, open)
    }
  }

  function assign(at: number, candidate: number) {
    const mentor = mentorIn(candidate)
    const pair = { mentorId: mentors[mentor]?.id ?? 0, menteeId: mentees[at]?.id ?? 0, score: scoreIn(candidate) }
    assigned[at]?.push(pair)
    menteeRoom[at] = (menteeRoom[at] ?? 0) - 1
    mentorRoom[mentor] = (mentorRoom[mentor] ?? 0) - 1
    if (mentorRoom[mentor] === 0) clearBit(open, mentor)
    const list = shortlists[at]
    if (list) list.next += 1
  }

  /** Assigns all candidates at this score, then queues the mentee for the next lower score that has one. */
  function takeTurn(at: number, score: number) {
    for (let best = bestFor(at); best !== null; best = bestFor(at)) {
      if (scoreIn(best) < score) {
        turns[scoreIn(best)]?.push(at)
        return
      }
      assign(at, best)
      if (menteeRoom[at] === 0) break
    }
    shortlists[at] = null
  }

  for (const at of mentees.keys()) {
    if ((menteeRoom[at] ?? 0) > 0 && stepsOf[at] === fits.steps) takeTurn(at, TOP_SCORE + 1)
  }
  for (let score = TOP_SCORE; score >= 0; score -= 1) {
    for (const at of (turns[score] ?? []).toSorted((one, other) => one - other)) takeTurn(at, score)
  }
  const pairs = assigned.flat()
  return {
    pairs,
    leftOver: [...leftOverMentees(fits, mentees, stepsOf, assigned), ...leftOverMentors(fits, mentors, pairs)],
    candidates,
  }
}

/** Mentees with capacity but no match, and the reason. `stepsOf`: the number of filter steps that left at least one mentor. */
function leftOverMentees(
  fits: FitTable,
  mentees: readonly PoolPerson[],
  stepsOf: readonly number[],
  assigned: readonly (readonly Pair[])[],
): LeftOver[] {
  return mentees.flatMap((mentee, at) =>
    mentee.quota > 0 && assigned[at]?.length === 0 ? [explain(fits, mentee, 'mentee', stepsOf[at] ?? 0)] : [],
  )
}

function leftOverMentors(fits: FitTable, mentors: readonly PoolPerson[], pairs: readonly Pair[]): LeftOver[] {
  const chosen = new Set(pairs.map(({ mentorId }) => mentorId))
  return mentors.flatMap((mentor, at) => {
    if (mentor.quota <= 0 || chosen.has(mentor.id)) return []
    const unreached = fits.reached.findIndex((bits) => !hasBit(bits, at))
    return [explain(fits, mentor, 'mentor', unreached === -1 ? fits.steps : unreached)]
  })
}

function explain(fits: FitTable, { id, answers }: PoolPerson, part: LeftOver['part'], steps: number): LeftOver {
  const unanswered = fits.musts.find((key) => (answers[key] ?? []).length === 0)
  if (unanswered !== undefined) return { id, part, reason: 'no_answer', criterion: unanswered }
  if (steps < fits.steps) return { id, part, reason: 'nobody_fits', criterion: fits.musts[steps] ?? null }
  return { id, part, reason: 'all_taken', criterion: null }
}

const TOP_SCORE = 100
/** Length of the first list. It doubles each time a mentee needs another, so that going through all candidates takes n log n. */
const FIRST_LENGTH = 32
/** Limits the memory per mentee. */
const MAX_LENGTH = 1024

/**
 * The best remaining mentors for a mentee, best first. A candidate is one number: the score, followed by 24 bits for the mentor's
 * index.
 */
type Shortlist = { candidates: Int32Array; next: number; hasMore: boolean; length: number }

const scoreIn = (candidate: number): number => candidate >>> 24
const mentorIn = (candidate: number): number => candidate & 0xffffff
const MAX_MENTORS = 0x1000000

type ShortlistMaker = {
  /** The best mentors with capacity that come after the end of the previous list. */
  after: (mentee: PoolPerson, before: Shortlist | null, open: Bits) => Shortlist
}

/** Builds a new list when the previous one is used up. Storing all pairs would need too much memory in large pools. */
function shortlistMaker(fits: FitTable, scores: ScoreTable, mentorCount: number): ShortlistMaker {
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
