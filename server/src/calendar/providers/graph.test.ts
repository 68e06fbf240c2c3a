import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildEvent, EMAIL, failureOf, openStandIn, SHORT_MS } from '../../../test/calendar-providers/open-stand-in.ts'
import { type StandIn, startStandIn } from '../../../test/calendar-providers/stand-in.ts'
import { inJson } from '#dev/calendar-messages.ts'
import { graphCalendar } from './graph.ts'
import { sendWithAccess } from './http.ts'

let outlook: StandIn
beforeAll(async () => {
  outlook = await startStandIn('outlook')
})
afterAll(() => outlook.stop())
beforeEach(() => {
  outlook.fail(null)
  outlook.forgetRequests()
})

const open = (answerWithinMs?: number) => graphCalendar(openStandIn(outlook, answerWithinMs))
const titled = (title: string) => outlook.played.events(EMAIL).filter((event) => event.title === title)

test('[CAL-06] an event is added to Outlook with text, time and join URL', async () => {
  const event = buildEvent({ title: 'Told to Outlook' })
  const name = await open().put(event, null)
  expect(titled('Told to Outlook')).toEqual([
    {
      name,
      title: 'Told to Outlook',
      words: `What we talk about\n\n${event.url}`,
      startsAt: '2026-11-14T14:00:00.000Z',
      endsAt: '2026-11-14T15:00:00.000Z',
    },
  ])
  expect(outlook.requests.every(({ header }) => header('prefer') === 'IdType="ImmutableId"')).toBe(true)
})

test('[DAY-29] reads when its owner is busy, without titles and without our own events', async () => {
  const { transport, access, apiUrl } = openStandIn(outlook)
  const calendar = graphCalendar({ transport, access, apiUrl })
  const at = (time: string) => ({ dateTime: `2026-12-01T${time}:00`, timeZone: 'UTC' })
  for (const showAs of ['busy', 'free', 'workingElsewhere'])
    await sendWithAccess(transport, access, {
      method: 'POST',
      url: new URL(`${apiUrl}/me/events`),
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ subject: 'Dentist', start: at('04:30'), end: at('05:30'), showAs, transactionId: showAs }),
    })
  await calendar.put(buildEvent({ at: new Date('2026-12-01T09:00:00Z') }), null)
  outlook.forgetRequests()
  const window = { from: Date.parse('2026-12-01T00:00:00Z'), until: Date.parse('2026-12-02T00:00:00Z') }
  expect(await calendar.findBusy({ window, own: new Set(), email: EMAIL })).toEqual([
    { from: Date.parse('2026-12-01T04:30:00Z'), until: Date.parse('2026-12-01T05:30:00Z') },
  ])
  expect(outlook.requests[0]?.query.get('$select')).toBe('start,end,showAs,isCancelled')
})

test('[CAL-06] a change updates the same event', async () => {
  const event = buildEvent({ title: 'First words' })
  const calendar = open()
  const name = await calendar.put(event, null)
  expect(await calendar.put({ ...event, title: 'Second words', version: 2 }, name)).toBe(name)
  expect([titled('First words'), titled('Second words')]).toMatchObject([[], [{ name }]])
})

test('[CAL-06] an event whose creation was not confirmed is found again, even if it was changed since', async () => {
  const event = buildEvent({ title: 'Brought, not noted' })
  outlook.failOnce(({ method }) => (method === 'POST' ? 'lost' : null))
  expect(await failureOf(open().put(event, null))).toMatchObject({ kind: 'down' })
  expect(titled('Brought, not noted')).toHaveLength(1)
  const name = await open().put({ ...event, title: 'Brought, then noted', version: 2 }, null)
  expect([titled('Brought, not noted'), titled('Brought, then noted')]).toMatchObject([[], [{ name }]])
})

test.each([409, 400])(
  '[CAL-06] an event that appears during the search is not duplicated: %s for a used transaction',
  async (status) => {
    const event = buildEvent({ title: `On its way ${status}` })
    outlook.failOnce(({ method }) => (method === 'POST' ? 'lost' : null))
    await failureOf(open().put(event, null))
    // The first search does not find it yet.
    let looks = 0
    outlook.fail(({ method }) => {
      if (method === 'GET') looks += 1
      if (method === 'GET' && looks === 1) return inJson(200, { value: [] })
      return method === 'POST' ? inJson(status, { error: { code: 'ErrorDuplicateTransactionId' } }) : null
    })
    const name = await open().put({ ...event, description: 'Other words', version: 2 }, null)
    expect(titled(`On its way ${status}`)).toMatchObject([{ name, words: expect.stringContaining('Other words') }])
  },
)

