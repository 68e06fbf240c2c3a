import { DAY_MS } from '@saathi/contract/core/time'

/** A calendar day such as '2026-11-14', not an instant, so that no time zone can shift it. */
export type Day = string

/** Limits, so that holding a key does not leave the calendar range. */
const FIRST: Day = '2000-01-01'
const LAST: Day = '2099-12-31'
const DAYS_A_WEEK = 7

const timeOf = (day: Day): number => Date.parse(`${day}T00:00:00Z`)
const dayAt = (time: number): Day => new Date(time).toISOString().slice(0, 10)
const within = (day: Day): Day => (day < FIRST ? FIRST : day > LAST ? LAST : day)

export function isDay(text: unknown): text is Day {
  if (typeof text !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const time = timeOf(text)
  return !Number.isNaN(time) && dayAt(time) === text && within(text) === text
}

export const addDays = (day: Day, days: number): Day => within(dayAt(timeOf(day) + days * DAY_MS))

/** The same day of another month, or its last day. */
export function addMonths(day: Day, months: number): Day {
  const [year = 0, month = 0, number = 0] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return within(dayAt(Date.UTC(year, month - 1 + months, Math.min(number, last))))
}

export const monthOf = (day: Day): string => day.slice(0, 7)

/** From 0 for Monday to 6 for Sunday. */
const placeInWeek = (day: Day): number => (new Date(timeOf(day)).getUTCDay() + 6) % DAYS_A_WEEK
export const firstOfWeek = (day: Day): Day => addDays(day, -placeInWeek(day))
const lastOfWeek = (day: Day): Day => addDays(firstOfWeek(day), DAYS_A_WEEK - 1)

/** The weeks of a month from Monday on, filled with days of the adjacent months. */
export function weeksOf(day: Day): Day[][] {
  const first = `${monthOf(day)}-01`
  const weeks: Day[][] = []
  for (let monday = timeOf(first) - placeInWeek(first) * DAY_MS; ; monday += DAYS_A_WEEK * DAY_MS) {
    if (weeks.length > 0 && monthOf(dayAt(monday)) !== monthOf(day)) return weeks
    weeks.push(Array.from({ length: DAYS_A_WEEK }, (_, place) => dayAt(monday + place * DAY_MS)))
  }
}

/** Keyboard navigation in the month grid (WAI-ARIA); undefined for other keys. */
export function dayByKey(key: string, day: Day, isFar: boolean): Day | undefined {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1)
    case 'ArrowRight':
      return addDays(day, 1)
    case 'ArrowUp':
      return addDays(day, -DAYS_A_WEEK)
    case 'ArrowDown':
      return addDays(day, DAYS_A_WEEK)
    case 'Home':
      return firstOfWeek(day)
    case 'End':
      return lastOfWeek(day)
    case 'PageUp':
      return addMonths(day, isFar ? -12 : -1)
    case 'PageDown':
      return addMonths(day, isFar ? 12 : 1)
    default:
      return undefined
  }
}
