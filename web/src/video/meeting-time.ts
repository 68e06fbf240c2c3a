import { localeOf } from '@saathi/contract/core/message'

const formats = new Map<string, Intl.DateTimeFormat>()
const long = { dateStyle: 'full', timeStyle: 'short', hour12: true, timeZone: 'Asia/Kolkata' } as const

/** 'Saturday, 14 November 2026 at 7:30 pm', always in India's time zone. */
export function longDateAndTime(time: string, language: string): string {
  const known = formats.get(language) ?? new Intl.DateTimeFormat(localeOf(language), long)
  formats.set(language, known)
  return known.format(new Date(time))
}

/** 2840 seconds become 0:47:20. */
export function clockOf(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}
