import { countOnes } from './bits.ts'
import type { PoolCriterion, PoolMentor, PoolPerson } from './pool.ts'
import { maxPoints, scaled, weights } from './score.ts'

export type ScoreTable = {
  /** Sets the mentee for the following scores. */
  setMentee: (mentee: PoolPerson) => void
  scoreWith: (mentor: number) => number
}

/** Every scored answer is a bit, and answers of the same weight share words, so that points are counted one word at a time. */
export function buildScoreTable(criteria: readonly PoolCriterion[], mentors: readonly PoolMentor[]): ScoreTable {
  const counted = criteria.filter(({ strength }) => weights[strength] > 0)
  const { places, weightOf } = assignBits(counted, mentors)
  const words = weightOf.length
  const table = new Int32Array(words * mentors.length)
  const own = new Int32Array(words)
  let scores = new Uint8Array(1)

  function mark({ answers }: PoolPerson, into: Int32Array, from: number) {
    for (const { key } of counted) {
      for (const answer of answers[key] ?? []) {
        const place = places.get(key)?.get(answer)
        if (place !== undefined) into[from + (place >>> 5)] = (into[from + (place >>> 5)] ?? 0) | (1 << (place & 31))
      }
    }
  }
  for (const [at, mentor] of mentors.entries()) mark(mentor, table, at * words)

  return {
    setMentee: (mentee) => {
      own.fill(0)
      mark(mentee, own, 0)
      const most = maxPoints(counted, mentee.answers)
      scores = Uint8Array.from({ length: most + 1 }, (_, points) => scaled(points, most))
    },
    scoreWith: (mentor) => {
      let points = 0
      for (let word = 0, at = mentor * words; word < words; word += 1, at += 1) {
        points += (weightOf[word] ?? 0) * countOnes((own[word] ?? 0) & (table[at] ?? 0))
      }
      return scores[points] ?? 0
    },
  }
}

/** Assigns a bit to each answer that any mentor gave, and a weight to each word of bits. */
function assignBits(criteria: readonly PoolCriterion[], mentors: readonly PoolMentor[]) {
  const places = new Map(criteria.map(({ key }) => [key, new Map<string, number>()]))
  const weightOf: number[] = []
  for (const [weight, alike] of Map.groupBy(criteria, ({ strength }) => weights[strength])) {
    let next = weightOf.length * 32
    for (const { key } of alike) {
      const own = places.get(key)
      for (const { answers } of mentors) {
        for (const answer of answers[key] ?? []) {
          if (!own || own.has(answer)) continue
          own.set(answer, next)
          next += 1
        }
      }
    }
    while (weightOf.length * 32 < next) weightOf.push(weight)
  }
  return { places, weightOf: Int32Array.from(weightOf) }
}
