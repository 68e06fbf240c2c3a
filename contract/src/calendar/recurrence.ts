import { DAY_MS } from '../core/time.ts'
import type { EventFrequency } from './entities.ts'

export const MAX_OCCURRENCES = 60

const days = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY_MS
const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)

/** The 31st becomes the last day of a shorter month, and is the 31st again in the next long one. */
function monthsAfter(date: string, months: number): string {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  const first = new Date(Date.UTC(year, month - 1 + months, 1))
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return dateOf(first.getTime() / DAY_MS + Math.min(day, lastDay) - 1)
}

const step: Record<Exclude<EventFrequency, 'NONE'>, (first: string, index: number) => string> = {
  WEEKLY: (first, index) => dateOf(days(first) + 7 * index),
  BIWEEKLY: (first, index) => dateOf(days(first) + 14 * index),
  MONTHLY: monthsAfter,
}

/**
 * `anchor`: a day of the pattern, counted in both directions. `from`: the first day that may belong to the series. They differ
 * after a split, so that an event on the 31st stays there.
 */
export type Rule = { frequency: EventFrequency; anchor: string; from: string; end: string | null }

/** All dates of the series in order, including the end; one more than the maximum, so that callers can detect too many. */
export function datesOf({ frequency, anchor, from, end }: Rule): string[] {
  if (frequency === 'NONE' || end === null) return [from]
  const at = (index: number) => step[frequency](anchor, index)
  let index = 0
  while (at(index - 1) >= from) index -= 1
  while (at(index) < from) index += 1
  const dates: string[] = []
  for (; dates.length <= MAX_OCCURRENCES && at(index) <= end; index += 1) dates.push(at(index))
  return dates
}
