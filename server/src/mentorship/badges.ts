import type { BadgeType } from '@saathi/contract/mentorship/entities'
import type { Walked } from '#learning/public.ts'

const GOLD_MARK = 0.8

/**
 * One's own, for having done all of a session, whoever else is still on the way: gold in time with every quiz at 80 % or
 * better, silver in time, bronze late.
 */
export function badgeOf({ completedAt, endDate, marks }: Pick<Walked, 'completedAt' | 'endDate' | 'marks'>): BadgeType | null {
  if (completedAt === null) return null
  if (completedAt > endDate) return 'Bronze'
  return marks.every((mark) => mark !== null && mark >= GOLD_MARK) ? 'Gold' : 'Silver'
}
