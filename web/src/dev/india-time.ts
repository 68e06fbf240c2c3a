import { localeOf } from '@saathi/contract/core/message'

const shown = { dateStyle: 'full', timeStyle: 'medium', timeZone: 'Asia/Kolkata' } as const

export const indiaTime = (time: string, language: string): string =>
  new Intl.DateTimeFormat(localeOf(language), shown).format(new Date(time))

/** A datetime-local field has no time zone; here it always means India. */
export const fromIndiaField = (field: string): string => new Date(`${field}+05:30`).toISOString()
