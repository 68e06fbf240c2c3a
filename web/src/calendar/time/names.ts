import { INDIA } from '@saathi/contract/calendar/zone'
import { localeOf } from '@saathi/contract/core/message'
import { MINUTE_MS } from '@saathi/contract/core/time'
import { plainDay } from '#core/i18n/india-time.ts'
import type { Day } from '../days.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

function format(name: string, language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${name} ${language}`
  const known = formats.get(key)
  if (known) return known
  const formatter = new Intl.DateTimeFormat(localeOf(language), { ...options, timeZone: INDIA })
  formats.set(key, formatter)
  return formatter
}

/** '7:30 – 8:00 pm', in India. */
export function timeRange(at: string, minutes: number, language: string): string {
  const from = new Date(at)
  const until = new Date(from.getTime() + minutes * MINUTE_MS)
  return format('time', language, { hour: 'numeric', minute: '2-digit' }).formatRange(from, until)
}

/** 'Thursday, 7:30 pm' */
export const dayAndClock = (at: string, language: string): string =>
  format('day and clock', language, { weekday: 'long', hour: 'numeric', minute: '2-digit' }).format(new Date(at))

/** 'Thu' */
export const shortWeekday = (at: string, language: string): string =>
  format('weekday', language, { weekday: 'short' }).format(new Date(at))

/** '5 pm' */
export const fullHour = (hour: number, language: string): string =>
  format('hour', language, { hour: 'numeric' }).format(new Date(`2026-01-01T${String(hour).padStart(2, '0')}:00:00+05:30`))

/** Days from today in India. */
export function daysUntil(at: string, now: Date): number {
  const count = (day: Day) => Date.parse(`${day}T00:00:00Z`) / 86_400_000
  return count(plainDay(at)) - count(plainDay(now.toISOString()))
}

/** Minutes since midnight in India. */
export function minutesOfDay(at: string): number {
  const { hour = 0, minute = 0 } = Object.fromEntries(
    format('clock', 'en', { hour: 'numeric', minute: 'numeric', hourCycle: 'h23' })
      .formatToParts(new Date(at))
      .map(({ type, value }) => [type, Number(value)]),
  )
  return hour * 60 + minute
}
