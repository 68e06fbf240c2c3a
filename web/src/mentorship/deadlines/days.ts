import { localeOf } from '@saathi/contract/core/message'
import { isOwnDone } from '@saathi/contract/learning/progress'
import type { MentorshipCard } from '@saathi/contract/mentorship/entities'
import { DAY_MS } from '@saathi/contract/core/time'
import { plainDay } from '#core/i18n/india-time.ts'

const inIndia = (language: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(localeOf(language), { ...options, timeZone: 'Asia/Kolkata' })

/** '16 Nov' */
export const dayAndMonth = (time: string, language: string): string =>
  inIndia(language, { day: 'numeric', month: 'short' }).format(new Date(time))

/** 'November 2026' */
export const monthName = (now: Date, language: string): string =>
  inIndia(language, { month: 'long', year: 'numeric' }).format(now)

/** 'Dec' */
export const monthShort = (time: string, language: string): string => inIndia(language, { month: 'short' }).format(new Date(time))

/** 'Mon' */
export const weekday = (time: string, language: string): string => inIndia(language, { weekday: 'short' }).format(new Date(time))

export const dayNumber = (time: string): number => Number(plainDay(time).slice(8))

const MONDAY = Date.UTC(2024, 0, 1)

/** Monday to Sunday, as a letter and as a word. */
export function weekdayNames(language: string): { short: string; long: string }[] {
  const short = inIndia(language, { weekday: 'narrow' })
  const long = inIndia(language, { weekday: 'long' })
  return Array.from({ length: 7 }, (_, place) => {
    const day = new Date(MONDAY + place * DAY_MS)
    return { short: short.format(day), long: long.format(day) }
  })
}

export type Day = { key: string; number: number }

/** The weeks of the current month in India, from Monday; null for days of other months. */
export function weeksOf(now: Date): (Day | null)[][] {
  const month = plainDay(now.toISOString()).slice(0, 7)
  const first = new Date(`${month}-01T00:00:00Z`)
  const length = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  const before = (first.getUTCDay() + 6) % 7
  const weeks = Math.ceil((before + length) / 7)
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (_, place) => {
      const number = week * 7 + place - before + 1
      return number < 1 || number > length ? null : { key: `${month}-${String(number).padStart(2, '0')}`, number }
    }),
  )
}

export type Deadline = MentorshipCard & { endDate: string }

/** Earliest first. Sessions the reader has finished are not due, even if others are still working on them. */
export function deadlinesOf(cards: readonly MentorshipCard[]): Deadline[] {
  return cards
    .flatMap((card) => (card.endDate === null || isOwnDone(card) ? [] : [{ ...card, endDate: card.endDate }]))
    .toSorted((one, other) => new Date(one.endDate).getTime() - new Date(other.endDate).getTime())
}
