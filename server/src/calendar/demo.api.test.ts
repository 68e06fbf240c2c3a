import { fileURLToPath } from 'node:url'
import { listCalendarEvents } from '@saathi/contract/calendar/calls'
import { isOwnDone } from '@saathi/contract/learning/progress'
import { listMentorships, listMentorshipSessions } from '@saathi/contract/mentorship/calls'
import { daysLeft, timeColour } from '@saathi/contract/mentorship/progress'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadFolder } from '#programme/load/folder.ts'
import { describeEvent } from '../../test/calendar-events.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { address } from '../../test/programme-mentorship.ts'

const demo = fileURLToPath(new URL('../../../demo', import.meta.url))
/** A Monday noon: the evening events are in the future. */
const monday = new Date('2026-03-09T12:00:00+05:30')

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  server.clock.set(monday)
  await loadFolder(server.app.world, demo, server.app.log, async (password) => `hash of ${password}`)
})
afterAll(() => server.stop())

const personId = async (name: string) =>
  (await server.db.selectFrom('person').select('id').where('email', '=', address(name)).executeTakeFirstOrThrow()).id
async function eventsOf(name: string) {
  const who = await personId(name)
  const [current] = (await server.ask(who, listMentorships, {})).body.mentorships
  const { status, body } = await server.ask(who, listCalendarEvents, { params: { mentorshipId: current?.id ?? 0 }, query: {} })
  expect(status).toBe(200)
  return body.events
}

test('Ravi and Asha have past and future events, two today, and a weekly call with one moved occurrence', async () => {
  const events = await eventsOf('asha')
  const days = events.map((event) => describeEvent(event).slice(0, 11))
  expect(days).toEqual([
    '01-05 19:00',
    '01-21 20:00',
    '02-09 19:30',
    '02-16 19:30',
    '02-23 19:30',
    '03-02 19:30',
    '03-09 19:30',
    '03-09 20:45',
    '03-12 09:00',
    '03-17 18:00',
    '03-19 18:30',
    '03-23 19:30',
    '03-30 19:30',
    '04-06 19:30',
    '04-13 19:30',
    '04-20 19:30',
  ])
  const moved = events.filter(({ isException }) => isException)
  expect(moved).toMatchObject([{ seriesDate: '2026-03-16', scheduledTime: '2026-03-17T12:30:00.000Z', eventFrequency: 'WEEKLY' }])
  const today = events.find((event) => describeEvent(event).startsWith('03-09 20:45'))
  expect(today).toMatchObject({ isRecurringEvent: false, sessionName: expect.any(String), createdBy: await personId('asha') })
  expect(events.filter(({ isPairGroupCall }) => !isPairGroupCall)).toMatchObject([{ videos: [] }])
  expect(await eventsOf('ravi')).toHaveLength(events.length)
})

test('Meera’s group meets every two weeks, and Suresh and Neha for the first time tomorrow', async () => {
  const group = await eventsOf('divya')
  expect(group.map((event) => describeEvent(event).slice(0, 11))).toEqual([
    '02-13 18:00',
    '02-27 18:00',
    '03-13 18:00',
    '03-27 18:00',
    '04-10 18:00',
    '04-24 18:00',
    '05-08 18:00',
  ])
  expect(new Set(group.map(({ createdBy }) => createdBy))).toEqual(new Set([await personId('meera')]))
  expect((await eventsOf('neha')).map(describeEvent)).toEqual(['03-10 17:30 Our first call'])
})

test('the demo shows a deadline of each colour', async () => {
  const coloursOf = async (name: string) => {
    const { sessions } = (await server.ask(await personId(name), listMentorshipSessions, { query: {} })).body
    const open = sessions.filter((session) => session.endDate !== null && !isOwnDone(session))
    return new Set(open.map(({ endDate }) => timeColour(daysLeft(endDate ?? '', server.clock.now()))))
  }
  expect(await coloursOf('asha')).toEqual(new Set(['yellow', 'green']))
  expect(await coloursOf('imran')).toEqual(new Set(['red', 'yellow', 'green']))
})

test('demo events send no notices, but reminders are scheduled', async () => {
  const notices = await server.db.selectFrom('notice').select('id').where('kind', '=', 'calendar').execute()
  expect(notices).toEqual([])
  const coming = [...(await eventsOf('asha')), ...(await eventsOf('divya')), ...(await eventsOf('neha'))].filter(
    ({ scheduledTime }) => new Date(scheduledTime) > monday,
  )
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from jobs.job where name = 'calendar.remind' and state::text = 'created'`.execute(server.db)
  expect(rows[0]?.n).toBe(coming.length)
})
