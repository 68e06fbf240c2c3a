import { type Heard, inJson, isObject, type PlayedEvent, readObject, textOf, type Told, unknownIn } from './calendar-heard.ts'

const PATH = '/calendar/v3/calendars/primary/events'
/** Of the fields of an event, those that one may write and that we could want. */
const writable = 'id status summary description location start end colorId reminders source extendedProperties'.split(' ')

type Kept = Readonly<Record<string, unknown>>

const refuse = (code: number, reason: string, domain = 'global'): Told =>
  inJson(code, { error: { errors: [{ domain, reason, message: reason }], code, message: reason } })

/** Google's Calendar API v3, as far as events of the first calendar are written. What is deleted keeps its name, as there. */
export function playGoogleCalendar(whose: (header: string | null) => string | null) {
  const calendars = new Map<string, Map<string, Kept>>()
  const eventsOf = (email: string) => {
    const known = calendars.get(email) ?? new Map<string, Kept>()
    calendars.set(email, known)
    return known
  }

  function answer(heard: Heard): Told {
    const email = whose(heard.header('authorization'))
    if (email === null) return refuse(401, 'authError')
    if (!heard.path.startsWith(PATH) || heard.query.size > 0) return refuse(404, 'notFound')
    const events = eventsOf(email)
    const id = decodeURIComponent(heard.path.slice(PATH.length + 1))
    if (heard.method === 'DELETE') return remove(events, id)
    const body = readObject(heard)
    if (!body || wrongIn(body) || (heard.method !== 'PATCH' && !isWhole(body))) return refuse(400, 'invalid')
    if (heard.method === 'POST' && id === '') return insert(events, body)
    if (heard.method === 'PUT' || heard.method === 'PATCH') return update(events, id, body, heard.method === 'PATCH')
    return refuse(404, 'notFound')
  }

  return {
    answer,
    accounts: () => [...calendars.keys()],
    events: (email: string): PlayedEvent[] =>
      [...eventsOf(email)].filter(([, event]) => event['status'] !== 'cancelled').map(([name, event]) => show(name, event)),
    /** As somebody deletes it who sees it in their calendar. */
    deleteOf: (email: string, name: string) => void remove(eventsOf(email), name),
  }
}

function wrongIn(body: Kept): boolean {
  const times = ['start', 'end'].map((name) => body[name])
  const isTime = (value: unknown) =>
    value === undefined || (isObject(value) && /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(textOf(value['dateTime'])))
  return unknownIn(Object.keys(body), writable) !== undefined || !times.every(isTime)
}

const momentOf = (value: unknown): string => (isObject(value) ? textOf(value['dateTime']) : '')
const isWhole = (body: Kept): boolean => Date.parse(momentOf(body['start'])) < Date.parse(momentOf(body['end']))

function insert(events: Map<string, Kept>, { id, ...body }: Kept): Told {
  const name = textOf(id)
  if (!/^[a-v0-9]{5,1024}$/.test(name)) return refuse(400, 'invalid')
  if (events.has(name)) return refuse(409, 'duplicate')
  events.set(name, body)
  return inJson(200, { kind: 'calendar#event', id: name, ...body })
}

function update(events: Map<string, Kept>, name: string, body: Kept, isPart: boolean): Told {
  const known = events.get(name)
  if (!known) return refuse(404, 'notFound')
  if (isPart && known['status'] === 'cancelled') return refuse(410, 'deleted')
  const next = isPart ? { ...known, ...body } : body
  events.set(name, next)
  return inJson(200, { kind: 'calendar#event', id: name, ...next })
}

function remove(events: Map<string, Kept>, name: string): Told {
  const known = events.get(name)
  if (!known) return refuse(404, 'notFound')
  if (known['status'] === 'cancelled') return refuse(410, 'deleted')
  events.set(name, { ...known, status: 'cancelled' })
  return { status: 204 }
}

const show = (name: string, event: Kept): PlayedEvent => ({
  name,
  title: textOf(event['summary']),
  words: textOf(event['description']),
  startsAt: momentOf(event['start']),
  endsAt: momentOf(event['end']),
})
