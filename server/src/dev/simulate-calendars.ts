import { CalendarProvider } from '@saathi/contract/calendar/entities'
import type { SimulatedProviders, Transport } from '#calendar/public.ts'
import type { CalendarSettings, OAuthSettings } from '#core/settings/calendar.ts'
import type { Env } from '#core/env.ts'
import { simulateGoogleCalendar } from './calendar-google.ts'
import { simulateGraph } from './calendar-graph.ts'
import type { ProviderRequest, SimulatedEvent, ProviderReply } from './calendar-messages.ts'
import { CLIENT, type SimulatedOAuth, simulateOAuth } from './calendar-oauth.ts'

export const CALENDARS_BASE = '/dev/calendars'
/** A reserved name: requests sent there by mistake go nowhere. */
const originOf = (provider: string) => `http://${provider}.calendars.invalid`

export type SimulatedCalendars = SimulatedProviders & {
  providers: Readonly<Record<CalendarProvider, SimulatedProvider>>
  /** Providers that are simulated as unavailable. */
  down: Set<CalendarProvider>
}

/** Simulates the providers in development, demo and tests, offline and within the process. */
export function simulateCalendars(env: Pick<Env, 'mode'>): SimulatedCalendars {
  if (env.mode === 'production') throw new Error('Calendars cannot be simulated in production')
  const providers = {
    google: simulateProvider('google'),
    outlook: simulateProvider('outlook'),
    yahoo: simulateProvider('yahoo'),
    apple: simulateProvider('apple'),
  }
  const down = new Set<CalendarProvider>()

  const transport: Transport = async ({ method, url, headers = {}, body = '' }) => {
    const provider = CalendarProvider.options.find((each) => originOf(each) === url.origin)
    const headerMap = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
    const request = {
      method,
      path: url.pathname,
      query: url.searchParams,
      header: (name: string) => headerMap.get(name) ?? null,
      body,
    }
    const reply = provider && !down.has(provider) ? providers[provider].answer(request) : { status: 503 }
    const replyHeaders = new Map(Object.entries(reply.headers ?? {}))
    return { status: reply.status, header: (name) => replyHeaders.get(name) ?? null, text: reply.body ?? '' }
  }

  const origins = { google: originOf('google'), outlook: originOf('outlook'), yahoo: originOf('yahoo'), apple: originOf('apple') }
  return { settings: settingsAt(origins, (provider) => `${CALENDARS_BASE}/${provider}/auth`), transport, providers, down }
}

/** A whole simulated provider: OAuth and calendars, in memory. */
type SimulatedProvider = {
  answer: (request: ProviderRequest) => ProviderReply
  /** Null for Apple, which only has passwords. */
  oauth: SimulatedOAuth | null
  accounts: () => string[]
  events: (email: string) => SimulatedEvent[]
  deleteOf: (email: string, name: string) => void
}

/** Any other password is accepted. */
export const WRONG_PASSWORD = 'wrong-wrong-wrong-wrong'

export function simulateProvider(provider: CalendarProvider): SimulatedProvider {
  if (provider === 'apple') return { ...simulateDav(accountByPassword), oauth: null }
  const oauth = simulateOAuth(provider)
  const calendar =
    provider === 'google'
      ? simulateGoogleCalendar(oauth.accountOf)
      : provider === 'outlook'
        ? simulateGraph(oauth.accountOf)
        : simulateDav(oauth.accountOf)
  return {
    ...calendar,
    oauth,
    answer: (request) => {
      if (request.path === '/token') return oauth.token(request)
      if (request.path === '/revoke') return oauth.revoke(request)
      return calendar.answer(request)
    },
  }
}

function accountByPassword(header: string | null): string | null {
  const [, encoded = ''] = /^Basic (.+)$/.exec(header ?? '') ?? []
  const [, email = '', password = ''] = /^([^:]+):(.+)$/.exec(Buffer.from(encoded, 'base64').toString('utf8')) ?? []
  return email === '' || password === WRONG_PASSWORD ? null : email
}

type Settings = Omit<CalendarSettings, 'answerWithinMs'>
const apiPaths = { google: '/calendar/v3', outlook: '/v1.0', yahoo: '' }

/** Settings for simulated providers at these origins. */
export function settingsAt(
  origins: Readonly<Record<CalendarProvider, string>>,
  authorizationUrl: (provider: string) => string,
): Settings {
  const oauthAt = (provider: keyof typeof apiPaths): OAuthSettings => ({
    ...CLIENT,
    authorizationUrl: authorizationUrl(provider),
    tokenUrl: `${origins[provider]}/token`,
    revocationUrl: provider === 'outlook' ? undefined : `${origins[provider]}/revoke`,
    apiUrl: origins[provider] + apiPaths[provider],
  })
  return {
    google: oauthAt('google'),
    outlook: oauthAt('outlook'),
    yahoo: oauthAt('yahoo'),
    apple: { caldavUrl: `${origins.apple}/` },
  }
}

type Person = { email: string; base: string }

const inXml = (responses: string): ProviderReply => ({
  status: 207,
  headers: { 'content-type': 'application/xml; charset=utf-8' },
  body: `<?xml version="1.0" encoding="utf-8"?><D:multistatus xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">${responses}</D:multistatus>`,
})
const response = (href: string, properties: string) =>
  `<D:response><D:href>${href}</D:href><D:propstat><D:prop>${properties}</D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>`
