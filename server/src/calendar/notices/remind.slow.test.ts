import { listNotices } from '@saathi/contract/notices/calls'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { inTransaction } from '#core/ctx.ts'
import { moveClock } from '#core/jobs/move-clock.ts'
import { endMentorship, leaveMentorship } from '#mentorship/public.ts'
import { calendarClient, monday, singleEvent, weeklyEvent } from '../../../test/calendar-events.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { buildMentorship, type BuiltMentorship } from '../../../test/mentorships.ts'

const soon = { timeout: 40_000, interval: 50 }
const log = pino({ level: 'silent' })

let server: TestServer
let group: BuiltMentorship
let calendar: ReturnType<typeof calendarClient>
let [asha, ravi] = [0, 0]
beforeEach(async () => {
  server = await startTestServer({ publicOrigin: 'https://saathi.example' })
  server.clock.set(monday)
  group = await buildMentorship(server, { mentees: 2, withPairManager: true })
  ;[asha = 0, ravi = 0] = group.menteeIds
  calendar = calendarClient(server, group)
})
afterEach(() => server.stop())

const setClock = (time: string) => moveClock(server.db, server.clock, () => server.clock.set(new Date(time)))
const runJobs = () => server.app.startJobs(server.url)

async function jobs(state: 'created' | 'completed') {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from jobs.job where name = 'calendar.remind' and state::text = ${state}`.execute(server.db)
  return rows[0]?.n ?? 0
}

async function reminders(who: number) {
  const { body } = await server.ask(who, listNotices, { query: {} })
  return body.notices.filter(({ title }) => title.startsWith('Soon: '))
}
const everybody = () => [group.mentorId, asha, ravi, group.pairManagerId ?? 0]
const reminded = async () => Promise.all(everybody().map(async (who) => (await reminders(who)).length))

test('everyone is reminded once, half an hour before, with the join link', async () => {
  const event = await calendar.added(asha, singleEvent(group))
  await runJobs()
  await setClock('2026-11-14T18:59:00+05:30')
  expect(await jobs('created')).toBe(1)
  expect(await reminded()).toEqual([0, 0, 0, 0])
  await setClock('2026-11-14T19:00:30+05:30')
  await expect.poll(reminded, soon).toEqual([1, 1, 1, 1])
  const path = `/video/join-meeting/${event.videos[0]?.sessionUuid}?section=video`
  expect(await reminders(asha)).toMatchObject([
    {
      kind: 'calendar',
      title: 'Soon: Our call',
      text: '“Our call” begins on Saturday, 14 November 2026 at 7:30 pm, India time.',
      link: path,
    },
  ])
  const { email } = await server.db.selectFrom('person').select('email').where('id', '=', ravi).executeTakeFirstOrThrow()
  const mails = server.db
    .selectFrom('mail')
    .select('text')
    .where('to_address', '=', email)
    .where('subject', '=', 'Soon: Our call')
  expect((await mails.execute()).map(({ text }) => text)).toEqual([expect.stringContaining(`https://saathi.example${path}`)])
  expect(await jobs('completed')).toBe(1)
})

test('the reminder of an event that is not a call links to the calendar', async () => {
  await calendar.added(asha, singleEvent(group, { isPairGroupCall: false }))
  await runJobs()
  await setClock('2026-11-14T19:01:00+05:30')
  await expect.poll(reminded, soon).toEqual([1, 1, 1, 1])
  expect((await reminders(ravi))[0]?.link).toBe(`/mentorship?mentorship=${group.id}&calendar=2026-11-14`)
})

test('a moved event is reminded only before its new time', async () => {
  const event = await calendar.added(asha, singleEvent(group))
  await calendar.edited(asha, event, { scheduledTime: '2026-11-15T10:00:00+05:30' })
  await runJobs()
  await setClock('2026-11-14T19:01:00+05:30')
  await expect.poll(() => jobs('completed'), soon).toBe(1)
  expect(await reminded()).toEqual([0, 0, 0, 0])
  await setClock('2026-11-15T09:31:00+05:30')
  await expect.poll(reminded, soon).toEqual([1, 1, 1, 1])
})

test('a changed title causes no second reminder, and each occurrence has its own', async () => {
  const first = await calendar.added(asha, weeklyEvent())
  expect(await jobs('created')).toBe(4)
  await calendar.edited(asha, first, { title: 'Saturday call', applyToRecurring: 'ALL' })
  expect(await jobs('created')).toBe(4)
  await runJobs()
  await setClock('2026-11-07T19:10:00+05:30')
  await expect.poll(reminded, soon).toEqual([1, 1, 1, 1])
  await setClock('2026-11-14T19:10:00+05:30')
  await expect.poll(reminded, soon).toEqual([2, 2, 2, 2])
  expect((await reminders(ravi)).map(({ title }) => title)).toEqual(['Soon: Saturday call', 'Soon: Saturday call'])
})

test('cancelled events and ended mentorships cause no reminder', async () => {
  const event = await calendar.added(asha, singleEvent(group))
  await calendar.added(asha, singleEvent(group, { scheduledTime: '2026-11-14T19:35:00+05:30' }))
  await calendar.removed(asha, event.id)
  await inTransaction(server.app.world, log, (ctx) => endMentorship(ctx, group.id))
  await runJobs()
  await setClock('2026-11-14T19:06:00+05:30')
  await expect.poll(() => jobs('completed'), soon).toBe(2)
  expect(await reminded()).toEqual([0, 0, 0, 0])
})

test('people who left are not reminded', async () => {
  await calendar.added(asha, singleEvent(group))
  await inTransaction(server.app.world, log, (ctx) => leaveMentorship(ctx, group.id, ravi))
  await runJobs()
  await setClock('2026-11-14T19:01:00+05:30')
  await expect.poll(reminded, soon).toEqual([1, 1, 0, 1])
})

test('a server that was down reminds late, but not after the start', async () => {
  await calendar.added(asha, singleEvent(group))
  await calendar.added(asha, singleEvent(group, { title: 'Later', scheduledTime: '2026-11-14T20:00:00+05:30' }))
  await setClock('2026-11-14T19:45:00+05:30')
  await runJobs()
  await expect.poll(() => jobs('completed'), soon).toBe(2)
  expect((await reminders(ravi)).map(({ title }) => title)).toEqual(['Soon: Later'])
})

test('events within the next half hour or in the past have no reminder', async () => {
  await calendar.added(asha, singleEvent(group, { scheduledTime: '2026-11-02T12:30:00+05:30' }))
  await calendar.added(asha, singleEvent(group, { scheduledTime: '2026-11-01T12:30:00+05:30' }))
  expect(await jobs('created')).toBe(0)
  await calendar.added(asha, singleEvent(group, { scheduledTime: '2026-11-02T12:45:00+05:30' }))
  expect(await jobs('created')).toBe(1)
})
