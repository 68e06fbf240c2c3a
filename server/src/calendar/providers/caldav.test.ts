import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildEvent, EMAIL, failureOf, openStandIn, SHORT_MS } from '../../../test/calendar-providers/open-stand-in.ts'
import { type StandIn, startStandIn } from '../../../test/calendar-providers/stand-in.ts'
import { WRONG_PASSWORD } from '#dev/simulate-calendars.ts'
import { openCaldav } from './caldav.ts'
import { isSameProvider, readMultistatus } from './caldav-discovery.ts'
import { openAccess } from '../integration/access.ts'
import { openTransport } from './http.ts'

let apple: StandIn
let yahoo: StandIn
beforeAll(async () => {
  apple = await startStandIn('apple')
  yahoo = await startStandIn('yahoo')
})
afterAll(async () => {
  await apple.stop()
  await yahoo.stop()
})
beforeEach(() => {
  apple.fail(null)
  apple.forgetRequests()
})

const now = () => new Date('2026-11-10T10:00:00Z')
type Changes = {
  password?: string
  calendarUrl?: string | null
  answerWithinMs?: number
  found?: string[]
  verifyWithin?: AbortSignal
}

function open(changes: Changes = {}) {
  const { password = 'abcd-efgh-ijkl-mnop', calendarUrl = null, answerWithinMs = 10_000, found = [], verifyWithin } = changes
  return openCaldav({
    transport: openTransport(answerWithinMs),
    access: openAccess({ secret: { password }, email: EMAIL, client: null, keep: async () => {} }),
    baseUrl: `${apple.origin}/`,
    now,
    calendarUrl,
    ...(verifyWithin && { verifyWithin }),
    storeCalendarUrl: async (place) => void found.push(place),
  })
}
const home = () => `${apple.origin}/${encodeURIComponent(EMAIL)}/calendars/home/`

test('[CAL-06] finds the first writable event calendar, and adds and removes an event', async () => {
  const found: string[] = []
  const calendar = await open({ found })
  expect(found).toEqual([home()])
  const event = buildEvent({ title: 'Told to Apple' })
  const name = await calendar.put(event, null)
  expect(name).toBe(`${home()}${event.uuid}.ics`)
  await calendar.put({ ...event, title: 'Told again', version: 2 }, name)
  expect(apple.played.events(EMAIL)).toMatchObject([{ title: 'Told again', startsAt: '2026-11-14T14:00:00.000Z' }])
  await calendar.remove(name)
  await calendar.remove(name)
  expect(apple.played.events(EMAIL)).toEqual([])
})

test('[DAY-29] asks only for what says when its owner is busy', async () => {
  const calendar = await open()
  const name = await calendar.put(buildEvent({ title: 'Ours' }), null)
  apple.forgetRequests()
  const window = { from: Date.parse('2026-11-10T10:00:00Z'), until: Date.parse('2026-11-25T10:00:00.500Z') }
  expect(await calendar.findBusy({ window, own: new Set(), email: EMAIL })).toEqual([])
  const [{ method, path, body } = { method: '', path: '', body: '' }] = apple.requests
  expect([method, path]).toEqual(['REPORT', new URL(home()).pathname])
  expect(body).toContain('<c:expand start="20261110T100000Z" end="20261125T100000Z"/>')
  expect(body).not.toMatch(/SUMMARY|DESCRIPTION|LOCATION/)
  apple.fail(() => ({ status: 403 }))
  expect(await failureOf(calendar.findBusy({ window, own: new Set(), email: EMAIL }))).toMatchObject({ kind: 'refused' })
  apple.fail(null)
  await calendar.remove(name)
})

test('[CAL-06] an event whose creation was not confirmed is overwritten, not duplicated', async () => {
  const event = buildEvent({ title: 'Once' })
  const calendar = await open()
  apple.failOnce(({ method }) => (method === 'PUT' ? 'lost' : null))
  expect(await failureOf(calendar.put(event, null))).toMatchObject({ kind: 'down' })
  const name = await calendar.put(event, null)
  expect(apple.played.events(EMAIL)).toHaveLength(1)
  await calendar.remove(name)
})

test('the calendar is discovered once, and again when it is gone', async () => {
  const found: string[] = []
  const calendar = await open({ calendarUrl: `${apple.origin}/${encodeURIComponent(EMAIL)}/calendars/old/`, found })
  expect(apple.requestLines()).toEqual([])
  apple.fail(({ method, path }) => (method === 'PUT' && path.includes('/old/') ? { status: 404 } : null))
  const name = await calendar.put(buildEvent(), null)
  expect({ found, isThere: name.startsWith(home()) }).toEqual({ found: [home()], isThere: true })
  await calendar.remove(name)
})

test('[CAL-06] Yahoo is accessed with a token, which is renewed when it expires', async () => {
  const opened = openStandIn(yahoo)
  const calendar = await openCaldav({
    ...opened,
    baseUrl: `${yahoo.origin}/`,
    now,
    calendarUrl: null,
    storeCalendarUrl: async () => {},
  })
  opened.oauth.expireAccessTokens()
  const name = await calendar.put(buildEvent({ title: 'Told to Yahoo' }), null)
  expect(yahoo.titles(EMAIL)).toEqual(['Told to Yahoo'])
  expect(opened.kept).toHaveLength(1)
  await calendar.remove(name)
  expect(yahoo.titles(EMAIL)).toEqual([])
})

