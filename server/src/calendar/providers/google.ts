import * as z from 'zod/mini'
import { type IcsEvent, endOf, textOf } from '../ics.ts'
import { type Access, type PersonalCalendar, ProviderFailure } from './provider.ts'
import { type TransportReply, sendWithAccess, failureOf, isOk, isGone, readJson, type Transport } from './http.ts'

const GoogleError = z.object({ error: z.object({ errors: z.array(z.object({ reason: z.string() })) }) })
/** Google's rate limit reasons, sent with 403 or 429. */
const rateLimitReasons = new Set(['rateLimitExceeded', 'userRateLimitExceeded', 'quotaExceeded', 'dailyLimitExceeded'])

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
  }
}

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
