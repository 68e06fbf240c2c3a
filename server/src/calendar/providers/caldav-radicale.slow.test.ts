import { expect, onTestFinished, test } from 'vitest'
import { buildEvent, failureOf } from '../../../test/calendar-providers/open-stand-in.ts'
import { type Radicale, RADICALE_PERSON, startRadicale } from '../../../test/calendar-providers/radicale.ts'
import { LONG_TIMEOUT } from '../../../test/calendar-providers/sync-world.ts'
import { openCaldav } from './caldav.ts'
import { openAccess } from '../integration/access.ts'
import { openTransport } from './http.ts'

async function buildRadicale() {
  const radicale = await startRadicale()
  onTestFinished(radicale.stop)
  return radicale
}

type Changes = { password?: string; found?: string[]; calendarUrl?: string | null; verifyWithin?: AbortSignal }

function open({ url }: Radicale, changes: Changes = {}) {
  const { password = RADICALE_PERSON.password, found = [], calendarUrl = null, verifyWithin } = changes
  const { email } = RADICALE_PERSON
  return openCaldav({
    transport: openTransport(10_000),
    access: openAccess({ secret: { password }, email, client: null, keep: async () => {} }),
    baseUrl: url,
    now: () => new Date('2026-11-10T10:00:00Z'),
    calendarUrl,
    ...(verifyWithin && { verifyWithin }),
    storeCalendarUrl: async (place) => void found.push(place),
  })
}

test('[CAL-06] with a real CalDAV server: finds the calendar, adds, updates and removes an event', LONG_TIMEOUT, async () => {
  const radicale = await buildRadicale()
  expect(await failureOf(open(radicale))).toMatchObject({ kind: 'refused' })
  await radicale.makeCalendar('a-tasks', ['VTODO'])
  await radicale.makeCalendar('b-events', ['VEVENT'])
  expect(await failureOf(open(radicale, { password: 'not the password' }))).toMatchObject({ kind: 'revoked' })

  const found: string[] = []
  const calendar = await open(radicale, { found })
  expect(found).toEqual([new URL(`${radicale.home}b-events/`, radicale.url).href])

  const event = buildEvent({ title: 'मिलते हैं, ठीक; ok\\?', description: 'एक\nदो' })
  const name = await calendar.put(event, null)
  await calendar.put(event, null)
  const once = await radicale.read('b-events')
  expect(once.match(/BEGIN:VEVENT/g)).toHaveLength(1)
  expect(once).toContain(`UID:${event.uuid}@saathi`)
  expect(once.replace(/\r?\n[ \t]/g, '')).toContain('SUMMARY:मिलते हैं\\, ठीक\\; ok\\\\?')

  await calendar.put({ ...event, title: 'Moved', at: new Date('2026-11-15T14:00:00Z'), version: 2 }, name)
  const moved = await radicale.read('b-events')
  expect(moved.match(/BEGIN:VEVENT/g)).toHaveLength(1)
  expect(moved).toContain('DTSTART:20261115T140000Z')

  await calendar.remove(name)
  await calendar.remove(name)
  expect(await radicale.read('b-events')).not.toContain('BEGIN:VEVENT')
})

test('[CAL-06] with a real CalDAV server: switches to another calendar when the first was deleted', LONG_TIMEOUT, async () => {
  const radicale = await buildRadicale()
  await radicale.makeCalendar('old', ['VEVENT'])
  const found: string[] = []
  const calendar = await open(radicale, { found })
  await radicale.ask('DELETE', `${radicale.home}old/`)
  await radicale.makeCalendar('new', ['VEVENT'])
  const name = await calendar.put(buildEvent({ title: 'In the new one' }), null)
  expect(found.map((place) => new URL(place).pathname.split('/').at(-2))).toEqual(['old', 'new'])
  expect(name.startsWith(found[1] ?? '-')).toBe(true)
  expect(await radicale.read('new')).toContain('SUMMARY:In the new one')
})

