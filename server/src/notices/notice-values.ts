import { Time } from '@saathi/contract/core/fields'
import { localeOf } from '@saathi/contract/core/message'
import type { TextKey } from '@saathi/contract/texts'
import * as z from 'zod/mini'
import { dictionary } from '#core/texts.ts'

/**
 * The values of a notice's text: plain text, the date or the date and time of a moment, or names that are text keys.
 * They are stored in this form and formatted when read, in the reader's current language.
 */
export type NoticeValue = string | { dayOf: string } | { timeOf: string } | { namesOf: readonly TextKey[] }

const StoredValues = z.record(
  z.string(),
  z.union([z.string(), z.object({ dayOf: Time }), z.object({ timeOf: Time }), z.object({ namesOf: z.array(z.string()) })]),
)
export type StoredValues = Readonly<z.infer<typeof StoredValues>>

export const readValues = (stored: unknown): StoredValues => StoredValues.parse(stored)

export function formatValues(language: string, values: StoredValues): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, formatValue(language, value)]))
}

function formatValue(language: string, value: StoredValues[string]): string {
  if (typeof value === 'string') return value
  const locale = localeOf(language)
  if ('dayOf' in value) return inIndia(locale, { dateStyle: 'long' }, value.dayOf)
  if ('timeOf' in value) return inIndia(locale, { dateStyle: 'full', timeStyle: 'short', hour12: true }, value.timeOf)
  const texts = dictionary(language)
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(value.namesOf.map((key) => texts[key] ?? key))
}

/** India's time, wherever the reader is: the surrounding text says so where the hour matters. */
const inIndia = (locale: string, style: Intl.DateTimeFormatOptions, moment: string): string =>
  new Intl.DateTimeFormat(locale, { ...style, timeZone: 'Asia/Kolkata' }).format(new Date(moment))
