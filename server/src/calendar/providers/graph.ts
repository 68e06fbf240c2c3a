import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { type IcsEvent, endOf, textOf } from '../ics.ts'
import { type Access, type PersonalCalendar, ProviderFailure } from './provider.ts'
import { type TransportReply, sendWithAccess, failureOf, isOk, isGone, readJson, type Transport } from './http.ts'

/** Our extended property on each event, used to find it again. */
export const UUID_PROPERTY = 'String {5d1f0a52-7c83-4b6e-9f0d-3c1e8a94b7d6} Name SaathiEvent'

const EventReply = z.object({ id: z.string().check(z.minLength(1)) })
const EventList = z.object({ value: z.array(EventReply) })
const EventTime = z.object({ dateTime: z.string() })
const BusyEvents = z.object({
  value: z.array(
    z.object({
      start: EventTime,
      end: EventTime,
      showAs: z.optional(z.string()),
      isCancelled: z.optional(z.boolean()),
      singleValueExtendedProperties: z.optional(z.array(z.object({ id: z.string() }))),
    }),
  ),
})
/** During other events the person can be reached. */
const freeStates = new Set(['free', 'workingElsewhere'])
/** The most that Microsoft sends at once. */
const MAX_EVENTS = '1000'
/** Marks a placeholder name, used while Microsoft's event id is unknown. Such events are looked up by uuid. */
const PLACEHOLDER_PREFIX = 'saathi:'
const isPlaceholder = (name: string): boolean => name.startsWith(PLACEHOLDER_PREFIX)

/** Whether a request concerns the whole calendar or one event. */
type About = 'calendar' | 'event'
/**
 * For a request about the whole calendar these codes mean that we have lost access to it; for one event they concern only that
 * event.
 */
const accessDeniedCodes = new Set(['ErrorAccessDenied', 'Authorization_RequestDenied', 'AccessDenied'])
const GraphError = z.object({ error: z.object({ code: z.string() }) })

/** The person's default Microsoft calendar (Graph v1.0). */
export function graphCalendar(parts: { transport: Transport; access: Access; apiUrl: string }): PersonalCalendar {
  const { transport, access, apiUrl } = parts
  const { host } = new URL(apiUrl)

  function send(method: string, path: string, body?: object): Promise<TransportReply> {
    // Without it, the id changes when the person moves the event to another calendar.
    const headers = { prefer: 'IdType="ImmutableId"', ...(body && { 'content-type': 'application/json' }) }
    return sendWithAccess(transport, access, {
      method,
      url: new URL(`${apiUrl}${path}`),
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
  }
  const read = <T>(schema: z.ZodMiniType<T>, reply: TransportReply, about: About): T => {
    if (!isOk(reply)) throw graphFailure(reply, host, about)
    const parsed = schema.safeParse(readJson(reply))
    if (!parsed.success) throw new ProviderFailure('down', `${host} sent an unreadable reply`)
    return parsed.data
  }

  /** Search in the calendar itself, to exclude deleted events. */
  async function find(uuid: string): Promise<string | null> {
    const filter = `singleValueExtendedProperties/Any(ep: ep/id eq '${UUID_PROPERTY}' and ep/value eq '${uuid}')`
    const reply = await send('GET', `/me/calendar/events?$filter=${encodeURIComponent(filter)}&$select=id&$top=1`)
    return read(EventList, reply, 'calendar').value[0]?.id ?? null
  }

  const add = (event: IcsEvent, transactionId: string) =>
    send('POST', '/me/events', {
      ...toGraph(event),
      transactionId,
      singleValueExtendedProperties: [{ id: UUID_PROPERTY, value: event.uuid }],
    })

  async function change(event: IcsEvent, id: string): Promise<string | null> {
    const changed = await send('PATCH', `/me/events/${encodeURIComponent(id)}`, toGraph(event))
    return isGone(changed) ? null : read(EventReply, changed, 'event').id
  }

  return {
    nameFor: ({ uuid }) => PLACEHOLDER_PREFIX + uuid,
    /** Microsoft does not document how long transactionId prevents duplicates, so look for an existing event first. */
    async put(event, storedName) {
      const known = storedName === null || isPlaceholder(storedName) ? null : await change(event, storedName)
      if (known !== null) return known
      const before = await find(event.uuid)
      const updated = before === null ? null : await change(event, before)
      if (updated !== null) return updated
      const added = await add(event, event.uuid)
      if (!isDuplicate(added)) return read(EventReply, added, 'calendar').id
      const duplicate = await find(event.uuid)
      const changed = duplicate === null ? null : await change(event, duplicate)
      // The event of that transaction was deleted: the id is used up, so add the event with a new one.
      return changed ?? read(EventReply, await add(event, randomUUID()), 'calendar').id
    },
    async remove(storedName) {
      const id = isPlaceholder(storedName) ? await find(storedName.slice(PLACEHOLDER_PREFIX.length)) : storedName
      if (id === null) return
      const removed = await send('DELETE', `/me/events/${encodeURIComponent(id)}`)
      if (!isOk(removed) && !isGone(removed)) throw graphFailure(removed, host, 'event')
    },
    /** Our events have the extended property, even if their creation was never confirmed. */
    async findBusy({ window: { from, until } }) {
      const query = new URLSearchParams({
        startDateTime: new Date(from).toISOString(),
        endDateTime: new Date(until).toISOString(),
        $select: 'start,end,showAs,isCancelled',
        $expand: `singleValueExtendedProperties($filter=id eq '${UUID_PROPERTY}')`,
        $top: MAX_EVENTS,
      })
      const { value } = read(BusyEvents, await send('GET', `/me/calendar/calendarView?${query.toString()}`), 'calendar')
      return value
        .filter(
          ({ showAs = 'busy', isCancelled = false, singleValueExtendedProperties: ours = [] }) =>
            ours.length === 0 && !isCancelled && !freeStates.has(showAs),
        )
        .map(({ start, end }) => ({ from: momentOf(start), until: momentOf(end) }))
    },
  }
}

const toGraph = (event: IcsEvent) => ({
  subject: event.title,
  body: { contentType: 'text', content: textOf(event) },
  start: { dateTime: toWall(event.at), timeZone: 'UTC' },
  end: { dateTime: toWall(endOf(event)), timeZone: 'UTC' },
  location: { displayName: event.url ?? '' },
})

/** Graph expects the zone in a separate field. */
const toWall = (time: Date): string => time.toISOString().replace('Z', '')

/** In UTC, which is what Graph sends unless it is asked for another zone. */
const momentOf = ({ dateTime }: z.infer<typeof EventTime>): number =>
  Date.parse(dateTime.endsWith('Z') ? dateTime : `${dateTime}Z`)

const codeOf = (reply: TransportReply): string => {
  const parsed = GraphError.safeParse(readJson(reply))
  return parsed.success ? parsed.data.error.code : ''
}

/** For identical content Graph returns the existing event; for different content it returns 409, or 400 with this code. */
const isDuplicate = (reply: TransportReply): boolean => reply.status === 409 || codeOf(reply) === 'ErrorDuplicateTransactionId'

function graphFailure(reply: TransportReply, host: string, about: About): ProviderFailure {
  // A 403 for the whole calendar means revoked access; for a single event it does not.
  if (reply.status === 403 && about === 'calendar' && accessDeniedCodes.has(codeOf(reply)))
    return new ProviderFailure('revoked', `${host} no longer grants access`)
  // A concurrent write: the next attempt succeeds.
  if (reply.status === 409 || reply.status === 412) return new ProviderFailure('down', `${host} answered ${reply.status}`)
  return failureOf(reply, host)
}