test(
  '[CAL-06] with a real CalDAV server: keeps using the known calendar, even if others are listed first',
  LONG_TIMEOUT,
  async () => {
    const radicale = await buildRadicale()
    await radicale.makeCalendar('b-known', ['VEVENT'])
    const found: string[] = []
    const calendar = await open(radicale, { found })
    for (const name of ['a-new', 'c-new']) await radicale.makeCalendar(name, ['VEVENT'])
    await open(radicale, { found, calendarUrl: found[0] ?? null, verifyWithin: AbortSignal.timeout(60_000) })
    expect(found).toHaveLength(1)

    // A copy under another name exists: the server rejects a duplicate UID (RFC 4791, 5.3.2.1).
    const event = buildEvent()
    const name = await calendar.put(event, null)
    const copy = await (await radicale.ask('GET', new URL(name).pathname)).text()
    await calendar.remove(name)
    await radicale.put(`${radicale.home}b-known/copy.ics`, copy)
    expect(await failureOf(calendar.put(event, null))).toMatchObject({ kind: 'refused', message: expect.stringContaining('409') })
    expect(found).toHaveLength(1)
    expect([await radicale.read('a-new'), await radicale.read('c-new')].join('')).not.toContain('BEGIN:VEVENT')
    await calendar.put(buildEvent({ title: 'Another' }), null)
    expect(await radicale.read('b-known')).toContain('SUMMARY:Another')
  },
)

test('[CAL-06] with a real CalDAV server: removes the event from the previous calendar', LONG_TIMEOUT, async () => {
  const radicale = await buildRadicale()
  for (const name of ['here', 'there']) await radicale.makeCalendar(name, ['VEVENT'])
  const at = (name: string) => new URL(`${radicale.home}${name}/`, radicale.url).href
  const event = buildEvent()
  const before = await (await open(radicale, { calendarUrl: at('there') })).put(event, null)
  await (await open(radicale, { calendarUrl: at('here') })).put(event, before)
  expect(await radicale.read('here')).toContain('SUMMARY:Our call')
  expect(await radicale.read('there')).not.toContain('BEGIN:VEVENT')
})

test('[DAY-29] with a real CalDAV server: finds when its owner is busy', LONG_TIMEOUT, async () => {
  const radicale = await buildRadicale()
  await radicale.makeCalendar('b-events', ['VEVENT'])
  const calendar = await open(radicale)
  const write = (uid: string, lines: string[]) => {
    const event = ['BEGIN:VEVENT', `UID:${uid}`, 'DTSTAMP:20261101T000000Z', 'SUMMARY:Dentist', ...lines, 'END:VEVENT']
    const ics = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Other//EN', ...event, 'END:VCALENDAR', ''].join('\r\n')
    return radicale.put(`${radicale.home}b-events/${uid}.ics`, ics)
  }
  await write('once', ['DTSTART:20261112T100000Z', 'DTEND:20261112T113000Z'])
  await write('weekly', ['DTSTART:20261001T033000Z', 'DURATION:PT30M', 'RRULE:FREQ=WEEKLY;BYDAY=TH'])
  await write('free', ['DTSTART:20261113T100000Z', 'DTEND:20261113T113000Z', 'TRANSP:TRANSPARENT'])
  await write('later', ['DTSTART:20261224T100000Z', 'DTEND:20261224T113000Z'])
  await calendar.put(buildEvent(), null)
  const window = { from: Date.parse('2026-11-10T00:00:00Z'), until: Date.parse('2026-11-25T00:00:00Z') }
  const busy = await calendar.findBusy({ window, own: new Set(), email: RADICALE_PERSON.email })
  const shown = busy.map(({ from, until }) => `${new Date(from).toISOString().slice(5, 16)} ${(until - from) / 60_000}`)
  expect(shown.toSorted()).toEqual(['11-12T03:30 30', '11-12T10:00 90', '11-19T03:30 30'])
})
