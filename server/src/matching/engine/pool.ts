import type { LeftOverReason } from '@saathi/contract/matching/staff-calls'
import type { Strength } from '#content/public.ts'
import type { NewOffer, SeekerAnswers } from '../offer.ts'

export type PoolCriterion = { key: string; strength: Strength }

export type PoolPerson = {
  id: number
  /** Since when they wait, in milliseconds; whoever waits longest comes first among equals. */
  since: number
  /** How many offers they may be given. */
  quota: number
  answers: Readonly<Record<string, readonly string[]>>
  /** What else the fairness of an outcome may be looked at by. */
  attributes?: Readonly<Record<string, readonly string[]>>
}
/** With those who already have a place in the mentor's group: whoever comes must agree with them, too. */
export type PoolMentor = PoolPerson & { members?: readonly SeekerAnswers[] }

export type Pool = {
  criteria: readonly PoolCriterion[]
  mentors: readonly PoolMentor[]
  mentees: readonly PoolPerson[]
  /** Who must not be offered to each other. */
  apart: readonly (readonly [mentorId: number, menteeId: number])[]
}

export type Pair = Pick<NewOffer, 'mentorId' | 'menteeId' | 'score'>
/** `criterion`: the one that is not answered, or after which nobody was left. */
export type LeftOver = { id: number; part: 'mentor' | 'mentee'; reason: LeftOverReason; criterion: string | null }

/** `candidates`: pairs who fit, whatever room they have. */
export type Found = { pairs: Pair[]; leftOver: LeftOver[]; candidates: number }
export type Outcome = { offers: Required<Pick<NewOffer, 'mentorId' | 'menteeId' | 'score' | 'reasons'>>[]; leftOver: LeftOver[] }

/** The order in which both sides are served where the score is the same. */
export const byWaiting = <P extends PoolPerson>(people: readonly P[]): P[] =>
  people.toSorted((one, other) => one.since - other.since || one.id - other.id)
