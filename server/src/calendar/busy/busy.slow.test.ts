import { setBusyTimes } from '@saathi/contract/calendar/integration-calls'
import { findTimes, setFreeHours } from '@saathi/contract/calendar/time-calls'
import { INDIA, wallAt } from '@saathi/contract/calendar/zone'
import { expect, onTestFinished, test } from 'vitest'
import { singleEvent } from '../../../test/calendar-events.ts'
import { RADICALE_PERSON, startRadicale } from '../../../test/calendar-providers/radicale.ts'
import { buildSyncWorld, LONG_TIMEOUT, POLL, waitUntilIdle } from '../../../test/calendar-providers/sync-world.ts'
import { dumpTables, occursIn } from '../../../test/matrix/table-dump.ts'

/** A mentee who is free on Saturday evenings, with a dentist on Saturday at half past six in a calendar on a real server. */
async function buildBusy() {
  const radicale = await startRadicale()
  onTestFinished(radicale.stop)
  const none = { answerWithinMs: 10_000, google: undefined, outlook: undefined, yahoo: undefined }
  const world = await buildSyncWorld({ calendars: { ...none, apple: { caldavUrl: radicale.url } } })
  const { server, calendars, mentor, mentee, pair } = world
  for (const who of [mentor, mentee])
    await server.ask(who, setFreeHours, { body: { timeZone: INDIA, days: [5], times: ['evening'] } })
  await radicale.makeCalendar('mine', ['VEVENT'])
  const dentist = [
    'UID:dentist',
    'DTSTAMP:20261101T000000Z',
    'SUMMARY:Dentist Mehta',
    'DTSTART:20261107T130000Z',
    'DURATION:PT1H',
  ]
  const file = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Other//EN',
    'BEGIN:VEVENT',
    ...dentist,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
  await radicale.put(`${radicale.home}mine/dentist.ics`, file.join('\r\n'))
  const { email, password } = RADICALE_PERSON
  await calendars.connect(mentee, { provider: 'apple', email, appPassword: password })
  await waitUntilIdle(world)
  const turn = (isOn: boolean, who = mentee) => server.ask(who, setBusyTimes, { body: { isOn } })
  const find = async (who: number, except?: number) => {
    const query = except === undefined ? {} : { except }
    return (await server.ask(who, findTimes, { params: { mentorshipId: pair.id }, query })).body
  }
  /** The times of day offered on the first Saturday. */
  const saturday = async (who: number, except?: number) =>
    (await find(who, except)).slots
      .map((at) => wallAt(new Date(at), INDIA))
      .flatMap(({ date, time }) => (date === '2026-11-07' ? time.slice(0, 5) : []))
  const rows = () => server.db.selectFrom('calendar_busy').selectAll().execute()
  return { ...world, radicale, turn, find, saturday, busyRows: rows }
}

const free = ['17:00', '17:30', '18:00', '18:30', '19:00', '19:30']
const withoutDentist = ['17:00', '17:30', '18:00', '19:30']

test('[DAY-29] busy times are read only while the owner allows it, and nobody else sees them', LONG_TIMEOUT, async () => {
  const { turn, find, saturday, busyRows, mentor, mentee, server, calendars } = await buildBusy()
  expect(await calendars.own(mentee)).toMatchObject({ usesBusyTimes: false })
  expect(await saturday(mentor)).toEqual(free)
  expect(await turn(true)).toMatchObject({ status: 200, body: { usesBusyTimes: true } })
  await expect.poll(() => saturday(mentor), POLL).toEqual(withoutDentist)
  expect((await find(mentee)).busy).toEqual([{ from: '2026-11-07T13:00:00.000Z', until: '2026-11-07T14:00:00.000Z' }])
  expect((await find(mentor)).busy).toEqual([])
  expect(occursIn(await dumpTables(server.db), 'Mehta')).toBe(false)
  expect(await turn(true, mentor)).toMatchObject({ status: 404, body: { code: 'calendar.not_connected' } })

  expect(await turn(false)).toMatchObject({ status: 200, body: { usesBusyTimes: false } })
  expect(await busyRows()).toEqual([])
  expect(await saturday(mentor)).toEqual(free)
  await turn(true)
  await expect.poll(async () => (await busyRows()).length, POLL).toBe(1)
  await calendars.unlink(mentee, 'apple')
  expect(await busyRows()).toEqual([])
})

test('[DAY-29] our own events do not count twice, and what was read expires', LONG_TIMEOUT, async () => {
  const world = await buildBusy()
  const { turn, saturday, busyRows, mentor, calendar, pair, radicale, server } = world
  const event = await calendar.added(mentor, singleEvent(pair, { minutes: 60, scheduledTime: '2026-11-07T17:00:00+05:30' }))
  await expect.poll(() => radicale.read('mine'), POLL).toContain('Our call')
  await turn(true)
  await expect.poll(async () => (await busyRows()).length, POLL).toBe(1)
  expect(await saturday(mentor)).toEqual(['18:00', '19:30'])
  // Only its own start is left out, because a new time must differ.
  expect(await saturday(mentor, event.id)).toEqual(['17:30', '18:00', '19:30'])
  expect((await calendar.edited(mentor, event, { scheduledTime: '2026-11-14T17:00:00+05:30' })).id).toBe(event.id)
  await waitUntilIdle(world)
  expect(await saturday(mentor)).toEqual(withoutDentist)

  await radicale.goDown()
  server.clock.advance(25 * 3600)
  expect(await saturday(mentor)).toEqual(free)
})
