import { INDIA, isZone, wallAt } from '@saathi/contract/calendar/zone'
import { localeOf } from '@saathi/contract/core/message'

const formatIn = (zone: string, language: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(localeOf(language), { ...options, timeZone: zone })

const hours = { hour: 'numeric', minute: '2-digit' } as const

/** '7:30 pm', always in India's time zone. */
export const indiaTime = (time: string, language: string): string => formatIn(INDIA, language, hours).format(new Date(time))

/** Null if the browser reports no known zone. */
function deviceZone(): string | null {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return zone && isZone(zone) ? zone : null
}

export type LocalTime = { time: string; zone: string }

/** The local time and the name of its zone; null if it equals India's time. Includes the day if it differs. */
export function localTime(time: string, language: string, zone = deviceZone()): LocalTime | null {
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
