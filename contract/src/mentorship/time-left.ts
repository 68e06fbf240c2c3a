const DAY_MS = 86_400_000
/** India has one time zone and no summer time. */
const INDIA_MS = 5.5 * 3_600_000

const indiaDay = (time: Date): number => Math.floor((time.getTime() + INDIA_MS) / DAY_MS)

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
