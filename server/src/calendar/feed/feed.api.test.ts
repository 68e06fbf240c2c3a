import { closeCalendarFeed, listCalendarIntegrations, openCalendarFeed } from '@saathi/contract/calendar/integration-calls'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '#core/ctx.ts'
import { endMentorship, leaveMentorship } from '#mentorship/public.ts'
import { calendarClient, monday, singleEvent, readIcs, weeklyEvent } from '../../../test/calendar-events.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { dumpTables, occursIn } from '../../../test/matrix/table-dump.ts'
import { buildMentorship, type BuiltMentorship, openCurriculum } from '../../../test/mentorships.ts'

const lines: string[] = []
let server: TestServer
let pair: BuiltMentorship
let calendar: ReturnType<typeof calendarClient>
let mentee = 0
beforeAll(async () => {
  const parts = { logSink: { write: (line: string) => lines.push(line) } }
  server = await startTestServer({ publicOrigin: 'https://saathi.example', logLevel: 'debug' }, parts)
})
afterAll(() => server.stop())
beforeEach(async () => {
  server.clock.set(monday)
  pair = await buildMentorship(server)
  ;[mentee = 0] = pair.menteeIds
  calendar = calendarClient(server, pair)
})

const log = pino({ level: 'silent' })
const ORIGIN = 'https://saathi.example'
async function open(who: number) {
  const { status, body } = await server.ask(who, openCalendarFeed, { body: {} })
  expect(status).toBe(200)
  expect(body.feedUrl).toMatch(/^https:\/\/saathi\.example\/api\/v2\/mentorships\/calendar-feed\/[\w.-]+\/$/)
  return body.feedUrl
}
const close = (who: number) => server.ask(who, closeCalendarFeed, {})
/** Like a calendar app: no token, no cookie. */
const fetchFeed = (url: string) => server.app.inject({ url: url.slice(ORIGIN.length) })
const eventsIn = async (url: string) => readIcs((await fetchFeed(url)).body).events
const feedUrl = async (who: number) => (await server.ask(who, listCalendarIntegrations, {})).body.feedUrl

describe('the feed', () => {
  test('[CAL-06] contains the person’s events as ICS, without caching', async () => {
    const event = await calendar.added(mentee, singleEvent(pair, { description: 'Bring it; now, please' }))
    const answer = await fetchFeed(await open(mentee))
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-disposition': 'inline; filename="saathi.ics"',
    })
    expect(answer.body).toContain('X-WR-CALNAME:Saathi')
    expect(readIcs(answer.body)).toMatchObject({
      method: 'PUBLISH',
      events: [
        {
          uid: `${event.videos[0]?.sessionUuid}@saathi`,
          at: '2026-11-14T14:00:00.000Z',
          title: 'Our call',
          status: 'CONFIRMED',
          url: `${ORIGIN}/video/join-meeting/${event.videos[0]?.sessionUuid}?section=video`,
        },
      ],
    })
  })

  test('[CAL-06] follows changes and cancellations with stable UIDs', async () => {
    const url = await open(mentee)
    await calendar.added(mentee, weeklyEvent())
    const before = await eventsIn(url)
    const [first, second] = await calendar.list(mentee)
    if (first) await calendar.removed(mentee, first.id)
    if (second) await calendar.edited(mentee, second, { scheduledTime: '2026-11-15T18:00:00+05:30' })
    const after = await eventsIn(url)
    expect(after.map(({ uid }) => uid)).toEqual(before.slice(1).map(({ uid }) => uid))
    expect(after[0]).toMatchObject({ at: '2026-11-15T12:30:00.000Z', sequence: 2 })
  })

  test('[CAL-06] gets a new URL when the password changes; a closed feed stays closed', async () => {
    const url = await open(mentee)
    await close(pair.mentorId)
    const changed = (personId: number) =>
      inTransaction(server.app.world, log, (ctx) => ctx.raise({ type: 'accounts.password_changed', personId }))
    await changed(mentee)
    await changed(pair.mentorId)
    expect((await fetchFeed(url)).statusCode).toBe(404)
    const next = await feedUrl(mentee)
    expect(next).not.toBe(url)
    expect((await fetchFeed(next ?? '')).statusCode).toBe(200)
    expect(await feedUrl(pair.mentorId)).toBeNull()
  })

  test('[CAL-06] contains events from thirty days ago, without a limit in the future', async () => {
    const url = await open(mentee)
    for (const scheduledTime of [
      '2026-10-03T11:59:00+05:30',
      '2026-10-03T12:01:00+05:30',
      '2026-11-03T10:00:00+05:30',
      '2031-11-01T10:00:00+05:30',
    ]) {
      await calendar.added(mentee, singleEvent(pair, { scheduledTime }))
    }
    expect((await eventsIn(url)).map(({ at }) => at)).toEqual([
      '2026-10-03T06:31:00.000Z',
      '2026-11-03T04:30:00.000Z',
      '2031-11-01T04:30:00.000Z',
    ])
  })

  test('[CAL-06] contains all current mentorships of the person, and nothing else', async () => {
    const others = await buildMentorship(server)
    await calendarClient(server, others).added(others.mentorId, singleEvent(others, { title: 'Not mine' }))
    const group = await buildMentorship(server, { mentorId: pair.mentorId, mentees: 2 })
    const [asha = 0] = group.menteeIds
    await calendarClient(server, group).added(pair.mentorId, singleEvent(group, { title: 'Group' }))
    await calendar.added(mentee, singleEvent(pair, { title: 'Pair' }))
    const titles = async (url: string) => (await eventsIn(url)).map(({ title }) => title).toSorted()
    const [ofMentor, ofAsha] = [await open(pair.mentorId), await open(asha)]
    expect(await titles(ofMentor)).toEqual(['Group', 'Pair'])
    expect(await titles(ofAsha)).toEqual(['Group'])
    await inTransaction(server.app.world, log, (ctx) => leaveMentorship(ctx, group.id, asha))
    expect(await titles(ofAsha)).toEqual([])
    await inTransaction(server.app.world, log, (ctx) => endMentorship(ctx, pair.id))
    expect(await titles(ofMentor)).toEqual(['Group'])
    await openCurriculum(server, [pair.mentorId], 'show')
    expect(await titles(ofMentor)).toEqual([])
  })

  test('C68: escapes a title with a line break and an attendee', async () => {
    const event = await calendar.added(mentee, singleEvent(pair))
    const title = 'Call\r\nATTENDEE:mailto:evil@evil.test\r\nEND:VEVENT\r\nBEGIN:VEVENT'
    await server.db.updateTable('calendar_event').set({ title }).where('id', '=', event.id).execute()
    const { body } = await fetchFeed(await open(mentee))
    expect(body).not.toMatch(/^ATTENDEE/m)
    const { events } = readIcs(body)
    expect(events).toHaveLength(1)
    expect(events[0]?.names).not.toContain('attendee')
  })
})

