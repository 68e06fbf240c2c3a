import { localeOf } from '@saathi/contract/core/message'
import type { Day } from './days.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

/** In UTC, so that a day's name does not depend on the viewer's time zone. */
function format(name: string, language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${name} ${language}`
  const known = formats.get(key)
  if (known) return known
  const formatter = new Intl.DateTimeFormat(localeOf(language), { ...options, timeZone: 'UTC' })
  formats.set(key, formatter)
  return formatter
}

const read = (day: Day): Date => new Date(`${day}T00:00:00Z`)
const yearOf = (day: Day): string => day.slice(0, 4)

/** 'November 2026' */
export const monthTitle = (day: Day, language: string): string =>
  format('month', language, { month: 'long', year: 'numeric' }).format(read(day))

/** 'Saturday, 14 November 2026' */
export const fullDay = (day: Day, language: string): string =>
  format('full', language, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }).format(read(day))

/** 'Saturday, 14 November'; with the year if it is not the current one. */
export const longDay = (day: Day, today: Day, language: string): string =>
  yearOf(day) === yearOf(today)
    ? format('long', language, { weekday: 'long', day: 'numeric', month: 'long' }).format(read(day))
    : fullDay(day, language)

/** '26 Dec 2026' */
export const dayAndYear = (day: Day, language: string): string =>
  format('day and year', language, { day: 'numeric', month: 'short', year: 'numeric' }).format(read(day))

/** '26 Dec'; with the year if it is not the current one. */
export const shortDay = (day: Day, today: Day, language: string): string =>
  yearOf(day) === yearOf(today)
    ? format('short', language, { day: 'numeric', month: 'short' }).format(read(day))
    : dayAndYear(day, language)

const MONDAY = '2024-01-01'

/** Monday to Sunday, short and long. */
export function weekdayNames(language: string): { short: string; long: string }[] {
  const short = format('weekday', language, { weekday: 'short' })
  const long = format('weekday in full', language, { weekday: 'long' })
  return Array.from({ length: 7 }, (_, place) => {
    const day = new Date(read(MONDAY).getTime() + place * 86_400_000)
    return { short: short.format(day), long: long.format(day) }
  })
}
