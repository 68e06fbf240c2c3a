import { DAY_SECONDS } from '@saathi/contract/core/time'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { moveClock } from '#core/jobs/move-clock.ts'
import { calendarClient, calendarRows, monday, singleEvent, describeEvent, weeklyEvent } from '../../test/calendar-events.ts'
import { LONG_TIMEOUT, POLL } from '../../test/calendar-providers/sync-world.ts'
import { startTestServer } from '../../test/harness.ts'
import { buildMentorship } from '../../test/mentorships.ts'

async function buildNights() {
  const server = await startTestServer()
  onTestFinished(server.stop)
  server.clock.set(monday)
  await server.app.startJobs(server.url)
  const pair = await buildMentorship(server, { withPairManager: true })
  const countNights = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from jobs.job
      where name = 'calendar.forget_cancelled' and state = 'completed'`.execute(server.db)
    return rows[0]?.n ?? 0
  }
  return {
    server,
    pair,
    mentor: pair.mentorId,
    /** Signs in on first use, because by then the mentor’s earlier sign-in has expired. */
    pairManager: pair.pairManagerId ?? 0,
    calendar: calendarClient(server, pair),
    rows: () => calendarRows(server, pair.id),
    /** Advances the clock and waits for the nightly job. */
    async later(days: number) {
      const before = await countNights()
      await moveClock(server.db, server.clock, () => server.clock.advance(days * DAY_SECONDS))
      await expect.poll(countNights, POLL).toBeGreaterThan(before)
    },
  }
}

test('cancelled events are deleted after half a year, with series that have no events left', LONG_TIMEOUT, async () => {
  const { calendar, mentor, pair, rows, later } = await buildNights()
  const single = await calendar.added(mentor, singleEvent(pair, { title: 'Cancelled' }))
  const stays = await calendar.added(mentor, singleEvent(pair, { title: 'Took place' }))
  const series = await calendar.added(mentor, weeklyEvent({ title: 'All cancelled' }))
  await calendar.removed(mentor, single.id)
  await calendar.removed(mentor, series.id, { applyToRecurring: 'ALL' })
  const before = await rows()
  expect([before.series.length, before.events.length]).toEqual([3, 6])

  await later(179)
  expect(await rows()).toEqual(before)
  await later(2)
  const after = await rows()
  expect(after.events.map(({ id }) => id)).toEqual([stays.id])
  expect(after.series.map(({ id }) => id)).toEqual([stays.series])
})

test('an occurrence cancelled by itself is kept while its series continues, so it does not come back', LONG_TIMEOUT, async () => {
  const { calendar, mentor, pairManager, rows, later } = await buildNights()
  await calendar.added(mentor, weeklyEvent({ repeatEndDate: '2026-12-26' }))
  const [, second] = await calendar.list(mentor)
  const last = (await calendar.list(mentor)).at(-1)
  if (!second || !last) throw new Error('expected eight occurrences')
  await calendar.removed(mentor, second.id)
  await calendar.removed(mentor, last.id, { applyToRecurring: 'FOLLOWING' })
  await later(181)
  const { events } = await rows()
  expect(events).toHaveLength(7)
  expect(events.find(({ id }) => id === second.id)).toMatchObject({ cancelled_alone: true })
  expect(events.find(({ id }) => id === last.id)).toBeUndefined()

  const [first] = await calendar.list(pairManager)
  if (!first) throw new Error('expected six occurrences')
  await calendar.edited(pairManager, first, { title: 'Renamed', repeatEndDate: '2026-12-26', applyToRecurring: 'ALL' })
  expect((await calendar.list(pairManager)).map(describeEvent)).toEqual(
    ['11-07', '11-21', '11-28', '12-05', '12-12', '12-19', '12-26'].map((day) => `${day} 19:30 Renamed`),
  )
})

test('a cancelled event is kept while it is in a personal calendar', LONG_TIMEOUT, async () => {
  const { server, calendar, mentor, pair, rows, later } = await buildNights()
  const event = await calendar.added(mentor, singleEvent(pair))
  const { id } = await server.db
    .insertInto('calendar_integration')
    .values({
      person_id: mentor,
      provider: 'google',
      email: 'ravi@calendars.example',
      sealed_access: Buffer.from('x'),
      state: 'revoked',
      connected_at: server.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const push = { integration_id: id, event_id: event.id, provider_event_id: 'x', version: 1 }
  await server.db.insertInto('calendar_push').values(push).execute()
  await calendar.removed(mentor, event.id)
  await later(200)
  expect((await rows()).events).toHaveLength(1)
  await server.db.deleteFrom('calendar_push').execute()
  await later(1)
  expect(await rows()).toEqual({ series: [], events: [] })
})

test('a series that is being changed waits for the next night', LONG_TIMEOUT, async () => {
  const { server, calendar, mentor, pair, rows, later } = await buildNights()
  const event = await calendar.added(mentor, singleEvent(pair))
  await calendar.removed(mentor, event.id)
  await server.db.transaction().execute(async (transaction) => {
    await transaction.selectFrom('calendar_series').select('id').where('id', '=', event.series).forUpdate().execute()
    await later(181)
    expect((await rows()).events).toHaveLength(1)
  })
  await later(1)
  expect(await rows()).toEqual({ series: [], events: [] })
})
