import { setDisabled, setFlags } from '@saathi/contract/accounts/staff-calls'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { inTransaction } from '#core/ctx.ts'
import { endMentorship } from '#mentorship/public.ts'
import { singleEvent, weeklyEvent } from '../../../test/calendar-events.ts'
import { buildSyncWorld, LONG_TIMEOUT, POLL, waitUntilIdle } from '../../../test/calendar-providers/sync-world.ts'
import { markSecondFactor } from '../../../test/matrix/second-factor.ts'

const four = Array.from({ length: 4 }, () => 'Weekly call')

/** A pair whose mentee area staff can close and open. */
async function buildLockable() {
  const world = await buildSyncWorld()
  const { server, mentee } = world
  const staff = await server.buildPerson({ role: 'Admin' })
  await markSecondFactor(server, staff)
  async function setArea(curriculum: 'off' | 'show' | 'use') {
    const answer = await server.ask(staff, setFlags, { params: { personId: mentee }, body: { curriculum } })
    expect(answer).toMatchObject({ status: 200 })
    await waitUntilIdle(world)
  }
  async function bar(isDisabled: boolean) {
    // The last confirmation may have expired by then.
    await markSecondFactor(server, staff)
    const answer = await server.ask(staff, setDisabled, {
      params: { personId: mentee },
      body: { isDisabled, reason: 'They asked for it.' },
    })
    expect(answer).toMatchObject({ status: 200 })
    await waitUntilIdle(world)
  }
  return { ...world, setArea, bar }
}

test.each(['show', 'off'] as const)(
  '[CAL-06] while the area is closed (%s) nothing is synced; once open, everything is',
  LONG_TIMEOUT,
  async (closed) => {
    const world = await buildLockable()
    const { calendar, calendars, mentor, mentee, pair, email, setArea, standIns, titlesAt, untilThere } = world
    await calendar.added(mentor, weeklyEvent())
    await calendars.connected(mentee, 'google', email)
    await untilThere('google', four)
    await setArea(closed)
    standIns.google.forgetRequests()

    const [first, second] = await calendar.list(mentor)
    if (!first || !second) throw new Error('expected four occurrences')
    await calendar.added(mentor, singleEvent(pair))
    await calendar.edited(mentor, first, { title: 'Another title' })
    await calendar.removed(mentor, second.id)
    await waitUntilIdle(world)
    expect(titlesAt('google')).toEqual(four)
    expect(standIns.google.requestLines()).toEqual([])
    expect(await calendars.own(mentee)).toMatchObject({ state: 'connected', waiting: 0 })

    await setArea('use')
    await untilThere('google', ['Another title', 'Our call', 'Weekly call', 'Weekly call'])
    expect(await world.pushes()).toHaveLength(4)
  },
)

test('[CAL-06] a calendar connected while the area is closed is filled once it is open', LONG_TIMEOUT, async () => {
  const world = await buildLockable()
  const { calendar, calendars, mentor, mentee, email, setArea, standIns, untilThere } = world
  await calendar.added(mentor, weeklyEvent())
  await setArea('off')
  await calendars.connected(mentee, 'outlook', email)
  await waitUntilIdle(world)
  expect(standIns.outlook.requestLines().filter((line) => line !== 'POST /token')).toEqual([])
  // Opened in two steps; the first has no effect.
  await setArea('show')
  expect(world.titlesAt('outlook')).toEqual([])
  await setArea('use')
  await untilThere('outlook', four)
})

test('[CAL-06] unlinking while the area is closed removes everything', LONG_TIMEOUT, async () => {
  const world = await buildLockable()
  const { calendar, calendars, mentor, mentee, email, setArea, untilThere } = world
  await calendar.added(mentor, weeklyEvent())
  await calendars.connected(mentee, 'apple', email)
  await untilThere('apple', four)
  await setArea('show')
  await calendars.unlink(mentee, 'apple')
  await untilThere('apple', [])
  await expect.poll(world.rows, POLL).toEqual([])
})

test('[CAL-06] the events of a mentorship that ends while the area is closed are removed', LONG_TIMEOUT, async () => {
  const world = await buildLockable()
  const { server, calendar, calendars, mentor, mentee, pair, email, setArea, untilThere } = world
  await calendar.added(mentor, weeklyEvent())
  await calendars.connected(mentee, 'google', email)
  await untilThere('google', four)
  await setArea('show')
  await inTransaction(server.app.world, pino({ level: 'silent' }), (ctx) => endMentorship(ctx, pair.id))
  await untilThere('google', [])
})

test(
  '[CAL-06] a disabled person gets no sync, notices or reminders; once enabled, everything is synced',
  LONG_TIMEOUT,
  async () => {
    const world = await buildLockable()
    const { server, calendar, calendars, mentor, mentee, pair, email, bar, advance, standIns, titlesAt, untilThere } = world
    await calendar.added(mentor, weeklyEvent())
    await calendars.connected(mentee, 'google', email)
    await untilThere('google', four)
    await bar(true)
    // The notice that the mentorship started may arrive in between.
    const notified = () =>
      server.db
        .selectFrom('notice')
        .select('template')
        .where('person_id', '=', mentee)
        .where('template', 'like', 'calendar%')
        .orderBy('id')
        .execute()
    const mailed = async () => {
      const { email: to } = await server.db
        .selectFrom('person')
        .select('email')
        .where('id', '=', mentee)
        .executeTakeFirstOrThrow()
      const mails = server.db.selectFrom('mail').select('id').where('to_address', '=', to)
      return mails.where('subject', 'not like', 'Meet %').orderBy('id').execute()
    }
    const before = { notified: await notified(), mailed: await mailed() }
    standIns.google.forgetRequests()

    const [first, second] = await calendar.list(mentor)
    if (!first || !second) throw new Error('expected four occurrences')
    await calendar.added(mentor, singleEvent(pair, { scheduledTime: '2026-11-03T19:30:00+05:30' }))
    await calendar.edited(mentor, first, { title: 'Another title' })
    await calendar.removed(mentor, second.id)
    // Moves past the time of the others' first reminder.
    const reminded = () => server.db.selectFrom('notice').select('id').where('template', '=', 'calendarReminder').execute()
    await advance(31 * 3600 + 5 * 60)
    await expect.poll(reminded, POLL).toHaveLength(1)
    await waitUntilIdle(world)
    expect({ notified: await notified(), mailed: await mailed() }).toEqual(before)
    expect(titlesAt('google')).toEqual(four)
    expect(standIns.google.requestLines()).toEqual([])

    await bar(false)
    await untilThere('google', ['Another title', 'Our call', 'Weekly call', 'Weekly call'])
  },
)

test('[CAL-06] a disabled person is not notified when the provider revokes access', LONG_TIMEOUT, async () => {
  const world = await buildLockable()
  const { server, calendar, calendars, mentor, mentee, pair, email, bar, standIns, untilThere } = world
  await calendar.added(mentor, weeklyEvent())
  await calendars.connected(mentee, 'google', email)
  await untilThere('google', four)
  await bar(true)
  standIns.google.played.oauth?.end(email)
  await inTransaction(server.app.world, pino({ level: 'silent' }), (ctx) => endMentorship(ctx, pair.id))
  await expect.poll(world.rows, POLL).toMatchObject([{ state: 'revoked' }])
  const { rows } = await server.pool.query(`select 1 from notice where person_id = $1 and template = 'calendarRevoked'`, [mentee])
  expect(rows).toEqual([])
})
