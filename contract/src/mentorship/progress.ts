import { DAY_MS } from '../core/time.ts'
import { indiaDay } from '../core/india-day.ts'
import type { MentorshipCard } from './entities.ts'

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

type CardState =
  | { says: 'partnerOpen' }
  | { says: 'completed' }
  /** The partner has finished and is waiting for the viewer. */
  | { says: 'completeBy'; endDate: string | null; colour: TimeColour }
  | { says: 'timeLeft'; days: number | null; colour: TimeColour }

type CardInput = Pick<MentorshipCard, 'sessionStatus' | 'partnerStatus' | 'endDate'>

/** The state of a mentorship session card. In a group, the partner is everybody else. */
export function cardState({ sessionStatus, partnerStatus, endDate }: CardInput, now: Date): CardState {
  if (sessionStatus === 'PARTIAL_COMPLETE') return { says: 'partnerOpen' }
  if (sessionStatus === 'COMPLETED') return { says: 'completed' }
  const days = daysLeft(endDate, now)
  const colour = timeColour(days)
  return partnerStatus === 'COMPLETED' ? { says: 'completeBy', endDate, colour } : { says: 'timeLeft', days, colour }
}

/** Never negative, even if completed sessions were removed from the schedule. */
export const remainingSessions = ({ totalSessions, completedSessions }: { totalSessions: number; completedSessions: number }) =>
  Math.max(0, totalSessions - completedSessions)

export const QUIZZES_PER_WEEK = 3
const MAINTAINED_MS = 7 * DAY_MS

type Streaks = readonly { timestamp: string }[]

/** Maintained while the newest week with three quizzes is at most seven days old. */
export function streakOf(quizStreaks: Streaks, now: Date): { count: number; isMaintained: boolean } {
  const newest = Math.max(...quizStreaks.map(({ timestamp }) => new Date(timestamp).getTime()))
  return { count: quizStreaks.length, isMaintained: now.getTime() - newest <= MAINTAINED_MS }
}
