import { INDIA, isZone, wallAt } from '@saathi/contract/calendar/zone'
import { localeOf } from '@saathi/contract/core/message'

const formatIn = (zone: string, language: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(localeOf(language), { ...options, timeZone: zone })

const hours = { hour: 'numeric', minute: '2-digit' } as const

/** '7:30 pm', in India wherever the reader is. */
export const indiaTime = (time: string, language: string): string => formatIn(INDIA, language, hours).format(new Date(time))

/** Null where the browser does not tell, or names what nobody knows. */
export function deviceZone(): string | null {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return zone && isZone(zone) ? zone : null
}

export type Elsewhere = { time: string; zone: string }

/**
 * What the reader's own clock shows then, and what its zone is called; null where it shows the same as India's. The day
 * stands before it where it is another one there.
 */
export function elsewhere(time: string, language: string, zone = deviceZone()): Elsewhere | null {
  if (zone === null) return null
  const moment = new Date(time)
  const [here, there] = [wallAt(moment, INDIA), wallAt(moment, zone)]
  if (here.date === there.date && here.time === there.time) return null
  const day = here.date === there.date ? {} : ({ weekday: 'short', day: 'numeric', month: 'short' } as const)
  const named = formatIn(zone, language, { timeZoneName: 'long' }).formatToParts(moment)
  return {
    time: formatIn(zone, language, { ...day, ...hours }).format(moment),
    zone: named.find(({ type }) => type === 'timeZoneName')?.value ?? zone,
  }
}
