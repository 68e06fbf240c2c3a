import { createHash } from 'node:crypto'
import { conflict } from '#core/errors.ts'
import type { Basics, CodeBody, CohortBody } from './changes-store.ts'
import type { PlanBody } from './plan-store.ts'

/** Differs after every change, also one made by the loader. */
export const versionOf = (part: readonly unknown[] | null): string =>
  createHash('sha256').update(JSON.stringify(part)).digest('base64url').slice(0, 22)

type Part = readonly unknown[] | null

/** Saving identical content is not a conflict: the reply to the first attempt may have been lost. */
export function requireVersion(loaded: string, stored: Part, changed: Part): void {
  const current = versionOf(stored)
  if (current !== loaded && current !== versionOf(changed)) throw conflict('staff.programme_changed')
}

export const basicsPart = ({ name, groupType, isDisabled, membersAreAdults, emailDomains, languages }: Basics): Part => [
  name,
  groupType,
  isDisabled,
  membersAreAdults,
  emailDomains,
  languages,
]

export const cohortPart = ({ name, signUpFrom, startsOn, endsOn }: CohortBody): Part => [name, signUpFrom, startsOn, endsOn]

export const codePart = ({ name, emailDomains, isActive, cohortId, places, endsOn }: CodeBody): Part => [
  name,
  emailDomains,
  isActive,
  cohortId,
  places,
  endsOn,
]

export const schedulePart = (sessions: readonly { sessionId: number; days: number }[]): Part =>
  sessions.map(({ sessionId, days }) => [sessionId, days])

/** Null before the first plan. */
export function planPart(plan: Omit<PlanBody, 'criteria'> & { criteria: readonly { key: string; strength: string }[] }): Part {
  const { expiryHours, places, groupSize, groupMinimum, groupStartsIn, shortlist, exposure, needsReview, needsApproval } = plan
  return [
    plan.criteria.map(({ key, strength }) => [key, strength]),
    [expiryHours, places, groupSize, groupMinimum, groupStartsIn, shortlist, exposure, needsReview, needsApproval],
  ]
}
