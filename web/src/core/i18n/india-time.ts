import { localeOf } from '@saathi/contract/core/message'

const formats = new Map<string, Intl.DateTimeFormat>()

function format(name: string, locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${name} ${locale}`
  const known = formats.get(key)
  if (known) return known
  const formatter = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'Asia/Kolkata' })
  formats.set(key, formatter)
  return formatter
}

const parts = { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' } as const
const short = { day: 'numeric', month: 'short', year: 'numeric' } as const
const long = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const

/** '14 Nov, 7:30 pm', in India's time zone wherever the reader is. */
export const dayAndTime = (time: string, language: string): string =>
  format('day and time', localeOf(language), parts).format(new Date(time))

const clock = { hour: 'numeric', minute: '2-digit', hour12: true } as const

/** '7:30 pm' */
export const timeOfDay = (time: string | number, language: string): string =>
  format('time of day', localeOf(language), clock).format(new Date(time))

/** 'Saturday, 14 November 2026' */
export const longDay = (time: string, language: string): string =>
  format('long day', localeOf(language), long).format(new Date(time))

/** '14 Nov 2026' */
export const shortDay = (time: string, language: string): string =>
  format('short day', localeOf(language), short).format(new Date(time))

/** 'Nov' */
export const monthName = (time: string, language: string): string =>
  format('month', localeOf(language), { month: 'short' }).format(new Date(time))

/** 'Nov 2026' */
export const monthAndYear = (time: string, language: string): string =>
  format('month and year', localeOf(language), { month: 'short', year: 'numeric' }).format(new Date(time))

/** '2026-11-14', for file names. */
export const plainDay = (time: string): string => format('plain day', 'en-CA', {}).format(new Date(time))