describe('a CalDAV server that replies with', () => {
  test('401 to a wrong password', async () => {
    expect(await failureOf(open({ password: WRONG_PASSWORD }))).toMatchObject({ kind: 'revoked' })
  })

  test.each([
    ['503', { status: 503 }, 'down'],
    ['429', { status: 429 }, 'busy'],
    ['423', { status: 423 }, 'down'],
    ['507', { status: 507 }, 'down'],
    ['403', { status: 403 }, 'refused'],
    ['409 in an unchanged calendar', { status: 409 }, 'refused'],
    ['a broken connection', 'cut' as const, 'down'],
  ])('%s to an event maps to its failure kind', async (_what, told, kind) => {
    const calendar = await open({ calendarUrl: home() })
    apple.fail(({ method }) => (method === 'PUT' ? told : null))
    expect(await failureOf(calendar.put(buildEvent(), null))).toMatchObject({ kind })
  })

  test('no reply in time counts as down', async () => {
    apple.fail(() => 'silence')
    expect(await failureOf(open({ answerWithinMs: SHORT_MS }))).toMatchObject({ kind: 'down' })
  })

  test('several slow replies count as down when the overall limit is reached', async () => {
    apple.fail(({ path }) => (path.endsWith('/calendars/') ? 'silence' : null))
    const failure = await failureOf(open({ answerWithinMs: 60_000, verifyWithin: AbortSignal.timeout(SHORT_MS) }))
    expect(failure).toMatchObject({ kind: 'down' })
  })

  test.each([
    ['a principal elsewhere', '<d:current-user-principal><d:href>https://evil.test/me/</d:href></d:current-user-principal>'],
    [
      'a principal on another port',
      '<d:current-user-principal><d:href>http://127.0.0.1:1/me/</d:href></d:current-user-principal>',
    ],
    ['no principal', '<d:current-user-principal><d:unauthenticated/></d:current-user-principal>'],
  ])('%s gets no password on another host', async (_what, property) => {
    const body = `<d:multistatus xmlns:d="DAV:"><d:response><d:href>/</d:href><d:propstat><d:prop>${property}</d:prop></d:propstat></d:response></d:multistatus>`
    apple.fail(() => ({ status: 207, body }))
    expect(await failureOf(open())).toMatchObject({ kind: 'refused' })
    expect(apple.requestLines()).toEqual(['PROPFIND /'])
  })

  test('a stored URL on another host is discovered again, without sending the password there', async () => {
    const found: string[] = []
    const calendar = await open({ calendarUrl: `${yahoo.origin}/somebody/calendars/home/`, found })
    yahoo.forgetRequests()
    const name = await calendar.put(buildEvent(), `${yahoo.origin}/somebody/calendars/home/x.ics`)
    expect({ found, isThere: name.startsWith(home()), asked: yahoo.requestLines() }).toEqual({
      found: [home()],
      isThere: true,
      asked: [],
    })
    await calendar.remove(name)
  })

  test('an event URL on another host is not requested with the password', async () => {
    const calendar = await open({ calendarUrl: home() })
    expect(await failureOf(calendar.remove('https://evil.test/x.ics'))).toMatchObject({ kind: 'refused' })
  })
})

test.each([
  ['https://caldav.icloud.com/', 'https://caldav.icloud.com/1/', true],
  ['https://caldav.icloud.com/', 'https://p34-caldav.icloud.com:443/1/', true],
  ['https://caldav.icloud.com/', 'http://p34-caldav.icloud.com/1/', false],
  ['https://caldav.icloud.com/', 'https://icloud.com.evil.test/', false],
  ['https://caldav.icloud.com/', 'https://evilicloud.com/', false],
  ['https://caldav.icloud.com/', 'https://p34-caldav.icloud.com:8443/1/', false],
  ['https://caldav.calendar.yahoo.com/', 'https://evil.yahoo.com/', false],
  ['https://dav.co.uk/', 'https://evil.co.uk/', false],
  ['https://dav.city.example/', 'https://evil.city.example/', false],
  ['https://icloud.com/', 'https://evil.com/', false],
  ['https://10.0.0.1/', 'https://10.0.0.2/', false],
  ['http://127.0.0.1:5232/', 'http://127.0.0.1:5233/', false],
])('isSameProvider(%s, %s) is %s', (base, to, isOpen) => {
  expect(isSameProvider(new URL(base), new URL(to))).toBe(isOpen)
})

describe('a multistatus', () => {
  test('is parsed with any prefixes, entities and missing properties', () => {
    const xml = `<?xml version="1.0"?><multistatus xmlns="DAV:" xmlns:x="urn:ietf:params:xml:ns:caldav">
      <response><href> /a&amp;b/ </href>
        <propstat><prop><resourcetype><collection/><x:calendar/></resourcetype>
          <x:supported-calendar-component-set><x:comp name="VTODO"/><x:comp name="VEVENT"/></x:supported-calendar-component-set>
          <current-user-privilege-set><privilege><read/></privilege><privilege><write/></privilege></current-user-privilege-set>
        </prop><status>HTTP/1.1 200 OK</status></propstat>
        <propstat><prop><x:calendar-home-set/></prop><status>HTTP/1.1 404 Not Found</status></propstat>
      </response></multistatus>`
    expect(readMultistatus(xml)).toEqual([
      {
        href: '/a&b/',
        principal: null,
        home: null,
        inbox: null,
        chosen: null,
        isCalendar: true,
        isShared: false,
        components: ['VTODO', 'VEVENT'],
        privileges: ['read', 'write'],
        data: null,
      },
    ])
  })

  test.each([
    '',
    'not XML',
    '<a><b>',
    '<!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]><response><href>&y;</href></response>',
  ])('that is invalid yields nothing: %s', (text) => {
    expect(JSON.stringify(readMultistatus(text))).not.toContain('root:')
  })

  test('that is nested too deeply is refused', () => {
    expect(() => readMultistatus(`<multistatus>${'<response>'.repeat(100_000)}`)).toThrow('nested too deeply')
  })
})
