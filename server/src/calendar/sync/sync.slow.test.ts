import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { inTransaction } from '#core/ctx.ts'
import { endMentorship } from '#mentorship/public.ts'
import { calendarClient, singleEvent, weeklyEvent } from '../../../test/calendar-events.ts'
import { buildSyncWorld, LONG_TIMEOUT, POLL, waitUntilIdle } from '../../../test/calendar-providers/sync-world.ts'
import { dumpTables, occursIn } from '../../../test/matrix/table-dump.ts'
import { buildMentorship } from '../../../test/mentorships.ts'
import { rows } from '../../../test/rows.ts'

const log = pino({ level: 'silent' })

describe.each(rows(['google', 'outlook', 'apple', 'yahoo'] as const, 2))('in %s', (provider) => {
  test('[CAL-06] events appear when it is connected, and then follow all changes', LONG_TIMEOUT, async () => {
    const world = await buildSyncWorld()
    const { calendar, calendars, mentor, mentee, pair, email, untilThere } = world
    await calendar.added(mentor, weeklyEvent())
    await calendars.connected(mentee, provider, email)
    const four = Array.from({ length: 4 }, () => 'Weekly call')
    await untilThere(provider, four)

    const single = await calendar.added(mentor, singleEvent(pair))
    await untilThere(provider, [...four, 'Our call'])
    await calendar.edited(mentor, single, { title: 'Another title', scheduledTime: '2026-11-15T19:30:00+05:30' })
    await untilThere(provider, [...four, 'Another title'])
    const [moved] = world.standIns[provider].played.events(email).filter(({ title }) => title === 'Another title')
    expect(moved?.startsAt).toBe('2026-11-15T14:00:00.000Z')

    const [, second] = (await calendar.list(mentor)).filter(({ title }) => title === 'Weekly call')
    if (!second) throw new Error('expected four occurrences')
    await calendar.remove(mentor, second.id, { applyToRecurring: 'FOLLOWING' })
    await untilThere(provider, ['Another title', 'Weekly call'])
    await waitUntilIdle(world)
    expect(await world.pushes()).toHaveLength(2)
    expect(await calendars.own(mentee)).toMatchObject({ state: 'connected', waiting: 0, syncedAt: expect.any(String) })
  })

  test('[CAL-06] unlinking removes the events, revokes the token, and stores nothing', LONG_TIMEOUT, async () => {
    const world = await buildSyncWorld()
    const { calendar, calendars, mentor, mentee, email, untilThere, standIns } = world
    await calendar.added(mentor, weeklyEvent())
    await calendars.connected(mentee, provider, email)
    await untilThere(provider, ['Weekly call', 'Weekly call', 'Weekly call', 'Weekly call'])
    await calendars.unlink(mentee, provider, email)
    await untilThere(provider, [])
    await expect.poll(world.rows, POLL).toEqual([])
    expect(await world.pushes()).toEqual([])
    // Microsoft has no revocation endpoint.
    expect(standIns[provider].played.oauth?.hasTokensOf(email) ?? false).toBe(provider === 'outlook')
  })

  test('[CAL-06] a crash between the provider’s reply and our update duplicates nothing', LONG_TIMEOUT, async () => {
    const world = await buildSyncWorld()
    const { calendar, calendars, mentor, mentee, pair, email, untilThere, jobs, advance } = world
    await calendars.connected(mentee, provider, email)
    await waitUntilIdle(world)
    await blockConfirmation(world)
    const single = await calendar.added(mentor, singleEvent(pair))
    await untilThere(provider, ['Our call'])
    await expect.poll(async () => (await jobs()).map(({ state }) => state), POLL).toContain('retry')
    expect(await world.pushes()).toMatchObject([{ version: 0 }])
    await allowConfirmation(world)
    await calendar.edited(mentor, single, { title: 'Changed since' })
    await advance(3600)
    await untilThere(provider, ['Changed since'])
    await waitUntilIdle(world)
    expect(world.titlesAt(provider)).toEqual(['Changed since'])
    expect(await world.pushes()).toHaveLength(1)
  })
})

type World = Awaited<ReturnType<typeof buildSyncWorld>>

/** Simulates a crash: the provider has replied, but the confirmation cannot be stored. */
async function blockConfirmation({ server }: World) {
  await server.pool.query(`
    create function no_notes() returns trigger language plpgsql as $$ begin raise exception 'the process is gone'; end $$;
    create trigger no_notes before insert on calendar_push for each row when (new.version > 0) execute function no_notes()`)
}
async function allowConfirmation({ server }: World) {
  await server.pool.query('drop trigger no_notes on calendar_push')
}

test('[CAL-06] all future events of all mentorships are synced, and no past ones', LONG_TIMEOUT, async () => {
  const world = await buildSyncWorld()
  const { server, calendar, calendars, mentor, pair, email, untilThere, advance } = world
  const other = await buildMentorship(server, { mentorId: mentor })
  await calendar.added(mentor, singleEvent(pair, { title: 'Of the first' }))
  await calendar.added(mentor, singleEvent(pair, { title: 'Long over', scheduledTime: '2026-10-20T10:00:00+05:30' }))
  await calendarClient(server, other).added(mentor, singleEvent(other, { title: 'Of the second' }))
  await calendars.connected(mentor, 'google', email)
  await untilThere('google', ['Of the first', 'Of the second'])

  // Past events stay once they were synced.
  await advance(20 * 24 * 3600)
  await calendar.added(mentor, singleEvent(pair, { title: 'Much later', scheduledTime: '2026-12-14T10:00:00+05:30' }))
  await untilThere('google', ['Much later', 'Of the first', 'Of the second'])
})

