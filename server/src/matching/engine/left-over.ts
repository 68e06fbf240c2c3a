import { hasBit } from './bits.ts'
import type { FitTable } from './fit-table.ts'
import type { LeftOver, Pair, PoolPerson } from './pool.ts'

/** Mentees with capacity but no match, and the reason. `stepsOf`: how many steps left somebody. */
export function leftOverMentees(
  fits: FitTable,
  mentees: readonly PoolPerson[],
  stepsOf: readonly number[],
  assigned: readonly (readonly Pair[])[],
): LeftOver[] {
  return mentees.flatMap((mentee, at) =>
    mentee.quota > 0 && assigned[at]?.length === 0 ? [explain(fits, mentee, 'mentee', stepsOf[at] ?? 0)] : [],
  )
}

export function leftOverMentors(fits: FitTable, mentors: readonly PoolPerson[], pairs: readonly Pair[]): LeftOver[] {
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
