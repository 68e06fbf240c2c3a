import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import type { IcsEvent } from './ics.ts'
import { type Access, type PersonalCalendar, ProviderFailure } from './provider.ts'
import { type Answered, askWithAccess, failureOf, isFine, isGone, readJson, type Transport } from './provider-http.ts'
import { endOf, wordsOf } from './provider-words.ts'

/** A property of ours on each event, by which it is found again; the set is named by a number that is nobody else's. */
export const UUID_PROPERTY = 'String {5d1f0a52-7c83-4b6e-9f0d-3c1e8a94b7d6} Name SaathiEvent'

const Made = z.object({ id: z.string().check(z.minLength(1)) })
const Found = z.object({ value: z.array(Made) })
/** Before our own number, for as long as Microsoft has not told us its own: what it names is looked for. */
const EXPECTED = 'saathi:'
const isExpected = (name: string): boolean => name.startsWith(EXPECTED)

/** What a request is about: the calendar as a whole, or one event in it. */
type About = 'calendar' | 'event'
/** That we may not enter the calendar; of one event in it the same words say no more than that. */
const closed = new Set(['ErrorAccessDenied', 'Authorization_RequestDenied', 'AccessDenied'])
const GraphError = z.object({ error: z.object({ code: z.string() }) })

/** The person's first calendar at Microsoft, by Graph v1.0. */
export function graphCalendar(parts: { transport: Transport; access: Access; apiUrl: string }): PersonalCalendar {
  const { transport, access, apiUrl } = parts
  const { host } = new URL(apiUrl)

  function ask(method: string, path: string, body?: object): Promise<Answered> {
    // Otherwise an event would change its name when somebody moves it to another of their calendars.
    const headers = { prefer: 'IdType="ImmutableId"', ...(body && { 'content-type': 'application/json' }) }
    return askWithAccess(transport, access, {
      method,
      url: new URL(`${apiUrl}${path}`),
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
  }
  const read = <T>(schema: z.ZodMiniType<T>, answered: Answered, about: About): T => {
    if (!isFine(answered)) throw graphFailure(answered, host, about)
    const said = schema.safeParse(readJson(answered))
    if (!said.success) throw new ProviderFailure('down', `${host} answered what we cannot read`)
    return said.data
  }

  /** In the calendar itself, so that what lies among the deleted is not taken for it. */
  async function find(uuid: string): Promise<string | null> {
    const filter = `singleValueExtendedProperties/Any(ep: ep/id eq '${UUID_PROPERTY}' and ep/value eq '${uuid}')`
    const answered = await ask('GET', `/me/calendar/events?$filter=${encodeURIComponent(filter)}&$select=id&$top=1`)
    return read(Found, answered, 'calendar').value[0]?.id ?? null
  }

  const add = (event: IcsEvent, transactionId: string) =>
    ask('POST', '/me/events', {
      ...toGraph(event),
      transactionId,
      singleValueExtendedProperties: [{ id: UUID_PROPERTY, value: event.uuid }],
    })

  async function change(event: IcsEvent, id: string): Promise<string | null> {
    const changed = await ask('PATCH', `/me/events/${encodeURIComponent(id)}`, toGraph(event))
    return isGone(changed) ? null : read(Made, changed, 'event').id
  }

  return {
    nameFor: ({ uuid }) => EXPECTED + uuid,
    /**
     * The transaction's number is ours and keeps Microsoft from adding an event twice, for as long as it remembers it. Nobody
     * says how long that is, so that an event which may stand there already is looked for first.
     */
    async put(event, knownAs) {
      const known = knownAs === null || isExpected(knownAs) ? null : await change(event, knownAs)
      if (known !== null) return known
      const before = await find(event.uuid)
      const mended = before === null ? null : await change(event, before)
      if (mended !== null) return mended
      const added = await add(event, event.uuid)
      if (!isDouble(added)) return read(Made, added, 'calendar').id
      const meanwhile = await find(event.uuid)
      const changed = meanwhile === null ? null : await change(event, meanwhile)
      // What is remembered was deleted since: the number is used up, and nothing stands there that could be doubled.
      return changed ?? read(Made, await add(event, randomUUID()), 'calendar').id
    },
    async remove(knownAs) {
      const id = isExpected(knownAs) ? await find(knownAs.slice(EXPECTED.length)) : knownAs
      if (id === null) return
      const removed = await ask('DELETE', `/me/events/${encodeURIComponent(id)}`)
      if (!isFine(removed) && !isGone(removed)) throw graphFailure(removed, host, 'event')
    },
  }
}

const toGraph = (event: IcsEvent) => ({
  subject: event.title,
  body: { contentType: 'text', content: wordsOf(event) },
  start: { dateTime: toWall(event.at), timeZone: 'UTC' },
  end: { dateTime: toWall(endOf(event)), timeZone: 'UTC' },
  location: { displayName: event.url ?? '' },
})

/** Graph wants the zone beside the time and not in it. */
const toWall = (time: Date): string => time.toISOString().replace('Z', '')

const codeOf = (answered: Answered): string => {
  const said = GraphError.safeParse(readJson(answered))
  return said.success ? said.data.error.code : ''
}

/** Of the same contents it answers with the event that is there; of others it says this, with 409 or with 400. */
const isDouble = (answered: Answered): boolean => answered.status === 409 || codeOf(answered) === 'ErrorDuplicateTransactionId'

function graphFailure(answered: Answered, host: string, about: About): ProviderFailure {
  // To one's own calendar nobody is denied but who was not, or is no longer, allowed in; to one event in it, anybody may be.
  if (answered.status === 403 && about === 'calendar' && closed.has(codeOf(answered)))
    return new ProviderFailure('revoked', `${host} no longer lets us in`)
  // Two writers at the same instant: the next try finds it quiet.
  if (answered.status === 409 || answered.status === 412)
    return new ProviderFailure('down', `${host} answered ${answered.status}`)
  return failureOf(answered, host)
}
