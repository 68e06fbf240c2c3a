import type { Span } from '@saathi/contract/calendar/spans'
import { INDIA, isZone, momentOf } from '@saathi/contract/calendar/zone'
import { DAY_MS } from '@saathi/contract/core/time'
import { OWN_UID } from '../ics.ts'
import { type DayBudget, dayNumber, daysOfRule } from './recurrence-rule.ts'

/** One line of a calendar file: `name;PARAMETER=value:value`. */
type Property = { name: string; parameters: ReadonlyMap<string, string>; value: string }
type Component = readonly Property[]
/** A time by the clock of its zone; `isDay` if it is a whole day. */
type WallTime = { date: string; time: string; zone: string; isDay: boolean }

/** Longer events of a series are cut, so that the days before the window stay few. */
const MAX_REPEATED_MS = 14 * DAY_MS
/** More of them in two weeks are not a person's calendar. */
const MAX_EVENTS = 1_000
const MAX_DAYS_JUDGED = 100_000
const LINE = /^([A-Za-z0-9-]+)((?:;[A-Za-z0-9-]+=(?:"[^"]*"|[^";:])*)*):(.*)$/

/**
 * The times within the window at which the events of calendar files (RFC 5545) say that their owner is busy. Our own events do not
 * count: we know them. Titles are not read.
 */
export function busyTimesOf(files: readonly string[], { window, email }: { window: Span; email: string }): Span[] {
  const budget = { left: MAX_DAYS_JUDGED }
  const events = files
    .flatMap(readEvents)
    .filter((event) => !valueOf(event, 'UID').endsWith(OWN_UID))
    .slice(0, MAX_EVENTS)
  const moved = new Set(
    events.flatMap((event) => {
      const original = timeOf(propertyOf(event, 'RECURRENCE-ID'))
      return original ? [`${valueOf(event, 'UID')} ${toMoment(original)}`] : []
    }),
  )
  return events
    .filter((event) => isBusy(event, email))
    .flatMap((event) => occurrencesOf(event, { window, moved, budget }))
    .filter(({ from, until }) => from < window.until && until > window.from)
}

/** Lines that continue begin with a space. Alarms inside an event have properties of their own. */
function readEvents(ics: string): Component[] {
  const events: Property[][] = []
  const open: string[] = []
  for (const line of ics.replace(/\r?\n[ \t]/g, '').split(/\r?\n/)) {
    const property = readLine(line)
    if (!property) continue
    const { name, value } = property
    if (name === 'BEGIN') open.push(value.toUpperCase())
    if (name === 'BEGIN' && value.toUpperCase() === 'VEVENT') events.push([])
    if (name === 'END') open.pop()
    if (name !== 'BEGIN' && name !== 'END' && open.at(-1) === 'VEVENT') events.at(-1)?.push(property)
  }
  return events
}

function readLine(line: string): Property | null {
  const [, name = '', parameters = '', value = ''] = LINE.exec(line) ?? []
  if (name === '') return null
  return { name: name.toUpperCase(), parameters: readParameters(parameters), value }
}

/** Quoted values may contain semicolons. The quotes are dropped. */
function readParameters(text: string): Map<string, string> {
  const parts: string[] = []
  let isQuoted = false
  for (const char of text) {
    if (char === '"') isQuoted = !isQuoted
    else if (char === ';' && !isQuoted) parts.push('')
    else parts.push((parts.pop() ?? '') + char)
  }
  return new Map(parts.map((part) => [part.slice(0, part.indexOf('=')).toUpperCase(), part.slice(part.indexOf('=') + 1)]))
}

const propertyOf = (event: Component, name: string) => event.find((property) => property.name === name)
const valueOf = (event: Component, name: string): string => propertyOf(event, name)?.value ?? ''

/** Events that are marked as free, cancelled or declined leave the time open. */
function isBusy(event: Component, email: string): boolean {
  const isDeclined = event.some(
    ({ name, parameters, value }) =>
      name === 'ATTENDEE' && parameters.get('PARTSTAT') === 'DECLINED' && value.toLowerCase() === `mailto:${email.toLowerCase()}`,
  )
  return valueOf(event, 'TRANSP') !== 'TRANSPARENT' && valueOf(event, 'STATUS') !== 'CANCELLED' && !isDeclined
}

