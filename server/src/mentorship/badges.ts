import type { BadgeType } from '@saathi/contract/mentorship/entities'
import type { MemberProgress } from '#learning/public.ts'

const GOLD_MARK = 0.8

/**
 * A member's own badge for completing a session, independent of the partners: gold in time with at least 80 % in every quiz,
 * silver in time, bronze late.
 */
export function badgeOf({
  completedAt,
  endDate,
  marks,
}: Pick<MemberProgress, 'completedAt' | 'endDate' | 'marks'>): BadgeType | null {
  if (completedAt === null) return null
  if (completedAt > endDate) return 'Bronze'
  return marks.every((mark) => mark !== null && mark >= GOLD_MARK) ? 'Gold' : 'Silver'
}
