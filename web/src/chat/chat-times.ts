import { localeOf } from '@saathi/contract/core/message'
import { DAY_MS } from '@saathi/contract/core/time'
import { plainDay } from '#core/i18n/india-time.ts'
import type { Translate } from '#core/i18n/texts.tsx'

const formats = new Map<string, Intl.DateTimeFormat>()

function format(language: string, name: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language} ${name}`
  const known = formats.get(key)
  if (known) return known
  const formatter = new Intl.DateTimeFormat(localeOf(language), { ...options, timeZone: 'Asia/Kolkata' })
  formats.set(key, formatter)
  return formatter
}

const clock = { hour: 'numeric', minute: '2-digit', hour12: true } as const
const day = { day: 'numeric', month: 'short' } as const
const longDay = { weekday: 'long', day: 'numeric', month: 'long' } as const

/** '7:05 pm', in India's time zone wherever the reader is. */
export const timeOfDay = (time: string, language: string): string => format(language, 'clock', clock).format(new Date(time))

/** '14 November, 7:05 pm' */
export const dayAndClock = (time: string, language: string): string =>
  format(language, 'day and clock', { ...day, month: 'long', ...clock }).format(new Date(time))

const isSameDay = (time: string, now: number) => plainDay(time) === plainDay(new Date(now).toISOString())

/** The heading above a day's messages: 'today', 'yesterday' or the date. */
export function nameDay(time: string, now: number, language: string): 'today' | 'yesterday' | string {
  if (isSameDay(time, now)) return 'today'
  if (isSameDay(time, now - DAY_MS)) return 'yesterday'
  const isThisYear = plainDay(time).slice(0, 4) === plainDay(new Date(now).toISOString()).slice(0, 4)
  return format(language, isThisYear ? 'long day' : 'year', isThisYear ? longDay : { ...longDay, year: 'numeric' }).format(
    new Date(time),
  )
}

/** For lists: the time for today, the weekday for this week, else the date. */
export function shortWhen(time: string, now: number, language: string): string {
  if (isSameDay(time, now)) return timeOfDay(time, language)
  const isThisWeek = now - Date.parse(time) < 6 * DAY_MS
  return format(language, isThisWeek ? 'weekday' : 'day', isThisWeek ? { weekday: 'short' } : day).format(new Date(time))
}

/** For the line under a message: the time for today, else with its date. */
export const whenShort = (time: string, now: number, language: string): string =>
  isSameDay(time, now) ? timeOfDay(time, language) : dayAndClock(time, language)

/** 'today, 7:05 pm', within a sentence. */
export function whenLong(time: string, now: number, language: string, t: Translate): string {
  if (isSameDay(time, now)) return t('chat.when.today', { time: timeOfDay(time, language) })
  if (isSameDay(time, now - DAY_MS)) return t('chat.when.yesterday', { time: timeOfDay(time, language) })
  return dayAndClock(time, language)
}