type Within = { window: Span; moved: ReadonlySet<string>; budget: DayBudget }

function occurrencesOf(event: Component, { window, moved, budget }: Within): Span[] {
  const start = timeOf(propertyOf(event, 'DTSTART'))
  if (!start) return []
  const first = toMoment(start)
  const whole = lengthOf(event, start, first)
  const rule = valueOf(event, 'RRULE')
  if (whole <= 0) return []
  if (rule === '' || propertyOf(event, 'RECURRENCE-ID')) return [{ from: first, until: first + whole }]
  const length = Math.min(whole, MAX_REPEATED_MS)
  const until = untilOf(rule, start.zone)
  const uid = valueOf(event, 'UID')
  const without = new Set(
    event
      .filter(({ name }) => name === 'EXDATE')
      .flatMap((property) => property.value.split(',').map((value) => timeOf({ ...property, value })))
      .flatMap((time) => (time ? [toMoment(time)] : [])),
  )
  // A day more on both sides, because zones differ.
  const days = daysOfRule(rule, dayNumber(start.date), {
    from: Math.floor((window.from - length) / DAY_MS) - 1,
    until: Math.floor(window.until / DAY_MS) + 1,
    budget,
  })
  return days
    .map((day) => toMoment({ ...start, date: new Date(day * DAY_MS).toISOString().slice(0, 10) }))
    .filter((at) => at <= until && !without.has(at) && !moved.has(`${uid} ${at}`))
    .map((from): Span => ({ from, until: from + length }))
}

function lengthOf(event: Component, start: WallTime, from: number): number {
  const end = timeOf(propertyOf(event, 'DTEND'))
  if (end) return Math.max(0, toMoment(end) - from)
  const [, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] =
    /^\+?P(?:(\d{1,4})W)?(?:(\d{1,4})D)?(?:T(?:(\d{1,5})H)?(?:(\d{1,6})M)?(?:(\d{1,7})S)?)?$/
      .exec(valueOf(event, 'DURATION'))
      ?.map((part) => Number(part ?? 0)) ?? []
  const duration = (((weeks * 7 + days) * 24 + hours) * 60 + minutes) * 60_000 + seconds * 1000
  return duration > 0 ? duration : start.isDay ? DAY_MS : 0
}

/** A date means the whole day. */
function untilOf(rule: string, zone: string): number {
  const text = /(?:^|;)UNTIL=([^;]+)/i.exec(rule)?.[1]
  if (text === undefined) return Infinity
  const time = timeOf({ name: 'UNTIL', parameters: new Map([['TZID', zone]]), value: text })
  return time ? toMoment(time) + (time.isDay ? DAY_MS - 1 : 0) : Infinity
}

/** Null if it is not a time. Times without a zone, and whole days, are in India. */
function timeOf(property: Property | undefined): WallTime | null {
  const [, year, month, day, hour, minute, second, utc] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?$/.exec(property?.value.trim() ?? '') ?? []
  if (property === undefined || year === undefined) return null
  const time = { date: `${year}-${month}-${day}`, time: `${hour ?? '00'}:${minute ?? '00'}:${second ?? '00'}` }
  if (Number.isNaN(Date.parse(`${time.date}T${time.time}Z`))) return null
  return { ...time, zone: utc === 'Z' ? 'UTC' : zoneOf(property.parameters.get('TZID')), isDay: hour === undefined }
}

/** Some programs write a prefix before the name. Names of other kinds are rare, and taken for India. */
function zoneOf(name: string | undefined): string {
  if (name === undefined) return INDIA
  if (isZone(name)) return name
  const last = name.split('/').slice(-2).join('/')
  return isZone(last) ? last : INDIA
}

const toMoment = (time: WallTime): number => momentOf(time, time.zone).getTime()
