import { DAY_MS } from '../core/time.ts'

export const QUIZZES_PER_WEEK = 3
const MAINTAINED_MS = 7 * DAY_MS

type Streaks = readonly { timestamp: string }[]

/** Maintained while the newest week with three quizzes is at most seven days old. */
export function streakOf(quizStreaks: Streaks, now: Date): { count: number; isMaintained: boolean } {
  const newest = Math.max(...quizStreaks.map(({ timestamp }) => new Date(timestamp).getTime()))
  return { count: quizStreaks.length, isMaintained: now.getTime() - newest <= MAINTAINED_MS }
}
