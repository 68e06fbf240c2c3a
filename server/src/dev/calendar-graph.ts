import { randomUUID } from 'node:crypto'
import { UUID_PROPERTY } from '#calendar/public.ts'
import {
  type ProviderRequest,
  inJson,
  isObject,
  type SimulatedEvent,
  readObject,
  textOf,
  type ProviderReply,
  unknownIn,
} from './calendar-messages.ts'

const EVENTS = '/v1.0/me/events'
const CALENDAR = '/v1.0/me/calendar/events'
const VIEW = '/v1.0/me/calendar/calendarView'
const changeable = 'subject body start end location isReminderOn reminderMinutesBeforeStart showAs categories'.split(' ')
const addable = [...changeable, 'transactionId', 'singleValueExtendedProperties']

type StoredEvent = Readonly<Record<string, unknown>>

const refuse = (status: number, code: string): ProviderReply => inJson(status, { error: { code, message: code } })

/** Microsoft Graph v1.0 for writing and finding events of the default calendar. */
export function simulateGraph(accountOf: (header: string | null) => string | null) {
  const calendars = new Map<string, Map<string, StoredEvent>>()
  /** Includes deleted events: Microsoft does not document how long it keeps transaction ids. */
  const transactions = new Map<string, string>()
  const eventsOf = (email: string) => {
    const known = calendars.get(email) ?? new Map<string, StoredEvent>()
    calendars.set(email, known)
    return known
  }

  function answer(request: ProviderRequest): ProviderReply {
    const email = accountOf(request.header('authorization'))
    if (email === null) return refuse(401, 'InvalidAuthenticationToken')
    const events = eventsOf(email)
    const { method, path } = request
    if (method === 'GET' && path === CALENDAR) return find(events, request.query)
    if (method === 'GET' && path === VIEW) return view(events, request.query)
    if (method === 'POST' && path === EVENTS) return add(email, events, readObject(request))
    const id = decodeURIComponent(path.slice(EVENTS.length + 1))
    if (!path.startsWith(`${EVENTS}/`)) return refuse(400, 'BadRequest')
    if (!events.has(id)) return refuse(404, 'ErrorItemNotFound')
    if (method === 'PATCH') return change(events, id, readObject(request))
    if (method !== 'DELETE') return refuse(405, 'MethodNotAllowed')
    events.delete(id)
    return { status: 204 }
  }

  function add(email: string, events: Map<string, StoredEvent>, body: StoredEvent | null): ProviderReply {
    if (!body || unknownIn(Object.keys(body), addable) || !hasTimes(body)) return refuse(400, 'RequestBodyRead')
    const transaction = `${email} ${textOf(body['transactionId'])}`
    const before = transactions.get(transaction)
    const known = before === undefined ? undefined : events.get(before)
    if (before !== undefined && JSON.stringify(known) !== JSON.stringify(body)) return refuse(409, 'ErrorDuplicateTransactionId')
    const id = before ?? randomUUID()
    transactions.set(transaction, id)
    events.set(id, body)
    return inJson(201, { ...body, id })
  }

  return {
    answer,
    accounts: () => [...calendars.keys()],
    events: (email: string): SimulatedEvent[] => [...eventsOf(email)].map(([name, event]) => show(name, event)),
    deleteOf: (email: string, name: string) => void eventsOf(email).delete(name),
  }
}

function change(events: Map<string, StoredEvent>, id: string, body: StoredEvent | null): ProviderReply {
  if (!body || unknownIn(Object.keys(body), changeable)) return refuse(400, 'RequestBodyRead')
  const next = { ...events.get(id), ...body }
  if (!hasTimes(next)) return refuse(400, 'ErrorPropertyValidationFailure')
  events.set(id, next)
  return inJson(200, { ...next, id })
}

/** Supports exactly the filter that we send. */
function find(events: Map<string, StoredEvent>, query: URLSearchParams): ProviderReply {
  if (unknownIn(query.keys(), ['$filter', '$select', '$top'])) return refuse(400, 'BadRequest')
  const [, property, value] =
    /^singleValueExtendedProperties\/Any\(ep: ep\/id eq '([^']+)' and ep\/value eq '([^']+)'\)$/.exec(
      query.get('$filter') ?? '',
    ) ?? []
  if (property !== UUID_PROPERTY || value === undefined) return refuse(400, 'ErrorInvalidUrlQueryFilter')
  const found = [...events].filter(([, event]) => uuidOf(event) === value).map(([id]) => ({ id }))
  return inJson(200, { value: found.slice(0, Number(query.get('$top') ?? 10)) })
}

/** The fields that we ask for, of the events in the window. */
function view(events: Map<string, StoredEvent>, query: URLSearchParams): ProviderReply {
  const window = { from: Date.parse(query.get('startDateTime') ?? ''), until: Date.parse(query.get('endDateTime') ?? '') }
  const known = ['startDateTime', 'endDateTime', '$select', '$expand', '$top']
  if (unknownIn(query.keys(), known) || !(window.from < window.until)) return refuse(400, 'BadRequest')
  if (query.get('$expand') !== `singleValueExtendedProperties($filter=id eq '${UUID_PROPERTY}')`)
    return refuse(400, 'ErrorInvalidUrlQueryFilter')
  const value = [...events.values()]
    .filter(({ start, end }) => Date.parse(momentOf(start)) < window.until && Date.parse(momentOf(end)) > window.from)
    .map((event) => {
      const { start, end, showAs = 'busy', singleValueExtendedProperties } = event
      return { start, end, showAs, isCancelled: false, ...(uuidOf(event) !== '' && { singleValueExtendedProperties }) }
    })
  return inJson(200, { value })
}

function uuidOf(event: StoredEvent): string {
  const properties = event['singleValueExtendedProperties']
  const own = Array.isArray(properties) ? properties.filter(isObject).find(({ id }) => id === UUID_PROPERTY) : undefined
  return textOf(own?.['value'])
}

/** Without an offset, with a time zone in a separate field. */
function momentOf(value: unknown): string {
  if (!isObject(value) || value['timeZone'] !== 'UTC') return ''
  const wall = textOf(value['dateTime'])
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?$/.test(wall) ? `${wall}Z` : ''
}
const hasTimes = (event: StoredEvent): boolean => Date.parse(momentOf(event['start'])) < Date.parse(momentOf(event['end']))

const show = (name: string, event: StoredEvent): SimulatedEvent => ({
  name,
  title: textOf(event['subject']),
  words: isObject(event['body']) ? textOf(event['body']['content']) : '',
  startsAt: momentOf(event['start']),
  endsAt: momentOf(event['end']),
})
