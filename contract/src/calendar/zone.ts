import { DAY_MS } from '../core/time.ts'

export const INDIA = 'Asia/Kolkata'

/** A local date and time without a zone. */
export type Wall = { date: string; time: string }

const formats = new Map<string, Intl.DateTimeFormat>()

/** Throws a RangeError for an unknown zone. Zone names are case-insensitive, so the cache key is in lower case. */
function formatOf(zone: string): Intl.DateTimeFormat {
  const key = zone.toLowerCase()
  const known = formats.get(key)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-CA', {
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
  formats.set(key, format)
  return format
}

/** Names only: an offset such as +05:30 does not define when clocks change. */
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
 * The instant at which the zone's clock shows this. A repeated time is its first occurrence; a skipped time moves forward by the
 * gap: 2:30 in the night of the change becomes 3:30.
 */
export function momentOf(wall: Wall, zone: string): Date {
  const shown = asIfUtc(wall)
  const before = offsetAt(shown - DAY_MS, zone)
  const after = offsetAt(shown + DAY_MS, zone)
  const fitting = [before, after].map((offset) => shown - offset).filter((moment) => offsetAt(moment, zone) === shown - moment)
  return new Date(fitting.length > 0 ? Math.min(...fitting) : shown - before)
}
