import type { Span } from '@saathi/contract/calendar/spans'
import { INDIA, momentOf } from '@saathi/contract/calendar/zone'
import * as z from 'zod/mini'
import { type IcsEvent, endOf, textOf } from '../ics.ts'
import { type Access, type PersonalCalendar, ProviderFailure } from './provider.ts'
import { type TransportReply, sendWithAccess, failureOf, isOk, isGone, readJson, type Transport } from './http.ts'

const GoogleError = z.object({ error: z.object({ errors: z.array(z.object({ reason: z.string() })) }) })
/** Google's rate limit reasons, sent with 403 or 429. */
const rateLimitReasons = new Set(['rateLimitExceeded', 'userRateLimitExceeded', 'quotaExceeded', 'dailyLimitExceeded'])

const EventTime = z.object({ dateTime: z.optional(z.string()), date: z.optional(z.string()) })
const BusyEvents = z.object({
  items: z.optional(
    z.array(
      z.object({
        id: z.string(),
        start: EventTime,
        end: EventTime,
        transparency: z.optional(z.string()),
        attendees: z.optional(z.array(z.object({ self: z.optional(z.boolean()), responseStatus: z.optional(z.string()) }))),
      }),
    ),
  ),
})
/** Neither titles nor other people. */
const BUSY_FIELDS = 'items(id,start,end,transparency,attendees(self,responseStatus))'
/** The most that Google sends at once. */
const MAX_EVENTS = '2500'

/** The person's primary Google calendar (Calendar API v3). */
export function googleCalendar(parts: { transport: Transport; access: Access; apiUrl: string }): PersonalCalendar {
  const { transport, access, apiUrl } = parts
  const events = `${apiUrl}/calendars/primary/events`

  async function send(method: string, id: string | null, body?: object): Promise<TransportReply> {
    const url = new URL(id === null ? events : `${events}/${encodeURIComponent(id)}`)
    const json = body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    return sendWithAccess(transport, access, { method, url, ...json })
  }
  const requireOk = (reply: TransportReply) => {
    if (!isOk(reply)) throw googleFailure(reply, new URL(apiUrl).host)
  }

  return {
    nameFor: idOf,
    async put(event, storedName) {
      const id = idOf(event)
      if (storedName !== null) {
        // PATCH keeps the person's own colour and reminder.
        const changed = await send('PATCH', id, toGoogle(event))
        if (!isGone(changed)) {
          requireOk(changed)
          return id
        }
      }
      const added = await send('POST', null, { id, ...toGoogle(event) })
      // The event exists, or was deleted and its id is still reserved: in both cases overwrite it.
      requireOk(added.status === 409 ? await send('PUT', id, toGoogle(event)) : added)
      return id
    },
    async remove(storedName) {
      const removed = await send('DELETE', storedName)
      if (!isGone(removed)) requireOk(removed)
    },
    async findBusy({ window: { from, until }, own }) {
      const url = new URL(events)
      url.search = new URLSearchParams({
        timeMin: new Date(from).toISOString(),
        timeMax: new Date(until).toISOString(),
        singleEvents: 'true',
        maxResults: MAX_EVENTS,
        fields: BUSY_FIELDS,
      }).toString()
      const reply = await sendWithAccess(transport, access, { method: 'GET', url })
      requireOk(reply)
      const read = BusyEvents.safeParse(readJson(reply))
      if (!read.success) throw new ProviderFailure('down', `${url.host} sent an unreadable reply`)
      return (read.data.items ?? [])
        .filter(({ id, transparency, attendees = [] }) => {
          const isDeclined = attendees.some(({ self, responseStatus }) => self === true && responseStatus === 'declined')
          return !own.has(id) && transparency !== 'transparent' && !isDeclined
        })
        .map(({ start, end }): Span => ({ from: timeOf(start), until: timeOf(end) }))
    },
  }
}

/** Whole days begin at midnight in India. */
const timeOf = ({ dateTime, date }: z.infer<typeof EventTime>): number =>
  dateTime === undefined ? momentOf({ date: date ?? '', time: '00:00:00' }, INDIA).getTime() : Date.parse(dateTime)

/** Our own id, so that adding an event twice is a conflict. Google allows the letters a to v and digits. */
const idOf = ({ uuid }: IcsEvent): string => uuid.replaceAll('-', '').toLowerCase()

const toGoogle = (event: IcsEvent) => ({
  status: 'confirmed',
  summary: event.title,
  description: textOf(event),
  location: event.url ?? '',
  start: { dateTime: event.at.toISOString(), timeZone: 'UTC' },
  end: { dateTime: endOf(event).toISOString(), timeZone: 'UTC' },
})

function googleFailure(reply: TransportReply, host: string): ProviderFailure {
  const parsed = GoogleError.safeParse(readJson(reply))
  const reasons = parsed.success ? parsed.data.error.errors.map(({ reason }) => reason) : []
  if (reply.status === 403 && reasons.some((reason) => rateLimitReasons.has(reason))) {
    return new ProviderFailure('busy', `${host} is rate limiting us`)
  }
  // The person removed the calendar permission; the token itself stays valid.
  if (reply.status === 403 && reasons.includes('insufficientPermissions')) {
    return new ProviderFailure('revoked', `${host} no longer grants access`)
  }
  return failureOf(reply, host)
}
