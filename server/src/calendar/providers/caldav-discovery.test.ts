import { expect, test } from 'vitest'
import { findCalendar } from './caldav-discovery.ts'
import type { TransportRequest } from './http.ts'

type Calendar = { name: string; types?: string }
type Server = { calendars: readonly Calendar[]; chosen?: string; inboxStatus?: number; inbox?: string }

const BASE = 'https://caldav.icloud.com/'
const of = (href: string, properties: string) =>
  `<d:response><d:href>${href}</d:href><d:propstat><d:prop>${properties}</d:prop></d:propstat></d:response>`

/** Replies like Apple's server, with the given content. */
function answering({ calendars, chosen, inboxStatus = 207, inbox = '/7/inbox/' }: Server) {
  const pages: Record<string, string> = {
    '/': of('/', '<d:current-user-principal><d:href>/7/principal/</d:href></d:current-user-principal>'),
    '/7/principal/': of(
      '/7/principal/',
      '<c:calendar-home-set><d:href>https://p34-caldav.icloud.com/7/calendars/</d:href></c:calendar-home-set>' +
        `<c:schedule-inbox-URL><d:href>${inbox}</d:href></c:schedule-inbox-URL>`,
    ),
    '/7/inbox/': of(
      '/7/inbox/',
      chosen ? `<c:schedule-default-calendar-URL><d:href>${chosen}</d:href></c:schedule-default-calendar-URL>` : '',
    ),
    '/7/calendars/': calendars
      .map(({ name, types = '' }) =>
        of(`/7/calendars/${name}/`, `<d:resourcetype><d:collection/><c:calendar/>${types}</d:resourcetype>`),
      )
      .join(''),
  }
  const asked: string[] = []
  const ask = async ({ url }: TransportRequest) => {
    asked.push(url.href)
    const text = `<d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav">${pages[url.pathname] ?? ''}</d:multistatus>`
    return { status: url.pathname === '/7/inbox/' ? inboxStatus : 207, header: () => null, text }
  }
  return { ask, asked }
}

const at = (name: string) => `https://p34-caldav.icloud.com/7/calendars/${name}/`
const family = { name: 'family', types: '<cs:shared xmlns:cs="http://calendarserver.org/ns/"/>' }
const given = { name: 'given', types: '<cs:shared-owner xmlns:cs="http://calendarserver.org/ns/"/>' }
const [home, work] = [{ name: 'home' }, { name: 'work' }]

test.each([
  ['the first', { calendars: [home, work] }, null, 'home'],
  ['the default of its owner', { calendars: [home, work], chosen: '/7/calendars/work' }, null, 'work'],
  ['the first private one', { calendars: [family, given, work] }, null, 'work'],
  ['a private one before a shared default', { calendars: [family, work], chosen: '/7/calendars/family/' }, null, 'work'],
  ['a shared one if there is no other', { calendars: [given, family], chosen: '/7/calendars/family/' }, null, 'family'],
  ['the first if the default is gone', { calendars: [home, work], chosen: '/7/calendars/gone/' }, null, 'home'],
  ['the first if the server has no default', { calendars: [home, work], inboxStatus: 404 }, null, 'home'],
  ['the first if the inbox is on another host', { calendars: [home, work], inbox: 'https://evil.test/7/inbox/' }, null, 'home'],
  ['the known one while it exists', { calendars: [home, family], chosen: '/7/calendars/home/' }, at('family'), 'family'],
  ['another if the known one is gone', { calendars: [home, work] }, at('gone'), 'home'],
])('[CAL-06] findCalendar chooses %s', async (_what, server, known, name) => {
  const { ask, asked } = answering(server)
  expect(await findCalendar(ask, BASE, known)).toBe(at(name))
  expect(asked.every((url) => new URL(url).hostname.endsWith('.icloud.com'))).toBe(true)
})

test('[CAL-06] the known calendar is found after its host name changed', async () => {
  const { ask } = answering({ calendars: [home, work] })
  const known = 'https://p12-caldav.icloud.com/7/calendars/work/'
  expect(await findCalendar(ask, BASE, known)).toBe(at('work'))
})
