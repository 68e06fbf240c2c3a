import type { Span } from '@saathi/contract/calendar/spans'
import { busyTimesOf } from '../busy/ics-busy.ts'
import { findCalendar, isMultistatus, isSameProvider, isSameCalendar, readMultistatus } from './caldav-discovery.ts'
import { type IcsEvent, icsOf } from '../ics.ts'
import { type Access, type PersonalCalendar, ProviderFailure } from './provider.ts'
import { type TransportRequest, sendWithAccess, failureOf, isOk, isGone, type Transport } from './http.ts'

type CaldavParts = {
  transport: Transport
  access: Access
  baseUrl: string
  now: () => Date
  /** The stored calendar URL. */
  calendarUrl: string | null
  /** Verify that the stored calendar still exists, within this time limit. */
  verifyWithin?: AbortSignal
  /** Called when the calendar is elsewhere; events in the old one are gone. */
  storeCalendarUrl: (calendarUrl: string) => Promise<void>
}

/** A calendar on a CalDAV server (RFC 4791): Apple with an app password, Yahoo with a token. */
export async function openCaldav(parts: CaldavParts): Promise<PersonalCalendar> {
  const { transport, access, now, storeCalendarUrl, verifyWithin } = parts
  const base = new URL(parts.baseUrl)
  /** Credentials must not be sent to another host, even if a stored URL names it. */
  const send = async (request: TransportRequest) => {
    if (!isSameProvider(base, request.url)) throw new ProviderFailure('refused', `${base.host} does not host this URL`)
    return sendWithAccess(transport, access, { ...request, ...(verifyWithin && { signal: verifyWithin }) })
  }
  const known = parts.calendarUrl !== null && isSameProvider(base, new URL(parts.calendarUrl)) ? parts.calendarUrl : null
  let current = known === null || verifyWithin ? await findCalendar(send, base.href, known) : known
  if (current !== parts.calendarUrl) await storeCalendarUrl(current)
  let hasRediscovered = false

  /** True if the calendar is gone and another was found. False if only this event is refused. */
  async function rediscover(): Promise<boolean> {
    if (hasRediscovered) return false
    hasRediscovered = true
    const found = await findCalendar(send, base.href, current)
    if (found === current) return false
    current = found
    await storeCalendarUrl(found)
    return true
  }

  async function remove(url: URL): Promise<void> {
    const removed = await send({ method: 'DELETE', url })
    if (!isOk(removed) && !isGone(removed)) throw failureOf(removed, base.host)
  }

  const addressOf = ({ uuid }: IcsEvent) => new URL(`${uuid}.ics`, current)

  return {
    nameFor: (event) => addressOf(event).href,
    async put(event, storedName) {
      const write = () =>
        send({
          method: 'PUT',
          url: addressOf(event),
          headers: { 'content-type': 'text/calendar; charset=utf-8' },
          body: icsOf([event], { now: now() }),
        })
      let written = await write()
      if ((isGone(written) || written.status === 409) && (await rediscover())) written = await write()
      if (!isOk(written)) throw failureOf(written, base.host)
      const { href } = addressOf(event)
      if (storedName !== null && !isSameCalendar(storedName, href)) await removeOld(new URL(storedName))
      return href
    },
    remove: (storedName) => remove(new URL(storedName)),
    async findBusy({ window, email }) {
      const found = await send({
        method: 'REPORT',
        url: new URL(current),
        headers: { depth: '1', 'content-type': 'application/xml; charset=utf-8' },
        body: busyQuery(window),
      })
      if (!isMultistatus(found)) throw failureOf(found, base.host)
      const files = readMultistatus(found.text).flatMap(({ data }) => data ?? [])
      return busyTimesOf(files, { window, email })
    },
  }

  /** The event has a new URL. If the old one cannot be deleted, it is left to the owner. */
  async function removeOld(url: URL): Promise<void> {
    try {
      await remove(url)
    } catch (error) {
      if (!(error instanceof ProviderFailure) || error.kind !== 'refused') throw error
    }
  }
}

/** What is needed to know when somebody is busy; a server may still send everything. */
const neededProperties = [
  'UID',
  'DTSTART',
  'DTEND',
  'DURATION',
  'RRULE',
  'EXDATE',
  'RECURRENCE-ID',
  'TRANSP',
  'STATUS',
  'ATTENDEE',
]
const toUtc = (at: number): string => new Date(at).toISOString().replace(/[-:]|\.\d+/g, '')

/** A calendar-query (RFC 4791, 7.8) for the events in a window, with recurring ones as single events in UTC. */
function busyQuery({ from, until }: Span): string {
  const range = `start="${toUtc(from)}" end="${toUtc(until)}"`
  const properties = neededProperties.map((name) => `<c:prop name="${name}"/>`).join('')
  return (
    '<?xml version="1.0" encoding="utf-8"?><c:calendar-query xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav">' +
    `<d:prop><c:calendar-data><c:comp name="VCALENDAR"><c:comp name="VEVENT">${properties}</c:comp></c:comp>` +
    `<c:expand ${range}/></c:calendar-data></d:prop>` +
    `<c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="VEVENT"><c:time-range ${range}/></c:comp-filter></c:comp-filter></c:filter>` +
    '</c:calendar-query>'
  )
}
