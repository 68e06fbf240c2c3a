import type { Strength } from '#content/public.ts'
import type { Reason } from '../offer.ts'
import type { PoolCriterion } from './pool.ts'

type Answers = Readonly<Record<string, readonly string[]>>

/** Points per shared answer. A must scores nothing: people who do not share it are never offered to each other. */
export const weights: Readonly<Record<Strength, number>> = { must: 0, high: 5, medium: 3, low: 1 }

const answersTo = (answers: Answers, key: string): string[] => [...new Set(answers[key])]

/** The maximum for a mentee: with a mentor who shares all of their answers. */
export const maxPoints = (criteria: readonly PoolCriterion[], mentee: Answers): number =>
  criteria.reduce((sum, { key, strength }) => sum + weights[strength] * answersTo(mentee, key).length, 0)

/** 0 to 100; 0 for a mentee without scored answers. */
export const scaled = (points: number, most: number): number => (most === 0 ? 0 : Math.round((100 * points) / most))

/** Whether they share an answer to every must. */
export const fits = (criteria: readonly PoolCriterion[], mentee: Answers, mentor: Answers): boolean =>
  criteria.every(
    ({ key, strength }) => strength !== 'must' || answersTo(mentee, key).some((answer) => mentor[key]?.includes(answer)),
  )

/** The score of a pair and its reasons per criterion; the points add up to the score. */
export function scoreOf(
  criteria: readonly PoolCriterion[],
  mentee: Answers,
  mentor: Answers,
): { score: number; reasons: Reason[] } {
  const compared = criteria.map(({ key }) => {
    const [own, theirs] = [answersTo(mentee, key), answersTo(mentor, key)]
    return { key, shared: own.filter((answer) => theirs.includes(answer)), mentor: theirs, mentee: own }
  })
  const raws = criteria.map(({ strength }, at) => weights[strength] * (compared[at]?.shared.length ?? 0))
  const most = maxPoints(criteria, mentee)
  const score = scaled(
    raws.reduce((sum, raw) => sum + raw, 0),
    most,
  )
  const points = distributePoints(score, raws, most)
  return { score, reasons: compared.map((reason, at) => ({ ...reason, points: points[at] ?? 0 })) }
}

/**
 * Splits the score into whole points: the points lost by rounding down go to the largest remainders, and for equal remainders to
 * the first.
 */
function distributePoints(score: number, raws: readonly number[], most: number): number[] {
  if (most === 0) return raws.map(() => 0)
  const points = raws.map((raw) => Math.floor((100 * raw) / most))
  const left = score - points.reduce((sum, each) => sum + each, 0)
  const lost = (at: number) => (100 * (raws[at] ?? 0)) % most
  const first = raws.map((_, at) => at).toSorted((one, other) => lost(other) - lost(one) || one - other)
  for (const at of first.slice(0, left)) points[at] = (points[at] ?? 0) + 1
  return points
}
