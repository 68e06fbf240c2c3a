import type { LeftOverReason } from '@saathi/contract/matching/staff-calls'
import type { Strength } from '#content/public.ts'
import type { NewOffer, SeekerAnswers } from '../offer.ts'

export type PoolCriterion = { key: string; strength: Strength }

export type PoolPerson = {
  id: number
  /** When they entered the pool, in milliseconds. Among equal scores, the person who has waited longest comes first. */
  since: number
  /** How many offers they may receive. */
  quota: number
  answers: Readonly<Record<string, readonly string[]>>
  /** Further attributes for the fairness table. */
  attributes?: Readonly<Record<string, readonly string[]>>
}
/** `members`: answers of mentees who already have a place in the group; new members must be compatible with them. */
export type PoolMentor = PoolPerson & { members?: readonly SeekerAnswers[] }

export type Pool = {
  criteria: readonly PoolCriterion[]
  mentors: readonly PoolMentor[]
  mentees: readonly PoolPerson[]
  /** Pairs that must not be offered. */
  apart: readonly (readonly [mentorId: number, menteeId: number])[]
}

export type Pair = Pick<NewOffer, 'mentorId' | 'menteeId' | 'score'>
/** `criterion`: the one without an answer, or the one that excluded the last mentor. */
export type LeftOver = { id: number; part: 'mentor' | 'mentee'; reason: LeftOverReason; criterion: string | null }

/** `candidates`: number of pairs that fit, regardless of capacity. */
export type PairingResult = { pairs: Pair[]; leftOver: LeftOver[]; candidates: number }
export type MatchResult = {
  offers: Required<Pick<NewOffer, 'mentorId' | 'menteeId' | 'score' | 'reasons'>>[]
  leftOver: LeftOver[]
}

/** The order of people with the same score, on both sides. */
export const byWaiting = <P extends PoolPerson>(people: readonly P[]): P[] =>
  people.toSorted((one, other) => one.since - other.since || one.id - other.id)
