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

const PATH = '/calendar/v3/calendars/primary/events'
/** The writable fields of an event that we might use. */
const writable =
  'id status summary description location start end transparency colorId reminders source extendedProperties'.split(' ')
const listParameters = ['timeMin', 'timeMax', 'singleEvents', 'maxResults', 'fields']

type StoredEvent = Readonly<Record<string, unknown>>

const refuse = (code: number, reason: string, domain = 'global'): ProviderReply =>
  inJson(code, { error: { errors: [{ domain, reason, message: reason }], code, message: reason } })

/** Google's Calendar API v3 for writing and listing events of the primary calendar. Like Google's, it keeps the ids of deleted events. */
export function simulateGoogleCalendar(accountOf: (header: string | null) => string | null) {
  const calendars = new Map<string, Map<string, StoredEvent>>()
  const eventsOf = (email: string) => {
    const known = calendars.get(email) ?? new Map<string, StoredEvent>()
    calendars.set(email, known)
    return known
  }

  function answer(request: ProviderRequest): ProviderReply {
    const email = accountOf(request.header('authorization'))
    if (email === null) return refuse(401, 'authError')
    const events = eventsOf(email)
    if (request.method === 'GET' && request.path === PATH) return list(events, request.query)
    if (!request.path.startsWith(PATH) || request.query.size > 0) return refuse(404, 'notFound')
    const id = decodeURIComponent(request.path.slice(PATH.length + 1))
    if (request.method === 'DELETE') return remove(events, id)
    const body = readObject(request)
    if (!body || isInvalid(body) || (request.method !== 'PATCH' && !isWhole(body))) return refuse(400, 'invalid')
    if (request.method === 'POST' && id === '') return insert(events, body)
    if (request.method === 'PUT' || request.method === 'PATCH') return update(events, id, body, request.method === 'PATCH')
    return refuse(404, 'notFound')
  }

  return {
    answer,
    accounts: () => [...calendars.keys()],
    events: (email: string): SimulatedEvent[] =>
      [...eventsOf(email)].filter(([, event]) => event['status'] !== 'cancelled').map(([name, event]) => show(name, event)),
    /** As if the person had deleted it in their calendar. */
    deleteOf: (email: string, name: string) => void remove(eventsOf(email), name),
  }
}

/** The fields that we ask for, of the events in the window. */
function list(events: Map<string, StoredEvent>, query: URLSearchParams): ProviderReply {
  const window = { from: Date.parse(query.get('timeMin') ?? ''), until: Date.parse(query.get('timeMax') ?? '') }
  if (unknownIn(query.keys(), listParameters) || !(window.from < window.until)) return refuse(400, 'badRequest')
  const items = [...events]
    .filter(([, event]) => event['status'] !== 'cancelled')
    .filter(([, { start, end }]) => Date.parse(momentOf(start)) < window.until && Date.parse(momentOf(end)) > window.from)
    .map(([id, { start, end, transparency }]) => ({ id, start, end, transparency }))
  return inJson(200, { items })
}

function isInvalid(body: StoredEvent): boolean {
  const times = ['start', 'end'].map((name) => body[name])
  const isTime = (value: unknown) =>
    value === undefined || (isObject(value) && /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(textOf(value['dateTime'])))
  return unknownIn(Object.keys(body), writable) !== undefined || !times.every(isTime)
}

const momentOf = (value: unknown): string => (isObject(value) ? textOf(value['dateTime']) : '')
const isWhole = (body: StoredEvent): boolean => Date.parse(momentOf(body['start'])) < Date.parse(momentOf(body['end']))

function insert(events: Map<string, StoredEvent>, { id, ...body }: StoredEvent): ProviderReply {
  const name = textOf(id)
  if (!/^[a-v0-9]{5,1024}$/.test(name)) return refuse(400, 'invalid')
  if (events.has(name)) return refuse(409, 'duplicate')
  events.set(name, body)
  return inJson(200, { kind: 'calendar#event', id: name, ...body })
}

function update(events: Map<string, StoredEvent>, name: string, body: StoredEvent, isPart: boolean): ProviderReply {
  const known = events.get(name)
  if (!known) return refuse(404, 'notFound')
  if (isPart && known['status'] === 'cancelled') return refuse(410, 'deleted')
  const next = isPart ? { ...known, ...body } : body
  events.set(name, next)
  return inJson(200, { kind: 'calendar#event', id: name, ...next })
}

function remove(events: Map<string, StoredEvent>, name: string): ProviderReply {
  const known = events.get(name)
  if (!known) return refuse(404, 'notFound')
  if (known['status'] === 'cancelled') return refuse(410, 'deleted')
  events.set(name, { ...known, status: 'cancelled' })
  return { status: 204 }
}

const show = (name: string, event: StoredEvent): SimulatedEvent => ({
  name,
  title: textOf(event['summary']),
  words: textOf(event['description']),
  startsAt: momentOf(event['start']),
  endsAt: momentOf(event['end']),
})
