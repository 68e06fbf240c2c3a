import * as z from 'zod/mini'
import type { IcsEvent } from './ics.ts'
import { type Access, type PersonalCalendar, ProviderFailure } from './provider.ts'
import { type Answered, askWithAccess, failureOf, isFine, isGone, readJson, type Transport } from './provider-http.ts'
import { endOf, wordsOf } from './provider-words.ts'

const GoogleError = z.object({ error: z.object({ errors: z.array(z.object({ reason: z.string() })) }) })
/** Google's words for asking too often, which it says with 403 as well as with 429. */
const tooOften = new Set(['rateLimitExceeded', 'userRateLimitExceeded', 'quotaExceeded', 'dailyLimitExceeded'])

/** The person's first calendar at Google, by its Calendar API v3. */
export function googleCalendar(parts: { transport: Transport; access: Access; apiUrl: string }): PersonalCalendar {
  const { transport, access, apiUrl } = parts
  const events = `${apiUrl}/calendars/primary/events`

  async function ask(method: string, id: string | null, body?: object): Promise<Answered> {
    const url = new URL(id === null ? events : `${events}/${encodeURIComponent(id)}`)
    const json = body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    return askWithAccess(transport, access, { method, url, ...json })
  }
  const requireFine = (answered: Answered) => {
    if (!isFine(answered)) throw googleFailure(answered, new URL(apiUrl).host)
  }

  return {
    nameFor: idOf,
    async put(event, knownAs) {
      const id = idOf(event)
      if (knownAs !== null) {
        // A part of it: the colour and the reminder somebody chose for it stay theirs.
        const changed = await ask('PATCH', id, toGoogle(event))
        if (!isGone(changed)) {
          requireFine(changed)
          return id
        }
      }
      const added = await ask('POST', null, { id, ...toGoogle(event) })
      // It stands there already, or stood there and was deleted, for which Google keeps the name: either way it is written whole.
      requireFine(added.status === 409 ? await ask('PUT', id, toGoogle(event)) : added)
      return id
    },
    async remove(knownAs) {
      const removed = await ask('DELETE', knownAs)
      if (!isGone(removed)) requireFine(removed)
    },
  }
}

/** A name of ours: whoever adds the same event twice is told, instead of having it twice. Google takes a to v and digits. */
const idOf = ({ uuid }: IcsEvent): string => uuid.replaceAll('-', '').toLowerCase()

const toGoogle = (event: IcsEvent) => ({
  status: 'confirmed',
  summary: event.title,
  description: wordsOf(event),
  location: event.url ?? '',
  start: { dateTime: event.at.toISOString(), timeZone: 'UTC' },
  end: { dateTime: endOf(event).toISOString(), timeZone: 'UTC' },
})

function googleFailure(answered: Answered, host: string): ProviderFailure {
  const said = GoogleError.safeParse(readJson(answered))
  const reasons = said.success ? said.data.error.errors.map(({ reason }) => reason) : []
  if (answered.status === 403 && reasons.some((reason) => tooOften.has(reason))) {
    return new ProviderFailure('busy', `${host} wants to be asked less often`)
  }
  // Whoever takes the calendar out of what we may do leaves the token as it is.
  if (answered.status === 403 && reasons.includes('insufficientPermissions')) {
    return new ProviderFailure('revoked', `${host} no longer lets us in`)
  }
  return failureOf(answered, host)
}
