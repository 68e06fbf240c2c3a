import { Id, Time } from '@saathi/contract/core/fields'
import { localeOf } from '@saathi/contract/core/message'
import type { TextKey } from '@saathi/contract/texts'
import * as z from 'zod/mini'
import { dictionary } from '#core/texts.ts'

/**
 * The values of a notice's text: plain text, the date, the date and time or the time of day of a moment, names that are text keys,
 * or the name of a person. They are stored in this form and formatted when read, in the reader's current language; so the name of a
 * person who has left is in no notice.
 */
export type NoticeValue =
  | string
  | { dayOf: string }
  | { timeOf: string }
  | { clockOf: string }
  | { namesOf: readonly TextKey[] }
  | { nameOf: number }

const StoredValues = z.record(
  z.string(),
  z.union([
    z.string(),
    z.object({ dayOf: Time }),
    z.object({ timeOf: Time }),
    z.object({ clockOf: Time }),
    z.object({ namesOf: z.array(z.string()) }),
    z.object({ nameOf: Id }),
  ]),
)
export type StoredValues = Readonly<z.infer<typeof StoredValues>>

export const readValues = (stored: unknown): StoredValues => StoredValues.parse(stored)

/** First names by person id. */
export type Names = ReadonlyMap<number, string>

/** The people whose names the values show. */
export const peopleIn = (values: StoredValues): number[] =>
  Object.values(values).flatMap((value) => (typeof value === 'object' && 'nameOf' in value ? [value.nameOf] : []))

export function formatValues(language: string, values: StoredValues, names: Names = new Map()): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, formatValue(language, value, names)]))
}

function formatValue(language: string, value: StoredValues[string], names: Names): string {
  if (typeof value === 'string') return value
  if ('nameOf' in value) return names.get(value.nameOf) ?? ''
  const locale = localeOf(language)
  if ('dayOf' in value) return inIndia(locale, { dateStyle: 'long' }, value.dayOf)
  if ('timeOf' in value) return inIndia(locale, { dateStyle: 'full', timeStyle: 'short', hour12: true }, value.timeOf)
  if ('clockOf' in value) return inIndia(locale, { hour: 'numeric', minute: '2-digit', hour12: true }, value.clockOf)
  const texts = dictionary(language)
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(value.namesOf.map((key) => texts[key] ?? key))
}

/** India's time, wherever the reader is: the surrounding text says so where the hour matters. */
const inIndia = (locale: string, style: Intl.DateTimeFormatOptions, moment: string): string =>
  new Intl.DateTimeFormat(locale, { ...style, timeZone: 'Asia/Kolkata' }).format(new Date(moment))
