import type { Permission } from '@saathi/contract/accounts/entities'
import { isMentor, type Role } from '@saathi/contract/accounts/roles'
import { DAY_MS } from '@saathi/contract/core/time'
import { roleMay } from '#accounts/public.ts'
import type { Db } from '#core/ctx.ts'
import { findOfferedSurveys, findTaker, type OfferedRow, type Opening } from './store.ts'

/** Staff roles are not asked to take surveys. */
export const audiencesOf = (role: Role): readonly string[] =>
  roleMay(role, 'surveys.take') ? ['everyone', isMentor(role) ? 'mentors' : 'mentees'] : []

/** The flag opens all surveys; a follow-up survey opens a number of days after the previous one was completed. */
export function permissionOf(flag: Permission, { isAfter, afterDays, afterCompletedAt }: Opening, now: Date): Permission {
  if (flag !== 'use' || !isAfter) return flag
  const opensAt = afterCompletedAt && afterCompletedAt.getTime() + afterDays * DAY_MS
  return opensAt !== null && opensAt <= now.getTime() ? 'use' : 'show'
}

export const isClosedAt = ({ closesAt }: { closesAt: Date | null }, now: Date): boolean => closesAt !== null && closesAt <= now

/** Completed surveys stay visible, whatever the flag. */
export const isVisible = ({ permission, completedAt }: { permission: Permission; completedAt: Date | null }): boolean =>
  permission === 'use' || completedAt !== null

export type Offer = OfferedRow & { permission: Permission; isClosed: boolean }

/** The surveys meant for this person, open or not; optionally only one of them. */
export async function findOffers(db: Db, personId: number, now: Date, surveyId?: number): Promise<Offer[]> {
  const { role, flag } = await findTaker(db, personId)
  const rows = await findOfferedSurveys(db, { personId, audiences: audiencesOf(role), now }, surveyId)
  return rows.map((row) => ({ ...row, permission: permissionOf(flag, row, now), isClosed: isClosedAt(row, now) }))
}
