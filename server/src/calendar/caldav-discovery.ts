import { type DavResource, readMultistatus } from './caldav-xml.ts'
import { ProviderFailure } from './provider.ts'
import { type Answered, type Asked, failureOf } from './provider-http.ts'

export type DavAsk = (asked: Asked) => Promise<Answered>

const MULTISTATUS = 207
const prolog = '<?xml version="1.0" encoding="utf-8"?>'
const propfind = (properties: string) =>
  `${prolog}<d:propfind xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:prop>${properties}</d:prop></d:propfind>`
const wantedOfEach = '<d:resourcetype/><d:current-user-privilege-set/><c:supported-calendar-component-set/>'
const writing = new Set(['all', 'write', 'write-content', 'bind'])
/** Apple keeps each person's calendars at a name of their own under this one. */
const APPLE = '.icloud.com'

/**
 * From who we are (RFC 5397) to where one's calendars lie (RFC 4791) and to the one that takes our events: the known one for as
 * long as it is there, whatever else is; else the one its owner has chosen, or the first. One that others see as well comes last,
 * since what is planned here is not theirs to read.
 */
export async function findCalendar(ask: DavAsk, baseUrl: string, known: string | null): Promise<string> {
  const base = new URL(baseUrl)
  const askFor = (url: URL, depth: '0' | '1', properties: string) =>
    ask({
      method: 'PROPFIND',
      url,
      headers: { depth, 'content-type': 'application/xml; charset=utf-8' },
      body: propfind(properties),
    })
  const look = async (url: URL, depth: '0' | '1', properties: string) => {
    const answered = await askFor(url, depth, properties)
    if (answered.status !== MULTISTATUS) throw failureOf(answered, base.host)
    return readMultistatus(answered.text)
  }
  const step = (address: string | null | undefined, from: URL, what: string) => {
    const url = address ? URL.parse(address, from) : null
    if (!url || !isSameHouse(base, url)) throw new ProviderFailure('refused', `${base.host} names no ${what} of its own`)
    return url
  }
  /** Of a server that knows of no choice we hear nothing, and that is no mistake. */
  async function findChosen(inbox: string | null | undefined, from: URL): Promise<string | null> {
    const url = inbox ? URL.parse(inbox, from) : null
    if (!url || !isSameHouse(base, url)) return null
    const answered = await askFor(url, '0', '<c:schedule-default-calendar-URL/>')
    const chosen = answered.status === MULTISTATUS ? readMultistatus(answered.text)[0]?.chosen : null
    return chosen ? (URL.parse(chosen, url)?.href ?? null) : null
  }

  const [root] = await look(base, '0', '<d:current-user-principal/>')
  const principal = step(root?.principal, base, 'principal')
  const [person] = await look(principal, '0', '<c:calendar-home-set/><c:schedule-inbox-URL/>')
  const home = step(person?.home, principal, 'home of calendars')
  const calendars = (await look(home, '1', wantedOfEach)).filter(takesEvents)
  const among = (address: string | null, of: readonly DavResource[]) =>
    address === null
      ? undefined
      : of.find(({ href }) => URL.canParse(href, home) && isSamePlace(address, new URL(href, home).href))

  const stands = among(known, calendars)
  if (stands) return withSlash(step(stands.href, home, 'calendar').href)
  const chosen = await findChosen(person?.inbox, principal)
  const own = calendars.filter(({ isShared }) => !isShared)
  const calendar = among(chosen, own) ?? own[0] ?? among(chosen, calendars) ?? calendars[0]
  return withSlash(step(calendar?.href, home, 'calendar that takes events').href)
}

const takesEvents = ({ isCalendar, components, privileges }: DavResource): boolean =>
  isCalendar &&
  (components.length === 0 || components.some((name) => name.toUpperCase() === 'VEVENT')) &&
  (privileges.length === 0 || privileges.some((name) => writing.has(name)))

const withSlash = (address: string): string => (address.endsWith('/') ? address : `${address}/`)

/** By its path alone: a server may be found under another name tomorrow, and hold the same things. */
export const isSamePlace = (one: string, other: string): boolean =>
  withSlash(new URL(one).pathname) === withSlash(new URL(other).pathname)

/** The same server, or another of Apple's beside it. Nowhere else goes the password, whatever an answer says. */
export function isSameHouse(base: URL, url: URL): boolean {
  if (url.origin === base.origin) return true
  const isApple = ({ protocol, hostname }: URL) => protocol === 'https:' && hostname.endsWith(APPLE)
  return isApple(base) && isApple(url) && url.port === base.port
}
