import type { Strength } from '#content/public.ts'
import type { Reason } from '../offer.ts'
import type { PoolCriterion } from './pool.ts'

type Answers = Readonly<Record<string, readonly string[]>>

/** Points for each answer that both have given. A must is no merit: who does not share it is not offered at all. */
export const weights: Readonly<Record<Strength, number>> = { must: 0, high: 5, medium: 3, low: 1 }

export const answersTo = (answers: Answers, key: string): string[] => [...new Set(answers[key])]

/** The most a mentee could get: from a mentor who shares every one of their answers. */
export const mostPoints = (criteria: readonly PoolCriterion[], mentee: Answers): number =>
  criteria.reduce((sum, { key, strength }) => sum + weights[strength] * answersTo(mentee, key).length, 0)

/** 0 to 100. Who answered nothing that counts has nothing to be scored by. */
export const scaled = (points: number, most: number): number => (most === 0 ? 0 : Math.round((100 * points) / most))

/** Whether they share an answer to everything that they must share. */
export const fits = (criteria: readonly PoolCriterion[], mentee: Answers, mentor: Answers): boolean =>
  criteria.every(
    ({ key, strength }) => strength !== 'must' || answersTo(mentee, key).some((answer) => mentor[key]?.includes(answer)),
  )

/** How well two fit and why, criterion by criterion; the points add up to the score. */
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
  const most = mostPoints(criteria, mentee)
  const score = scaled(
    raws.reduce((sum, raw) => sum + raw, 0),
    most,
  )
  const points = shareOut(score, raws, most)
  return { score, reasons: compared.map((reason, at) => ({ ...reason, points: points[at] ?? 0 })) }
}

/** Whole points: what is left after rounding down goes to whoever lost most by it, the first among equals. */
function shareOut(score: number, raws: readonly number[], most: number): number[] {
  if (most === 0) return raws.map(() => 0)
  const points = raws.map((raw) => Math.floor((100 * raw) / most))
  const left = score - points.reduce((sum, each) => sum + each, 0)
  const lost = (at: number) => (100 * (raws[at] ?? 0)) % most
  const first = raws.map((_, at) => at).toSorted((one, other) => lost(other) - lost(one) || one - other)
  for (const at of first.slice(0, left)) points[at] = (points[at] ?? 0) + 1
  return points
}
