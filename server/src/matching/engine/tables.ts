import { countOnes, addBits, type Bits, clearBit, emptyBits, hasBit, intersectBits, setBit } from './bits.ts'
import type { PoolCriterion, PoolMentor, PoolPerson, Pool } from './pool.ts'
import { maxPoints, scaled, weights } from './score.ts'

/** Mentors by the answer they gave. `silent`: mentors without an answer, who fit any. */
type Column = { key: string; byAnswer: Map<string, Bits>; silent: Bits }

export type FitTable = {
  musts: readonly string[]
  /**
   * Sets the bits of mentors who fit a mentee. Returns the number of filter steps that left at least one mentor: one step per
   * must, then one for pairs kept apart and group members.
   */
  fit: (mentee: PoolPerson, into: Bits) => number
  steps: number
  /** Per filter step, the mentors left after it for at least one mentee passed to `fit` so far. */
  reached: readonly Bits[]
}

/** Indexes mentors by their answers, so that a mentee is never compared with a mentor who lacks a must. */
export function buildFitTable({ criteria, apart }: Pool, mentors: readonly PoolMentor[]): FitTable {
  const musts = criteria.filter(({ strength }) => strength === 'must').map(({ key }) => key)
  const own = musts.map((key) => columnOf(key, mentors, ({ answers }) => answers[key], false))
  const largest = mentors.reduce((most, { members = [] }) => Math.max(most, members.length), 0)
  const members = Array.from({ length: largest }, (_, at) => at).flatMap((at) =>
    musts.map((key) => columnOf(key, mentors, (mentor) => mentor.members?.[at]?.[key], true)),
  )
  const places = new Map(mentors.map(({ id }, at) => [id, at]))
  const apartByMentee = Map.groupBy(apart, ([, menteeId]) => menteeId)
  const everybody = emptyBits(mentors.length)
  for (const at of mentors.keys()) setBit(everybody, at)
  const steps = musts.length + 1
  const reached = Array.from({ length: steps }, () => emptyBits(mentors.length))
  const agreeing = emptyBits(mentors.length)

  function keepFitting(mentee: PoolPerson, { key, byAnswer, silent }: Column, into: Bits): boolean {
    agreeing.set(silent)
    for (const answer of mentee.answers[key] ?? []) {
      const bits = byAnswer.get(answer)
      if (bits) addBits(agreeing, bits)
    }
    return intersectBits(into, agreeing)
  }

  return {
    musts,
    steps,
    reached,
    fit: (mentee, into) => {
      into.set(everybody)
      for (const [step, column] of own.entries()) {
        if (!keepFitting(mentee, column, into)) return step
        addBits(reached[step] ?? into, into)
      }
      for (const [mentorId] of apartByMentee.get(mentee.id) ?? []) {
        const at = places.get(mentorId)
        if (at !== undefined && hasBit(into, at)) clearBit(into, at)
      }
      for (const column of members) keepFitting(mentee, column, into)
      if (!into.some((word) => word !== 0)) return musts.length
      addBits(reached[musts.length] ?? into, into)
      return steps
    },
  }
}

type AnswersOf = (mentor: PoolMentor) => readonly string[] | undefined

/** A mentor without an answer fails the must. A group member who is absent or gave no answer excludes nobody. */
function columnOf(key: string, mentors: readonly PoolMentor[], answersOf: AnswersOf, isSilenceFine: boolean): Column {
  const byAnswer = new Map<string, Bits>()
  const silent = emptyBits(mentors.length)
  for (const [at, mentor] of mentors.entries()) {
    const answers = answersOf(mentor) ?? []
    if (answers.length === 0 && isSilenceFine) setBit(silent, at)
    for (const answer of answers) {
      const bits = byAnswer.get(answer) ?? emptyBits(mentors.length)
      setBit(bits, at)
      byAnswer.set(answer, bits)
    }
  }
  return { key, byAnswer, silent }
}

export type ScoreTable = {
  /** Sets the mentee for whom scores are computed next. */
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
