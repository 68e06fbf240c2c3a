import type { PartnerStatus } from '@saathi/contract/mentorship/entities'
import type { MemberProgress } from '#learning/public.ts'

export function statusOf({ isStarted, completedAt }: Pick<MemberProgress, 'isStarted' | 'completedAt'>): PartnerStatus {
  if (completedAt !== null) return 'COMPLETED'
  return isStarted ? 'ONGOING' : 'NOT_STARTED'
}

/** Combined status: completed when all are, ongoing when anybody has started. */
export function statusTogether(statuses: readonly PartnerStatus[]): PartnerStatus {
  if (statuses.length > 0 && statuses.every((status) => status === 'COMPLETED')) return 'COMPLETED'
  return statuses.some((status) => status !== 'NOT_STARTED') ? 'ONGOING' : 'NOT_STARTED'
}
