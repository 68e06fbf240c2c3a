import { localeOf } from '@saathi/contract/core/message'

const timeZone = 'Asia/Kolkata'
const ordinals = new Intl.PluralRules('en', { type: 'ordinal' })
const endings: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> = { one: 'st', two: 'nd', few: 'rd' }

/** '20th Nov' in English, '20 नव॰' in other languages: always the day in India. */
export function surveyDay(time: string, language: string): string {
  const moment = new Date(time)
  if (language !== 'en') {
    return new Intl.DateTimeFormat(localeOf(language), { day: 'numeric', month: 'short', timeZone }).format(moment)
  }
  const day = Number(new Intl.DateTimeFormat('en', { day: 'numeric', timeZone }).format(moment))
  // Three letters for each month; Indian English would use "Sept".
  const month = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone }).format(moment)
  return `${day}${endings[ordinals.select(day)] ?? 'th'} ${month}`
}
