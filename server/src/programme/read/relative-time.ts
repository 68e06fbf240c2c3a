import { startOfIndiaDay, INDIA_OFFSET_MS, indiaDay } from '@saathi/contract/core/india-day'
import { DAY_MS } from '@saathi/contract/core/time'

/** The moment `inDays` calendar days from today in India, at a time of day there. */
export function indiaMoment(now: Date, inDays: number, at: string): Date {
  const [hours = 0, minutes = 0] = at.split(':').map(Number)
  return new Date(startOfIndiaDay(indiaDay(now) + inDays).getTime() + (hours * 60 + minutes) * 60_000)
}

/** The date of that day, as YYYY-MM-DD. */
export const indiaDate = (now: Date, inDays: number): string =>
  new Date((indiaDay(now) + inDays) * DAY_MS).toISOString().slice(0, 10)

/** For past actions: never later than now. */
export function indiaTime(now: Date, daysAgo: number, at: string): Date {
  return new Date(Math.min(indiaMoment(now, -daysAgo, at).getTime(), now.getTime()))
}

export function minutesLater(time: Date, minutes: number, now: Date): Date {
  return new Date(Math.min(time.getTime() + minutes * 60_000, now.getTime()))
}

/** The inverse: days before today, and the time of day in India. */
export function inIndia(now: Date, time: Date): { daysAgo: number; at: string } {
  const local = new Date(time.getTime() + INDIA_OFFSET_MS)
  return { daysAgo: Math.max(0, indiaDay(now) - indiaDay(time)), at: local.toISOString().slice(11, 16) }
}

export const daysLater = (time: Date, days: number): Date => new Date(time.getTime() + days * DAY_MS)