test('[CAL-06] an event that was removed and added again exists once, although its transaction id is used up', async () => {
  const event = buildEvent({ title: 'Here again' })
  const calendar = open()
  await calendar.remove(await calendar.put(event, null))
  expect(titled('Here again')).toEqual([])
  const name = await calendar.put({ ...event, description: 'Other words', version: 3 }, null)
  expect(titled('Here again')).toMatchObject([{ name }])
})

test('[CAL-06] an event deleted by the owner comes back with the next change, and removing it twice is not an error', async () => {
  const event = buildEvent({ title: 'Deleted by hand' })
  const calendar = open()
  const first = await calendar.put(event, null)
  outlook.played.deleteOf(EMAIL, first)
  const second = await calendar.put({ ...event, version: 2, description: 'New' }, first)
  expect(titled('Deleted by hand')).toMatchObject([{ name: second }])
  await calendar.remove(second)
  await calendar.remove(second)
  expect(titled('Deleted by hand')).toEqual([])
})

test('a rotated refresh token replaces the old one', async () => {
  const opened = openStandIn(outlook)
  for (const expected of [1, 2]) {
    opened.oauth.expireAccessTokens()
    await graphCalendar(opened).put(buildEvent(), null)
    expect(opened.kept).toHaveLength(expected)
  }
  expect(new Set(opened.kept.map((secret) => ('refreshToken' in secret ? secret.refreshToken : ''))).size).toBe(2)
})

test('[CAL-06] an unconfirmed event can be found and removed by its uuid', async () => {
  const event = buildEvent({ title: 'Never noted' })
  outlook.failOnce(({ method }) => (method === 'POST' ? 'lost' : null))
  await failureOf(open().put(event, null))
  expect(titled('Never noted')).toHaveLength(1)
  const calendar = open()
  await calendar.remove(calendar.nameFor(event))
  await calendar.remove(calendar.nameFor(event))
  expect(titled('Never noted')).toEqual([])
  const name = await calendar.put({ ...event, description: 'Other words' }, calendar.nameFor(event))
  expect(titled('Never noted')).toMatchObject([{ name }])
})

test('403 for one event refuses only that event', async () => {
  const event = buildEvent({ title: 'Not ours to change' })
  const name = await open().put(event, null)
  outlook.fail(({ method }) =>
    method === 'PATCH' || method === 'DELETE' ? inJson(403, { error: { code: 'ErrorAccessDenied' } }) : null,
  )
  expect(await failureOf(open().put({ ...event, version: 2 }, name))).toMatchObject({ kind: 'refused' })
  expect(await failureOf(open().remove(name))).toMatchObject({ kind: 'refused' })
})

describe('Microsoft replies with', () => {
  test.each([
    ['403', () => inJson(403, { error: { code: 'ErrorAccessDenied' } }), { kind: 'revoked' }],
    ['403 for another reason', () => inJson(403, { error: { code: 'ErrorItemSave' } }), { kind: 'refused' }],
    ['403 without a code', () => ({ status: 403 }), { kind: 'refused' }],
    ['429 with a time', () => ({ status: 429, headers: { 'retry-after': '17' } }), { kind: 'busy', retryAfterSeconds: 17 }],
    [
      '429 with a date',
      () => ({
        status: 429,
        headers: { 'retry-after': 'Sat, 14 Nov 2026 14:01:00 GMT', date: 'Sat, 14 Nov 2026 14:00:00 GMT' },
      }),
      { kind: 'busy', retryAfterSeconds: 60 },
    ],
    ['503 with a time', () => ({ status: 503, headers: { 'retry-after': '5' } }), { kind: 'busy', retryAfterSeconds: 5 }],
    ['500', () => ({ status: 500 }), { kind: 'down' }],
    ['412', () => inJson(412, { error: { code: 'ErrorIrresolvableConflict' } }), { kind: 'down' }],
    ['400', () => inJson(400, { error: { code: 'ErrorPropertyValidationFailure' } }), { kind: 'refused' }],
    ['200 with an unknown body', () => inJson(200, {}), { kind: 'down' }],
    ['a broken connection', () => 'cut' as const, { kind: 'down' }],
  ])('%s', async (_what, fault, expected) => {
    outlook.fail(fault)
    expect(await failureOf(open().put(buildEvent(), null))).toMatchObject(expected)
  })

  test('nothing in time', async () => {
    outlook.fail(() => 'silence')
    expect(await failureOf(open(SHORT_MS).put(buildEvent(), null))).toMatchObject({ kind: 'down' })
  })

  test('401 twice', async () => {
    outlook.fail(({ path }) => (path === '/token' ? null : inJson(401, {})))
    expect(await failureOf(open().remove('x'))).toMatchObject({ kind: 'revoked' })
  })
})
