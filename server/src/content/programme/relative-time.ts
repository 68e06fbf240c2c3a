/** India keeps one offset all year, so a fixed one is right. */
const INDIA_OFFSET_MS = 5.5 * 60 * 60 * 1000
const DAY_MS = 24 * 60 * 60 * 1000

/** The moment `daysAgo` calendar days before today in India, at a time of day there; never later than now. */
export function indiaTime(now: Date, daysAgo: number, at: string): Date {
  const today = Math.floor((now.getTime() + INDIA_OFFSET_MS) / DAY_MS) * DAY_MS
  const [hours = 0, minutes = 0] = at.split(':').map(Number)
  const moment = today - daysAgo * DAY_MS + (hours * 60 + minutes) * 60_000 - INDIA_OFFSET_MS
  return new Date(Math.min(moment, now.getTime()))
}

export function minutesLater(time: Date, minutes: number, now: Date): Date {
  return new Date(Math.min(time.getTime() + minutes * 60_000, now.getTime()))
}

/** Turned round: the day counted back from today, and the time of day there. */
export function inIndia(now: Date, time: Date): { daysAgo: number; at: string } {
  const dayOf = (moment: Date) => Math.floor((moment.getTime() + INDIA_OFFSET_MS) / DAY_MS)
  const local = new Date(time.getTime() + INDIA_OFFSET_MS)
  return { daysAgo: Math.max(0, dayOf(now) - dayOf(time)), at: local.toISOString().slice(11, 16) }
}

export const daysLater = (time: Date, days: number): Date => new Date(time.getTime() + days * DAY_MS)
