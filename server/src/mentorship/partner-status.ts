import type { PartnerStatus } from '@saathi/contract/mentorship/entities'
import type { Walked } from '#learning/public.ts'

export function statusOf({ isBegun, completedAt }: Pick<Walked, 'isBegun' | 'completedAt'>): PartnerStatus {
  if (completedAt !== null) return 'COMPLETED'
  return isBegun ? 'ONGOING' : 'NOT_STARTED'
}

/** Of several together: done when everybody is, begun when anybody has. */
export function statusTogether(statuses: readonly PartnerStatus[]): PartnerStatus {
  if (statuses.length > 0 && statuses.every((status) => status === 'COMPLETED')) return 'COMPLETED'
  return statuses.some((status) => status !== 'NOT_STARTED') ? 'ONGOING' : 'NOT_STARTED'
}
