import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildEvent, EMAIL, failureOf, openStandIn, SHORT_MS } from '../../../test/calendar-providers/open-stand-in.ts'
import { type StandIn, startStandIn } from '../../../test/calendar-providers/stand-in.ts'
import { inJson } from '#dev/calendar-messages.ts'
import { googleCalendar } from './google.ts'
import { sendWithAccess } from './http.ts'

let google: StandIn
beforeAll(async () => {
  google = await startStandIn('google')
})
afterAll(() => google.stop())
beforeEach(() => {
  google.fail(null)
  google.forgetRequests()
})

const open = (answerWithinMs?: number) => googleCalendar(openStandIn(google, answerWithinMs))
const eventsNamed = (name: string) => google.played.events(EMAIL).filter((event) => event.name === name)
const replyWith = (status: number, reason: string) => () => inJson(status, { error: { code: status, errors: [{ reason }] } })

test('[CAL-06] an event is added to Google with text, time and join URL', async () => {
  const event = buildEvent()
  const name = await open().put(event, null)
  expect(name).toBe(event.uuid.replaceAll('-', ''))
  expect(eventsNamed(name)).toEqual([
    {
      name,
      title: 'Our call',
      words: `What we talk about\n\n${event.url}`,
      startsAt: '2026-11-14T14:00:00.000Z',
      endsAt: '2026-11-14T15:00:00.000Z',
    },
  ])
})

test('[DAY-29] reads when its owner is busy, without titles and without our own events', async () => {
  const { transport, access, apiUrl } = openStandIn(google)
  const calendar = googleCalendar({ transport, access, apiUrl })
  const at = (time: string) => ({ dateTime: `2026-12-01T${time}:00+05:30` })
  const add = (id: string, changes: object) =>
    sendWithAccess(transport, access, {
      method: 'POST',
      url: new URL(`${apiUrl}/calendars/primary/events`),
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id, summary: 'Dentist', start: at('10:00'), end: at('11:00'), ...changes }),
    })
  await add('dentist', {})
  await add('lunch', { transparency: 'transparent' })
  const own = await calendar.put(buildEvent({ at: new Date('2026-12-01T09:00:00Z') }), null)
  google.forgetRequests()
  const window = { from: Date.parse('2026-12-01T00:00:00Z'), until: Date.parse('2026-12-02T00:00:00Z') }
  expect(await calendar.findBusy({ window, own: new Set([own]), email: EMAIL })).toEqual([
    { from: Date.parse('2026-12-01T04:30:00Z'), until: Date.parse('2026-12-01T05:30:00Z') },
  ])
  expect(google.requests[0]?.query.get('fields')).toBe('items(id,start,end,transparency,attendees(self,responseStatus))')
})

test('[DAY-29] leaves out what its owner has declined, and takes whole days as in India', async () => {
  const day = { start: { date: '2026-12-03' }, end: { date: '2026-12-04' } }
  const declined = { attendees: [{ self: true, responseStatus: 'declined' }] }
  const items = [
    { id: 'a', ...day },
    { id: 'b', ...day, ...declined },
  ]
  google.fail(() => inJson(200, { items }))
  const query = { window: { from: 0, until: 1 }, own: new Set<string>(), email: EMAIL }
  expect(await open().findBusy(query)).toEqual([
    { from: Date.parse('2026-12-02T18:30:00Z'), until: Date.parse('2026-12-03T18:30:00Z') },
  ])
  google.fail(() => inJson(200, { items: [{ id: 7 }] }))
  expect(await failureOf(open().findBusy(query))).toMatchObject({ kind: 'down' })
})

test("[CAL-06] a change updates the same event with PATCH, keeping the owner's own settings", async () => {
  const event = buildEvent()
  const calendar = open()
  const name = await calendar.put(event, null)
  google.forgetRequests()
  await calendar.put({ ...event, title: 'Another title', version: 2 }, name)
  expect(eventsNamed(name)).toMatchObject([{ title: 'Another title' }])
  expect(google.requestLines()).toEqual([`PATCH /calendar/v3/calendars/primary/events/${name}`])
})

test('[CAL-06] an event whose creation was not confirmed is not added twice', async () => {
  const event = buildEvent()
  google.failOnce(({ method }) => (method === 'POST' ? 'lost' : null))
  expect(await failureOf(open().put(event, null))).toMatchObject({ kind: 'down' })
  const name = await open().put({ ...event, title: 'Changed in between', version: 2 }, null)
  expect(eventsNamed(name)).toMatchObject([{ title: 'Changed in between' }])
})

test('[CAL-06] an event deleted by the owner comes back once with the next change', async () => {
  const event = buildEvent()
  const calendar = open()
  const name = await calendar.put(event, null)
  google.played.deleteOf(EMAIL, name)
  expect(eventsNamed(name)).toEqual([])
  expect(await calendar.put({ ...event, version: 2 }, name)).toBe(name)
  expect(eventsNamed(name)).toHaveLength(1)
})

