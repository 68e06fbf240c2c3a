import { Parser } from 'htmlparser2'
import { type TransportReply, type TransportRequest, failureOf } from './http.ts'
import { ProviderFailure } from './provider.ts'

export type DavRequest = (request: TransportRequest) => Promise<TransportReply>

const MULTISTATUS = 207
export const isMultistatus = ({ status }: TransportReply): boolean => status === MULTISTATUS
const prolog = '<?xml version="1.0" encoding="utf-8"?>'
const propfind = (properties: string) =>
  `${prolog}<d:propfind xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:prop>${properties}</d:prop></d:propfind>`
const calendarProperties = '<d:resourcetype/><d:current-user-privilege-set/><c:supported-calendar-component-set/>'
const writing = new Set(['all', 'write', 'write-content', 'bind'])
/** Apple stores each person's calendars on a personal subdomain of this. */
const APPLE = '.icloud.com'

/**
 * Discovers the principal (RFC 5397), the calendar home (RFC 4791) and a calendar for our events: the known one while it exists,
 * otherwise the owner's default or the first. Shared calendars come last, because our events are private.
 */
export async function findCalendar(send: DavRequest, baseUrl: string, known: string | null): Promise<string> {
  const base = new URL(baseUrl)
  const propfindAt = (url: URL, depth: '0' | '1', properties: string) =>
    send({
      method: 'PROPFIND',
      url,
      headers: { depth, 'content-type': 'application/xml; charset=utf-8' },
      body: propfind(properties),
    })
  const fetchResources = async (url: URL, depth: '0' | '1', properties: string) => {
    const reply = await propfindAt(url, depth, properties)
    if (!isMultistatus(reply)) throw failureOf(reply, base.host)
    return readMultistatus(reply.text)
  }
  const requireUrl = (address: string | null | undefined, from: URL, property: string) => {
    const url = address ? URL.parse(address, from) : null
    if (!url || !isSameProvider(base, url)) throw new ProviderFailure('refused', `${base.host} does not provide a ${property}`)
    return url
  }
  /** Servers without a default calendar return nothing, which is not an error. */
  async function findDefault(inbox: string | null | undefined, from: URL): Promise<string | null> {
    const url = inbox ? URL.parse(inbox, from) : null
    if (!url || !isSameProvider(base, url)) return null
    const reply = await propfindAt(url, '0', '<c:schedule-default-calendar-URL/>')
    const chosen = isMultistatus(reply) ? readMultistatus(reply.text)[0]?.chosen : null
    return chosen ? (URL.parse(chosen, url)?.href ?? null) : null
  }

  const [root] = await fetchResources(base, '0', '<d:current-user-principal/>')
  const principal = requireUrl(root?.principal, base, 'principal')
  const [person] = await fetchResources(principal, '0', '<c:calendar-home-set/><c:schedule-inbox-URL/>')
  const home = requireUrl(person?.home, principal, 'calendar home')
  const calendars = (await fetchResources(home, '1', calendarProperties)).filter(takesEvents)
  const among = (address: string | null, of: readonly DavResource[]) =>
    address === null
      ? undefined
      : of.find(({ href }) => URL.canParse(href, home) && isSameCalendar(address, new URL(href, home).href))

  const existing = among(known, calendars)
  if (existing) return withSlash(requireUrl(existing.href, home, 'calendar').href)
  const chosen = await findDefault(person?.inbox, principal)
  const own = calendars.filter(({ isShared }) => !isShared)
  const calendar = among(chosen, own) ?? own[0] ?? among(chosen, calendars) ?? calendars[0]
  return withSlash(requireUrl(calendar?.href, home, 'calendar that takes events').href)
}

const takesEvents = ({ isCalendar, components, privileges }: DavResource): boolean =>
  isCalendar &&
  (components.length === 0 || components.some((name) => name.toUpperCase() === 'VEVENT')) &&
  (privileges.length === 0 || privileges.some((name) => writing.has(name)))

const withSlash = (address: string): string => (address.endsWith('/') ? address : `${address}/`)

/** By path only: the same server may use another host name later. */
export const isSameCalendar = (one: string, other: string): boolean =>
  withSlash(new URL(one).pathname) === withSlash(new URL(other).pathname)

/** The same origin, or another iCloud host. The password must not be sent anywhere else. */
export function isSameProvider(base: URL, url: URL): boolean {
  if (url.origin === base.origin) return true
  const isApple = ({ protocol, hostname }: URL) => protocol === 'https:' && hostname.endsWith(APPLE)
  return isApple(base) && isApple(url) && url.port === base.port
}

/** The properties of a CalDAV resource that we need. */
type DavResource = {
  href: string
  /** The authenticated user. */
  principal: string | null
  /** The URL of their calendars. */
  home: string | null
  /** The scheduling inbox, and the default calendar it names (RFC 6638). */
  inbox: string | null
  chosen: string | null
  isCalendar: boolean
  /** Visible to others too. */
  isShared: boolean
  /** The supported component types; empty if the server does not say. */
  components: readonly string[]
  /** The user's privileges; empty if the server does not say. */
  privileges: readonly string[]
  /** The calendar file of an event. */
  data: string | null
}

type Draft = { -readonly [K in keyof DavResource]: DavResource[K] extends readonly string[] ? string[] : DavResource[K] }
const emptyDraft = (): Draft => ({
  href: '',
  principal: null,
  home: null,
  inbox: null,
  chosen: null,
  isCalendar: false,
  isShared: false,
  components: [],
  privileges: [],
  data: null,
})
const shared = new Set(['shared', 'shared-owner'])
/** A real one has about eight levels. The parser's time grows with the square of the depth. */
const MAX_DEPTH = 50

/** Parses a multistatus (RFC 4918). Names are compared without prefix, because each server chooses its own. */
export function readMultistatus(xml: string): DavResource[] {
  const resources: Draft[] = []
  const path: string[] = []
  let text = ''
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        const inside = path.at(-1)
        const local = localName(name)
        path.push(local)
        if (path.length > MAX_DEPTH) throw new ProviderFailure('down', 'The reply is nested too deeply')
        text = ''
        if (local === 'response') resources.push(emptyDraft())
        const resource = resources.at(-1)
        if (!resource) return
        if (local === 'calendar' && inside === 'resourcetype') resource.isCalendar = true
        if (shared.has(local) && inside === 'resourcetype') resource.isShared = true
        if (local === 'comp') resource.components.push(attributes['name'] ?? '')
        if (inside === 'privilege') resource.privileges.push(local)
      },
      ontext: (part) => {
        text += part
      },
      onclosetag: () => {
        const local = path.pop()
        const resource = resources.at(-1)
        if (local === 'calendar-data' && resource) resource.data = text
        if (local === 'href' && resource) setUrl(resource, path.at(-1), text.trim())
        text = ''
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.end(xml)
  return resources
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1).toLowerCase()

/** The first value of each: there may be several homes. */
function setUrl(resource: Draft, inside: string | undefined, address: string): void {
  if (inside === 'response') resource.href ||= address
  if (inside === 'current-user-principal') resource.principal ??= address
  if (inside === 'calendar-home-set') resource.home ??= address
  if (inside === 'schedule-inbox-url') resource.inbox ??= address
  if (inside === 'schedule-default-calendar-url') resource.chosen ??= address
}