test('[CAL-06] leaving a mentorship removes its events and keeps the others', LONG_TIMEOUT, async () => {
  const world = await buildSyncWorld()
  const { server, calendar, calendars, mentor, mentee, pair, email, untilThere } = world
  const other = await buildMentorship(server, { mentorId: mentor })
  await calendar.added(mentor, weeklyEvent())
  await calendarClient(server, other).added(mentor, singleEvent(other, { title: 'Of the other' }))
  const menteeEmail = `mentee-${email}`
  await calendars.connected(mentor, 'google', email)
  await calendars.connected(mentee, 'outlook', menteeEmail)
  await untilThere('google', [...Array.from({ length: 4 }, () => 'Weekly call'), 'Of the other'])
  await expect.poll(() => world.titlesAt('outlook', menteeEmail), POLL).toHaveLength(4)
  await inTransaction(server.app.world, log, (ctx) => endMentorship(ctx, pair.id))
  await untilThere('google', ['Of the other'])
  await untilThere('outlook', [], menteeEmail)
})

test('[CAL-06] a change during a sync is synced in the same run', LONG_TIMEOUT, async () => {
  const world = await buildSyncWorld()
  const { calendar, calendars, mentor, mentee, pair, email, untilThere, standIns } = world
  await calendars.connected(mentee, 'google', email)
  await waitUntilIdle(world)
  let hasPlanned = false
  standIns.google.fail(async ({ method }) => {
    if (method === 'POST' && !hasPlanned) {
      hasPlanned = true
      await calendar.added(mentor, singleEvent(pair, { title: 'Planned meanwhile' }))
    }
    return null
  })
  await calendar.added(mentor, singleEvent(pair))
  await untilThere('google', ['Our call', 'Planned meanwhile'])
})

test(
  '[CAL-06] with several workers and many concurrent changes, each event is added once with its last version',
  LONG_TIMEOUT,
  async () => {
    const world = await buildSyncWorld()
    const { server, calendar, calendars, mentor, mentee, pair, email, untilThere, standIns } = world
    await server.app.startJobs(server.url)
    await calendars.connected(mentee, 'google', email)
    const added = await Promise.all(
      Array.from({ length: 6 }, (_, at) => calendar.added(mentor, singleEvent(pair, { title: `Event ${at}` }))),
    )
    await Promise.all(added.map((event) => calendar.edited(mentor, event, { title: `${event.title}, changed` })))
    await untilThere(
      'google',
      added.map(({ title }) => `${title}, changed`),
    )
    await waitUntilIdle(world)
    const posts = standIns.google.requests
      .filter(({ method, path }) => method === 'POST' && path !== '/token')
      .map(({ body }) => body)
    expect(new Set(posts.map((body) => JSON.parse(body).id)).size).toBe(posts.length)
    expect(await world.pushes()).toHaveLength(6)
  },
)

test('[CAL-06] renewed tokens are stored, also if each renewal invalidates the previous one', LONG_TIMEOUT, async () => {
  const world = await buildSyncWorld()
  const { server, calendar, calendars, mentor, mentee, pair, email, untilThere, standIns } = world
  await calendars.connected(mentee, 'outlook', email)
  for (const title of ['One', 'Two', 'Three']) {
    standIns.outlook.played.oauth?.expireAccessTokens()
    await calendar.added(mentor, singleEvent(pair, { title }))
    await expect.poll(() => world.titlesAt('outlook'), POLL).toContain(title)
    await waitUntilIdle(world)
  }
  await untilThere('outlook', ['One', 'Two', 'Three'])
  const dump = await dumpTables(server.db)
  const sent = standIns.outlook.requests.flatMap(({ header, body }) => [
    header('authorization')?.split(' ')[1] ?? '',
    new URLSearchParams(body).get('refresh_token') ?? '',
  ])
  const tokens = [...new Set(sent)].filter((token) => token !== '')
  expect(tokens.length).toBeGreaterThan(4)
  for (const token of tokens) expect(occursIn(dump, token)).toBe(false)
})

test('[CAL-06] reconnecting during the removal ends with each event present once', LONG_TIMEOUT, async () => {
  const world = await buildSyncWorld()
  const { calendar, calendars, mentor, mentee, email, untilThere, standIns } = world
  await calendar.added(mentor, weeklyEvent())
  await calendars.connected(mentee, 'apple', email)
  const four = Array.from({ length: 4 }, () => 'Weekly call')
  await untilThere('apple', four)
  let hasReturned = false
  standIns.apple.fail(async ({ method }) => {
    if (method === 'DELETE' && !hasReturned) {
      hasReturned = true
      await calendars.connected(mentee, 'apple', email)
    }
    return null
  })
  await calendars.unlink(mentee, 'apple')
  await expect.poll(() => hasReturned, POLL).toBe(true)
  await untilThere('apple', four)
  await waitUntilIdle(world)
  expect(world.titlesAt('apple')).toEqual(four)
  expect(await world.rows()).toMatchObject([{ unlinked_at: null, state: 'connected' }])
})
