import { indiaDay } from '../core/india-day.ts'

/** Calendar days in India until the day it is due; negative when that is past, null without a day. */
export function daysLeft(endDate: string | null, now: Date): number | null {
  const due = endDate === null ? null : new Date(endDate)
  return due === null || Number.isNaN(due.getTime()) ? null : indiaDay(due) - indiaDay(now)
}

export type TimeColour = 'green' | 'yellow' | 'red'

/** Three days or more are green, two or fewer yellow; what is overdue, or has no valid day, is red. */
export function timeColour(days: number | null): TimeColour {
  if (days === null || days < 0) return 'red'
  return days >= 3 ? 'green' : 'yellow'
}
