import { DAY_MS } from '../core/india-day.ts'

export const INDIA = 'Asia/Kolkata'

/** What a clock on the wall shows: a day and a time of day, nowhere in particular. */
export type Wall = { date: string; time: string }

const formats = new Map<string, Intl.DateTimeFormat>()

/** Throws a RangeError for a zone that does not exist. Upper and lower case are the same to it, and so one entry. */
function formatOf(zone: string): Intl.DateTimeFormat {
  const key = zone.toLowerCase()
  const known = formats.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  formats.set(key, made)
  return made
}

/** Names only: an offset such as +05:30 says nothing of when clocks change. */
export function isZone(zone: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+){0,2}$/.test(zone)) return false
  try {
    formatOf(zone)
    return true
  } catch {
    return false
  }
}

export function wallAt(instant: Date, zone: string): Wall {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  )
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? ''
  return {
    date: `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`,
    time: `${part('hour')}:${part('minute')}:${part('second')}`,
  }
}

const asIfUtc = ({ date, time }: Wall): number => Date.parse(`${date}T${time}Z`)
const offsetAt = (instant: number, zone: string): number => {
  const second = Math.floor(instant / 1000) * 1000
  return asIfUtc(wallAt(new Date(second), zone)) - second
}

/**
 * The moment at which the clock of a zone shows this. Where it shows it twice, the first; where it skips it, as much later as
 * it skips: 2:30 on the night of the change is then 3:30.
 */
export function momentOf(wall: Wall, zone: string): Date {
  const shown = asIfUtc(wall)
  const before = offsetAt(shown - DAY_MS, zone)
  const after = offsetAt(shown + DAY_MS, zone)
  const fitting = [before, after].map((offset) => shown - offset).filter((moment) => offsetAt(moment, zone) === shown - moment)
  return new Date(fitting.length > 0 ? Math.min(...fitting) : shown - before)
}
