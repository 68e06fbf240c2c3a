import { Time } from '@saathi/contract/core/fields'
import { localeOf } from '@saathi/contract/core/message'
import type { TextKey } from '@saathi/contract/texts'
import * as z from 'zod/mini'
import { dictionary } from '#core/texts.ts'

/**
 * What goes into the words of a notice: text as it stands, the day of a moment or its day and hour, or names that are texts
 * of ours.
 * It is kept like this and put into words for whoever reads it, in the language of that day.
 */
export type NoticeValue = string | { dayOf: string } | { timeOf: string } | { namesOf: readonly TextKey[] }

const StoredValues = z.record(
  z.string(),
  z.union([z.string(), z.object({ dayOf: Time }), z.object({ timeOf: Time }), z.object({ namesOf: z.array(z.string()) })]),
)
export type StoredValues = Readonly<z.infer<typeof StoredValues>>

export const readValues = (stored: unknown): StoredValues => StoredValues.parse(stored)

export function showValues(language: string, values: StoredValues): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, showValue(language, value)]))
}

function showValue(language: string, value: StoredValues[string]): string {
  if (typeof value === 'string') return value
  const locale = localeOf(language)
  if ('dayOf' in value) return inIndia(locale, { dateStyle: 'long' }, value.dayOf)
  if ('timeOf' in value) return inIndia(locale, { dateStyle: 'full', timeStyle: 'short', hour12: true }, value.timeOf)
  const texts = dictionary(language)
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(value.namesOf.map((key) => texts[key] ?? key))
}

/** India's clock, wherever the reader is: the words around it say so where the hour matters. */
const inIndia = (locale: string, style: Intl.DateTimeFormatOptions, moment: string): string =>
  new Intl.DateTimeFormat(locale, { ...style, timeZone: 'Asia/Kolkata' }).format(new Date(moment))
