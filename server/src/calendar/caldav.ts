import { findCalendar, isSameHouse, isSamePlace } from './caldav-discovery.ts'
import { type IcsEvent, icsOf } from './ics.ts'
import { type Access, type PersonalCalendar, ProviderFailure } from './provider.ts'
import { type Asked, askWithAccess, failureOf, isFine, isGone, type Transport } from './provider-http.ts'

type CaldavParts = {
  transport: Transport
  access: Access
  baseUrl: string
  now: () => Date
  /** Where it was found last time. */
  calendarUrl: string | null
  /** Look whether it is still there, until this says that the time is up. */
  lookWithin?: AbortSignal
  /** Another place than before: what stood in the old one is gone with it. */
  keepPlace: (calendarUrl: string) => Promise<void>
}

/** A calendar on a CalDAV server (RFC 4791): Apple's with a password made for us, Yahoo's with a token. */
export async function openCaldav(parts: CaldavParts): Promise<PersonalCalendar> {
  const { transport, access, now, keepPlace, lookWithin } = parts
  const base = new URL(parts.baseUrl)
  /** What opens the calendar goes nowhere else, also where an address was noted long ago. */
  const ask = async (asked: Asked) => {
    if (!isSameHouse(base, asked.url)) throw new ProviderFailure('refused', `${base.host} is not asked for what lies elsewhere`)
    return askWithAccess(transport, access, { ...asked, ...(lookWithin && { signal: lookWithin }) })
  }
  const known = parts.calendarUrl !== null && isSameHouse(base, new URL(parts.calendarUrl)) ? parts.calendarUrl : null
  let current = known === null || lookWithin ? await findCalendar(ask, base.href, known) : known
  if (current !== parts.calendarUrl) await keepPlace(current)
  let hasLookedAgain = false

  /** True when the calendar we knew is gone and there is another. One that refuses a single event still stands. */
  async function lookAgain(): Promise<boolean> {
    if (hasLookedAgain) return false
    hasLookedAgain = true
    const found = await findCalendar(ask, base.href, current)
    if (found === current) return false
    current = found
    await keepPlace(found)
    return true
  }

  async function remove(url: URL): Promise<void> {
    const removed = await ask({ method: 'DELETE', url })
    if (!isFine(removed) && !isGone(removed)) throw failureOf(removed, base.host)
  }

  const addressOf = ({ uuid }: IcsEvent) => new URL(`${uuid}.ics`, current)

  return {
    nameFor: (event) => addressOf(event).href,
    async put(event, knownAs) {
      const write = () =>
        ask({
          method: 'PUT',
          url: addressOf(event),
          headers: { 'content-type': 'text/calendar; charset=utf-8' },
          body: icsOf([event], { now: now() }),
        })
      let written = await write()
      if ((isGone(written) || written.status === 409) && (await lookAgain())) written = await write()
      if (!isFine(written)) throw failureOf(written, base.host)
      const { href } = addressOf(event)
      if (knownAs !== null && !isSamePlace(knownAs, href)) await removeOld(new URL(knownAs))
      return href
    },
    remove: (knownAs) => remove(new URL(knownAs)),
  }

  /** It stands elsewhere now. Where we may not, the old one is its owner's to delete. */
  async function removeOld(url: URL): Promise<void> {
    try {
      await remove(url)
    } catch (error) {
      if (!(error instanceof ProviderFailure) || error.kind !== 'refused') throw error
    }
  }
}