const privilege = (name: string) =>
  `<D:current-user-privilege-set><D:privilege><D:${name}/></D:privilege></D:current-user-privilege-set>`
const calendar = (href: string, component: string, may: string) =>
  response(
    href,
    `<D:resourcetype><D:collection/><C:calendar/></D:resourcetype>${privilege(may)}` +
      `<C:supported-calendar-component-set><C:comp name="${component}"/></C:supported-calendar-component-set>`,
  )

/** A CalDAV server with one writable calendar among others that are not. */
function simulateDav(accountOf: (header: string | null) => string | null) {
  const calendars = new Map<string, Map<string, string>>()
  const eventsOf = (email: string) => {
    const known = calendars.get(email) ?? new Map<string, string>()
    calendars.set(email, known)
    return known
  }

  function answer(request: ProviderRequest): ProviderReply {
    const email = accountOf(request.header('authorization'))
    if (email === null) return { status: 401, headers: { 'www-authenticate': 'Basic realm="calendar"' } }
    const person = { email, base: `/${encodeURIComponent(email)}` }
    if (request.method === 'PROPFIND') return describe(request, person)
    if (request.method === 'REPORT') return report(eventsOf(email), request, person)
    const home = `${person.base}/calendars/home/`
    const name = request.path.startsWith(home) ? request.path.slice(home.length) : ''
    if (!/^[\w.-]+\.ics$/.test(name)) return { status: 403 }
    const events = eventsOf(email)
    if (request.method === 'PUT') return put(events, name, request)
    if (request.method !== 'DELETE') return { status: 405 }
    return { status: events.delete(name) ? 204 : 404 }
  }

  return {
    answer,
    accounts: () => [...calendars.keys()],
    events: (email: string): SimulatedEvent[] => [...eventsOf(email)].map(([name, ics]) => show(name, ics)),
    deleteOf: (email: string, name: string) => void eventsOf(email).delete(name),
  }
}

function describe({ path, header, body }: ProviderRequest, { base }: Person): ProviderReply {
  const requests = (property: string) => body.includes(`:${property}/>`)
  if (!/^application\/xml\b/.test(header('content-type') ?? '')) return { status: 415 }
  if (path === '/' && requests('current-user-principal')) {
    return inXml(response('/', `<D:current-user-principal><D:href>${base}/principal/</D:href></D:current-user-principal>`))
  }
  if (path === `${base}/principal/` && requests('calendar-home-set')) {
    return inXml(response(path, `<C:calendar-home-set><D:href>${base}/calendars/</D:href></C:calendar-home-set>`))
  }
  if (path !== `${base}/calendars/` || header('depth') !== '1') return { status: 404 }
  return inXml(
    response(path, `<D:resourcetype><D:collection/></D:resourcetype>${privilege('all')}`) +
      calendar(`${path}reminders/`, 'VTODO', 'all') +
      calendar(`${path}holidays/`, 'VEVENT', 'read') +
      calendar(`${path}home/`, 'VEVENT', 'write'),
  )
}

/** All events, whatever the window: like servers that do not expand recurring ones. */
function report(events: Map<string, string>, { path, header, body }: ProviderRequest, { base }: Person): ProviderReply {
  const isQuery = body.includes('<c:calendar-query') && /<c:time-range start="\d{8}T\d{6}Z" end="\d{8}T\d{6}Z"\/>/.test(body)
  if (path !== `${base}/calendars/home/` || header('depth') !== '1' || !isQuery) return { status: 403 }
  const files = [...events].map(([name, ics]) =>
    response(path + name, `<C:calendar-data>${ics.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</C:calendar-data>`),
  )
  return inXml(files.join(''))
}

/** One event, named after its UID, without METHOD, which is only for invitations. */
function put(events: Map<string, string>, name: string, { header, body }: ProviderRequest): ProviderReply {
  if (!/^text\/calendar\b/.test(header('content-type') ?? '')) return { status: 415 }
  const lines = body.replace(/\r\n[ \t]/g, '').split('\r\n')
  const count = (line: string) => lines.filter((each) => each === line).length
  const isOne = lines[0] === 'BEGIN:VCALENDAR' && count('BEGIN:VEVENT') === 1 && count('END:VEVENT') === 1
  const isOwn = lines.some((line) => line.startsWith(`UID:${name.replace(/\.ics$/, '')}`))
  if (!isOne || !isOwn || lines.some((line) => line.startsWith('METHOD'))) return { status: 403 }
  const isNew = !events.has(name)
  events.set(name, body)
  return { status: isNew ? 201 : 204 }
}

function show(name: string, ics: string): SimulatedEvent {
  const lines = ics.replace(/\r\n[ \t]/g, '').split('\r\n')
  const valueOf = (property: string) => lines.find((line) => line.startsWith(`${property}:`))?.slice(property.length + 1) ?? ''
  const toIso = (text: string) => text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6.000Z')
  return {
    name,
    title: valueOf('SUMMARY'),
    words: valueOf('DESCRIPTION'),
    startsAt: toIso(valueOf('DTSTART')),
    endsAt: toIso(valueOf('DTEND')),
  }
}
