import { clearBit, countBits, emptyBits, hasBit, setBit } from './bits.ts'
import { buildFitTable } from './fit-table.ts'
import { leftOverMentees, leftOverMentors } from './left-over.ts'
import { byWaiting, type Found, type Outcome, type Pair, type Pool } from './pool.ts'
import { buildScoreTable } from './score-table.ts'
import { scoreOf } from './score.ts'
import { mentorIn, MOST_MENTORS, scoreIn, type Shortlist, shortlistMaker, TOP_SCORE } from './shortlists.ts'

/** Who should be offered to whom, with the reasons. */
export function findMatches(pool: Pool): Outcome {
  const { pairs, leftOver } = findPairs(pool)
  return { offers: withReasons(pool, pairs), leftOver }
}

export function withReasons({ criteria, mentors, mentees }: Pool, pairs: readonly Pair[]): Outcome['offers'] {
  const answers = new Map([...mentors, ...mentees].map((person) => [person.id, person.answers]))
  return pairs.map(({ mentorId, menteeId }) => ({
    mentorId,
    menteeId,
    ...scoreOf(criteria, answers.get(menteeId) ?? {}, answers.get(mentorId) ?? {}),
  }))
}

/**
 * No two are left who fit, and who both have room or would rather have each other than one they got.
 *
 * Both sides go by the same score, and among equal ones by who has waited longest. So it is enough to go down through the
 * scores and at each of them through the mentees by waiting, who take the longest waiting mentors that have room: what is
 * given is never taken back, for all that comes later is worse for both. There is one such outcome, which deferred acceptance
 * would find, too, by offers and refusals; a test compares the two.
 */
export function findPairs(pool: Pool): Found {
  if (pool.mentors.length > MOST_MENTORS) throw new Error('there are more mentors than a candidate has room to name')
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

  const given: Pair[][] = mentees.map(() => [])
  const shortlists: (Shortlist | null)[] = mentees.map(() => null)
  const turns: number[][] = Array.from({ length: TOP_SCORE + 1 }, () => [])

  /** The best who is still open, or null where nobody is. */
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

  function give(at: number, candidate: number) {
    const mentor = mentorIn(candidate)
    const pair = { mentorId: mentors[mentor]?.id ?? 0, menteeId: mentees[at]?.id ?? 0, score: scoreIn(candidate) }
    given[at]?.push(pair)
    menteeRoom[at] = (menteeRoom[at] ?? 0) - 1
    mentorRoom[mentor] = (mentorRoom[mentor] ?? 0) - 1
    if (mentorRoom[mentor] === 0) clearBit(open, mentor)
    const list = shortlists[at]
    if (list) list.next += 1
  }

  /** Takes all it can at this score, and waits for the next at which there is somebody. */
  function takeTurn(at: number, score: number) {
    for (let best = bestFor(at); best !== null; best = bestFor(at)) {
      if (scoreIn(best) < score) {
        turns[scoreIn(best)]?.push(at)
        return
      }
      give(at, best)
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
  const pairs = given.flat()
  return {
    pairs,
    leftOver: [...leftOverMentees(fits, mentees, stepsOf, given), ...leftOverMentors(fits, mentors, pairs)],
    candidates,
  }
}