test('[CAL-06] removing an event twice, or a missing one, is not an error', async () => {
  const calendar = open()
  const name = await calendar.put(buildEvent(), null)
  await calendar.remove(name)
  await calendar.remove(name)
  await calendar.remove('0123456789abcdef')
  expect(eventsNamed(name)).toEqual([])
})

describe('a token', () => {
  test('that expired is renewed once, and the new one is stored', async () => {
    const opened = openStandIn(google)
    opened.oauth.expireAccessTokens()
    await googleCalendar(opened).put(buildEvent(), null)
    expect(opened.kept).toHaveLength(1)
    expect(google.requestLines().filter((line) => line === 'POST /token')).toHaveLength(1)
    // Google returns no new refresh token; the old one stays.
    expect(opened.kept[0]).toMatchObject({ refreshToken: opened.secret.refreshToken })
  })

  test('that was revoked means that access has ended', async () => {
    const opened = openStandIn(google)
    opened.oauth.end(EMAIL)
    expect(await failureOf(googleCalendar(opened).put(buildEvent(), null))).toMatchObject({ kind: 'revoked' })
  })

  test('that is still rejected after renewal means that access has ended', async () => {
    google.fail(({ path }) => (path === '/token' ? null : inJson(401, {})))
    expect(await failureOf(open().put(buildEvent(), null))).toMatchObject({ kind: 'revoked' })
  })

  test('is not treated as revoked if our settings are wrong or the renewal fails', async () => {
    for (const [reply, kind] of [
      [inJson(401, { error: 'invalid_client' }), 'down'],
      [inJson(400, { error: 'invalid_request' }), 'down'],
      [{ status: 503 }, 'down'],
      [{ status: 200, body: 'not JSON' }, 'down'],
    ] as const) {
      google.fail(({ path }) => (path === '/token' ? reply : inJson(401, {})))
      expect(await failureOf(open().put(buildEvent(), null))).toMatchObject({ kind })
    }
  })
})

describe('Google replies with', () => {
  test.each([
    ['403 rateLimitExceeded', replyWith(403, 'rateLimitExceeded'), { kind: 'busy' }],
    ['403 userRateLimitExceeded', replyWith(403, 'userRateLimitExceeded'), { kind: 'busy' }],
    ['403 quotaExceeded', replyWith(403, 'quotaExceeded'), { kind: 'busy' }],
    ['429', replyWith(429, 'rateLimitExceeded'), { kind: 'busy', retryAfterSeconds: null }],
    ['429 with a time', () => ({ status: 429, headers: { 'retry-after': '120' } }), { kind: 'busy', retryAfterSeconds: 120 }],
    ['403 insufficientPermissions', replyWith(403, 'insufficientPermissions'), { kind: 'revoked' }],
    ['403 of another kind', replyWith(403, 'forbiddenForNonOrganizer'), { kind: 'refused' }],
    ['400', replyWith(400, 'invalid'), { kind: 'refused' }],
    ['404 of the whole calendar', replyWith(404, 'notFound'), { kind: 'refused' }],
    ['500', replyWith(500, 'backendError'), { kind: 'down' }],
    ['503', () => ({ status: 503 }), { kind: 'down' }],
    ['503 with a time', () => ({ status: 503, headers: { 'retry-after': '30' } }), { kind: 'busy', retryAfterSeconds: 30 }],
    ['a body that is not JSON', () => ({ status: 403, body: '<html>' }), { kind: 'refused' }],
    ['a redirect', () => ({ status: 307, headers: { location: 'https://evil.test/' } }), { kind: 'down' }],
    ['a broken connection', () => 'cut' as const, { kind: 'down' }],
  ])('%s', async (_what, fault, expected) => {
    google.fail(fault)
    const failure = await failureOf(open().put(buildEvent(), null))
    expect(failure).toMatchObject(expected)
  })

  test('nothing in time', async () => {
    google.fail(() => 'silence')
    expect(await failureOf(open(SHORT_MS).put(buildEvent(), null))).toMatchObject({ kind: 'down' })
  })

  test('an oversized body', async () => {
    google.fail(() => ({ status: 200, body: 'x'.repeat(2 * 1024 * 1024) }))
    expect(await failureOf(open().put(buildEvent(), null))).toMatchObject({ kind: 'down' })
  })

  test('an error whose text and token never appear in our message', async () => {
    const opened = openStandIn(google)
    google.fail(() => inJson(400, { error: { code: 400, message: 'Secret words', errors: [{ reason: 'invalid' }] } }))
    const failure = await failureOf(googleCalendar(opened).put(buildEvent({ title: 'Secret words' }), null))
    const texts = JSON.stringify([failure.message, String(failure.cause), failure.stack])
    expect(texts).not.toContain('Secret words')
    for (const token of Object.values(opened.secret)) expect(texts).not.toContain(token)
  })
})
