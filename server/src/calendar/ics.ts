import type { Ctx } from '#core/ctx.ts'
import type { EventRow } from './store.ts'

/** One occurrence for external calendars. */
export type IcsEvent = {
  /** Stays the same when the occurrence is moved. */
  uuid: string
  title: string
  description: string
  at: Date
  minutes: number
  /** The join URL; null if it is not a call. */
  url: string | null
  version: number
  isCancelled: boolean
}

export type IcsOptions = {
  now: Date
  /** The calendar's name for subscribers. */
  name?: string
  /** For mails and feeds. CalDAV resources must not have a method (RFC 4791). */
  method?: 'PUBLISH'
}

/** The specification defines only the start of an event. */
const EVENT_MINUTES = 60

const MAX_OCTETS = 75
/** The refresh interval for subscribers, in the two notations in use. */
const refresh = ['REFRESH-INTERVAL;VALUE=DURATION:PT1H', 'X-PUBLISHED-TTL:PT1H']

/**
 * An ICS file (RFC 5545). Times are in UTC and each occurrence is a separate event, so no zones or recurrence rules are needed.
 */
export function icsOf(events: readonly IcsEvent[], { now, name, method }: IcsOptions): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Saathi//Calendar//EN',
    'CALSCALE:GREGORIAN',
    ...(method ? [`METHOD:${method}`] : []),
    ...(name === undefined ? [] : [`NAME:${toText(name)}`, `X-WR-CALNAME:${toText(name)}`, ...refresh]),
    ...events.flatMap((event) => eventLines(event, now, method)),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${fold(line)}\r\n`).join('')
}

function eventLines(event: IcsEvent, now: Date, method: IcsOptions['method']): string[] {
  const { uuid, title, description, at, minutes, url, version, isCancelled } = event
  return [
    'BEGIN:VEVENT',
    `UID:${uuid}@saathi`,
    `DTSTAMP:${toMoment(now)}`,
    `DTSTART:${toMoment(at)}`,
    `DTEND:${toMoment(new Date(at.getTime() + minutes * 60_000))}`,
    `SEQUENCE:${version}`,
    `STATUS:${isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    // Published events require an organizer (RFC 5546); this address accepts no mail.
    ...(method ? ['ORGANIZER;CN=Saathi:invalid:nomail'] : []),
    `SUMMARY:${toText(title)}`,
    ...(description === '' ? [] : [`DESCRIPTION:${toText(description)}`]),
    // Every calendar shows the location; few show the URL.
    ...(url === null ? [] : [`LOCATION:${toText(url)}`, `URL:${new URL(url).href}`]),
    'END:VEVENT',
  ]
}

const toMoment = (time: Date): string =>
  time
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replace(/[-:]/g, '')

/** Escapes user text: line breaks and separators are escaped, other control characters removed. */
function toText(typed: string): string {
  return typed
    .toWellFormed()
    .replace(/\r\n|[\r\n\u2028\u2029\u0085]/g, '\n')
    .replaceAll('\t', ' ')
    .replace(/(?!\n)\p{Cc}/gu, '')
    .replace(/[\\;,]/g, (sign) => `\\${sign}`)
    .replaceAll('\n', '\\n')
}

/** Lines have at most 75 octets; continuation lines start with a space. Multi-byte characters are not split. */
function fold(line: string): string {
  if (Buffer.byteLength(line) <= MAX_OCTETS) return line
  let folded = ''
  let octets = 0
  for (const letter of line) {
    const size = Buffer.byteLength(letter)
    if (octets + size > MAX_OCTETS) {
      folded += '\r\n '
      octets = 1
    }
    folded += letter
    octets += size
  }
  return folded
}

type EventForIcs = Pick<EventRow, 'sessionUuid' | 'title' | 'description' | 'at' | 'version' | 'isPairGroupCall' | 'cancelledAt'>

export const meetingPath = (sessionUuid: string) => `/video/join-meeting/${sessionUuid}?section=video` as const

/** The event for external calendars. Only calls have a join URL. */
export function icsEventOf(linkTo: Ctx['linkTo'], event: EventForIcs): IcsEvent {
  const { sessionUuid, title, description, at, version, isPairGroupCall, cancelledAt } = event
  return {
    uuid: sessionUuid,
    title,
    description,
    at,
    minutes: EVENT_MINUTES,
    url: isPairGroupCall ? linkTo(meetingPath(sessionUuid)) : null,
    version,
    isCancelled: cancelledAt !== null,
  }
}

/** Includes the join URL, because not every calendar shows the location. */
export const textOf = ({ description, url }: IcsEvent): string =>
  [description, url ?? ''].filter((part) => part !== '').join('\n\n')

export const endOf = ({ at, minutes }: IcsEvent): Date => new Date(at.getTime() + minutes * 60_000)
