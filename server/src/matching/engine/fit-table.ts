import { addBits, type Bits, clearBit, emptyBits, hasBit, keepBits, setBit } from './bits.ts'
import type { Pool, PoolMentor, PoolPerson } from './pool.ts'

/** Who of the mentors has given an answer. `silent`: who fits whatever is answered. */
type Column = { key: string; byAnswer: Map<string, Bits>; silent: Bits }

export type FitTable = {
  musts: readonly string[]
  /** Fills in who fits a mentee; gives back how many steps left somebody: each must, and last who may meet and agrees with the group. */
  fit: (mentee: PoolPerson, into: Bits) => number
  steps: number
  /** By step, mentors whom at least one mentee had left after it; what `fit` was asked for so far. */
  reached: readonly Bits[]
}

/** Mentors looked up by their answers, so that no mentee is compared with one who lacks a must. */
export function buildFitTable({ criteria, apart }: Pool, mentors: readonly PoolMentor[]): FitTable {
  const musts = criteria.filter(({ strength }) => strength === 'must').map(({ key }) => key)
  const own = musts.map((key) => columnOf(key, mentors, ({ answers }) => answers[key], false))
  const largest = mentors.reduce((most, { members = [] }) => Math.max(most, members.length), 0)
  const members = Array.from({ length: largest }, (_, at) => at).flatMap((at) =>
    musts.map((key) => columnOf(key, mentors, (mentor) => mentor.members?.[at]?.[key], true)),
  )
  const places = new Map(mentors.map(({ id }, at) => [id, at]))
  const kept = Map.groupBy(apart, ([, menteeId]) => menteeId)
  const everybody = emptyBits(mentors.length)
  for (const at of mentors.keys()) setBit(everybody, at)
  const steps = musts.length + 1
  const reached = Array.from({ length: steps }, () => emptyBits(mentors.length))
  const agreeing = emptyBits(mentors.length)

  function keepAgreeing(mentee: PoolPerson, { key, byAnswer, silent }: Column, into: Bits): boolean {
    agreeing.set(silent)
    for (const answer of mentee.answers[key] ?? []) {
      const bits = byAnswer.get(answer)
      if (bits) addBits(agreeing, bits)
    }
    return keepBits(into, agreeing)
  }

  return {
    musts,
    steps,
    reached,
    fit: (mentee, into) => {
      into.set(everybody)
      for (const [step, column] of own.entries()) {
        if (!keepAgreeing(mentee, column, into)) return step
        addBits(reached[step] ?? into, into)
      }
      for (const [mentorId] of kept.get(mentee.id) ?? []) {
        const at = places.get(mentorId)
        if (at !== undefined && hasBit(into, at)) clearBit(into, at)
      }
      for (const column of members) keepAgreeing(mentee, column, into)
      if (!into.some((word) => word !== 0)) return musts.length
      addBits(reached[musts.length] ?? into, into)
      return steps
    },
  }
}

type AnswersOf = (mentor: PoolMentor) => readonly string[] | undefined

/** A mentor lacks a must without an answer; a member who is not there, or said nothing, is in nobody's way. */
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
