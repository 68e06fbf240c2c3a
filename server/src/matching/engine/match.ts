import { clearBit, countBits, emptyBits, hasBit, setBit } from './bits.ts'
import { buildFitTable } from './fit-table.ts'
import { leftOverMentees, leftOverMentors } from './left-over.ts'
import { byWaiting, type PairingResult, type MatchResult, type Pair, type Pool } from './pool.ts'
import { buildScoreTable } from './score-table.ts'
import { scoreOf } from './score.ts'
import { mentorIn, MAX_MENTORS, scoreIn, type Shortlist, shortlistMaker, TOP_SCORE } from './shortlists.ts'

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
