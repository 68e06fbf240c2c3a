/** One occurrence, as calendars of others are told of it. */
export type IcsEvent = {
  /** The same for as long as the occurrence is the same, wherever it is moved. */
  uuid: string
  title: string
  description: string
  at: Date
  minutes: number
  /** Where one joins; null where nobody calls. */
  url: string | null
  version: number
  isCancelled: boolean
}

export type IcsOptions = {
  now: Date
  /** As the calendar is to be called by who subscribes to it. */
  name?: string
  /** For what is sent or fetched. What is put into a calendar server has none: its standard (RFC 4791) forbids it. */
  method?: 'PUBLISH'
}

/** The specification knows when an event begins and not when it ends. */
export const EVENT_MINUTES = 60

const MAX_OCTETS = 75
/** How often who subscribes may look again, in the two spellings that calendars understand. */
const refresh = ['REFRESH-INTERVAL;VALUE=DURATION:PT1H', 'X-PUBLISHED-TTL:PT1H']

/** A calendar file by RFC 5545. Times are moments (UTC) and each occurrence stands alone, so that no zone or pattern is needed. */
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
    // What is published names who publishes it (RFC 5546); nobody can be written to there.
    ...(method ? ['ORGANIZER;CN=Saathi:invalid:nomail'] : []),
    `SUMMARY:${toText(title)}`,
    ...(description === '' ? [] : [`DESCRIPTION:${toText(description)}`]),
    // Every calendar shows a place; few show an address.
    ...(url === null ? [] : [`LOCATION:${toText(url)}`, `URL:${new URL(url).href}`]),
    'END:VEVENT',
  ]
}

const toMoment = (time: Date): string =>
  time
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replace(/[-:]/g, '')

/** What people typed: whatever could end a line or begin another property becomes a sign inside the text, or is left out. */
function toText(typed: string): string {
  return typed
    .toWellFormed()
    .replace(/\r\n|[\r\n\u2028\u2029\u0085]/g, '\n')
    .replaceAll('\t', ' ')
    .replace(/(?!\n)\p{Cc}/gu, '')
    .replace(/[\\;,]/g, (sign) => `\\${sign}`)
    .replaceAll('\n', '\\n')
}

/** No line is longer than 75 octets; the next begins with a space. A letter of several octets stays whole. */
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