describe('a feed URL stops working', () => {
  const notThere = { status: 404, code: 'core.not_found' }
  const outcome = async (url: string) => {
    const { statusCode, body } = await fetchFeed(url)
    return { status: statusCode, code: JSON.parse(body).code, body }
  }

  test('[CAL-06] when it is closed, and when a new one is created; the list shows the current one', async () => {
    expect(await feedUrl(mentee)).toBeNull()
    const first = await open(mentee)
    expect(await feedUrl(mentee)).toBe(first)
    const second = await open(mentee)
    expect(second).not.toBe(first)
    expect(await outcome(first)).toMatchObject(notThere)
    expect((await fetchFeed(second)).statusCode).toBe(200)
    expect((await close(mentee)).status).toBe(200)
    expect(await outcome(second)).toMatchObject(notThere)
    expect(await feedUrl(mentee)).toBeNull()
    const third = await open(mentee)
    expect(new Set([first, second, third]).size).toBe(3)
    expect(await outcome(second)).toMatchObject(notThere)
    expect((await fetchFeed(third)).statusCode).toBe(200)
  })

  test('[CAL-06] with the account: closed, disabled, deleted, forged and unknown URLs get the same reply', async () => {
    const [ended, disabled, deleted] = [await server.buildPerson(), await server.buildPerson(), await server.buildPerson()]
    const urls = [await open(ended), await open(disabled), await open(deleted)]
    await close(ended)
    await server.db.updateTable('person').set({ disabled_at: server.clock.now() }).where('id', '=', disabled).execute()
    await server.db.updateTable('person').set({ deleted_at: server.clock.now() }).where('id', '=', deleted).execute()
    const mine = await open(mentee)
    const altered = mine.replace(/\.(\d+)\./, (_, generation: string) => `.${Number(generation) + 1}.`)
    const answers = await Promise.all([...urls, altered, `${ORIGIN}/api/v2/mentorships/calendar-feed/x/`].map(outcome))
    expect(new Set(answers.map(({ status, body }) => `${status} ${body}`)).size).toBe(1)
    expect(answers[0]).toMatchObject(notThere)
  })

  test('without an error even if none existed; this requires a sign-in', async () => {
    expect((await close(await server.buildPerson())).status).toBe(200)
    expect((await server.ask(null, openCalendarFeed, { body: {} })).status).toBe(401)
    expect((await server.ask(null, closeCalendarFeed, {})).status).toBe(401)
  })

  test('when several are created concurrently, except for the last one', async () => {
    const both = await Promise.all([open(mentee), open(mentee)])
    const statuses = await Promise.all(both.map(async (url) => (await fetchFeed(url)).statusCode))
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 404])
  })
})

test('the feed URL is neither stored nor logged', async () => {
  const url = await open(mentee)
  await fetchFeed(url)
  await fetchFeed(`${url}?x=1`)
  for (const method of ['POST', 'OPTIONS', 'PUT'] as const) await server.app.inject({ method, url: new URL(url).pathname })
  await fetchFeed(`${url}calendar.ics`)
  const signature = url.slice(url.lastIndexOf('.') + 1, -1)
  expect(signature).toHaveLength(43)
  expect(lines.some((line) => line.includes('calendar-feed/:token'))).toBe(true)
  expect(lines.join('')).not.toContain(signature)
  expect(occursIn(await dumpTables(server.db), signature)).toBe(false)
})

test('too many requests to a feed URL are limited, for that URL only', async () => {
  const [url, other] = [await open(mentee), await open(pair.mentorId)]
  for (let count = 0; count < 120; count += 1) expect((await fetchFeed(url)).statusCode).toBe(200)
  const refused = await fetchFeed(url)
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'core.too_many'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await fetchFeed(other)).statusCode).toBe(200)
  server.clock.advance(3601)
  expect((await fetchFeed(url)).statusCode).toBe(200)
})
