import { indiaDay } from '../core/india-day.ts'

/** Calendar days in India until the due date; negative when overdue, null without a date. */
export function daysLeft(endDate: string | null, now: Date): number | null {
  const due = endDate === null ? null : new Date(endDate)
  return due === null || Number.isNaN(due.getTime()) ? null : indiaDay(due) - indiaDay(now)
}

export type TimeColour = 'green' | 'yellow' | 'red'

/** Green from three days, yellow below; red when overdue or without a valid date. */
export function timeColour(days: number | null): TimeColour {
  if (days === null || days < 0) return 'red'
  return days >= 3 ? 'green' : 'yellow'
}
