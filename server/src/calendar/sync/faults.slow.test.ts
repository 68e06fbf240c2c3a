import { listNotices } from '@saathi/contract/notices/calls'
import { DAY_SECONDS, HOUR_SECONDS } from '@saathi/contract/core/time'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type ProviderRequest, inJson } from '#dev/calendar-messages.ts'
import { singleEvent, weeklyEvent } from '../../../test/calendar-events.ts'
import { RADICALE_PERSON, startRadicale } from '../../../test/calendar-providers/radicale.ts'
import { buildSyncWorld, LONG_TIMEOUT, POLL, waitUntilIdle } from '../../../test/calendar-providers/sync-world.ts'

const four = Array.from({ length: 4 }, () => 'Weekly call')

describe('a provider that is down', () => {
  test.each(['google', 'yahoo'] as const)(
    '[CAL-06] for an hour: %s is retried with growing delays, the owner sees it, and in the end each event exists once',
    LONG_TIMEOUT,
    async (provider) => {
      const world = await buildSyncWorld()
      const { server, calendar, calendars, mentor, mentee, pair, email, untilThere, advance, jobs, standIns } = world
      await calendars.connected(mentee, provider, email)
      await waitUntilIdle(world)
      standIns[provider].fail(() => ({ status: 503 }))
      server.delivered.length = 0
      // Adding events does not wait for it.
      await calendar.added(mentor, weeklyEvent())
      await expect.poll(() => calendars.own(mentee), POLL).toMatchObject({ state: 'retrying', waiting: 4 })
      expect(server.delivered).toContainEqual({ to: [mentee], event: { type: 'calendar.integration_changed' } })
      await calendar.added(mentor, singleEvent(pair))
      await waitUntilIdle(world)

      const pauses: number[] = []
      for (let attempt = 0; attempt < 4; attempt += 1) {
        await waitUntilIdle(world)
        const waiting = (await jobs()).filter(({ state }) => state === 'created' || state === 'retry')
        expect(waiting).toHaveLength(1)
        pauses.push(waiting[0]?.dueIn ?? 0)
        await advance(Math.ceil(waiting[0]?.dueIn ?? 0) + 1)
        await expect.poll(async () => (await jobs()).some(({ state, dueIn }) => state === 'retry' && dueIn > 0), POLL).toBe(true)
      }
      expect(Math.max(...pauses)).toBeGreaterThan(100)
      expect(await calendars.own(mentee)).toMatchObject({ state: 'retrying', waiting: 5 })

      standIns[provider].fail(null)
      await advance(HOUR_SECONDS)
      await untilThere(provider, [...four, 'Our call'])
      await expect.poll(() => calendars.own(mentee), POLL).toMatchObject({ state: 'connected', waiting: 0 })
    },
  )

  test('[CAL-06] during a sync: finished events are stored, and the rest follows later', LONG_TIMEOUT, async () => {
    const world = await buildSyncWorld()
    const { calendar, calendars, mentor, mentee, email, untilThere, advance, standIns } = world
    await calendars.connected(mentee, 'google', email)
    await waitUntilIdle(world)
    let posts = 0
    standIns.google.fail(({ method }) => {
      if (method === 'POST') posts += 1
      return method === 'POST' && posts > 2 ? 'cut' : null
    })
    await calendar.added(mentor, weeklyEvent())
    await expect.poll(() => calendars.own(mentee), POLL).toMatchObject({ state: 'retrying', waiting: 2 })
    expect((await world.pushes()).filter(({ version }) => version > 0)).toHaveLength(2)
    standIns.google.fail(null)
    await advance(HOUR_SECONDS)
    await untilThere('google', four)
  })

  test('[CAL-06] by being slow: requests time out and are retried', LONG_TIMEOUT, async () => {
    const world = await buildSyncWorld({}, { answerWithinMs: 2_000 })
    const { calendar, calendars, mentor, mentee, pair, email, untilThere, advance, standIns } = world
    await calendars.connected(mentee, 'outlook', email)
    await waitUntilIdle(world)
    standIns.outlook.fail(() => 'silence')
    await calendar.added(mentor, singleEvent(pair))
    await expect.poll(() => calendars.own(mentee), POLL).toMatchObject({ state: 'retrying' })
    standIns.outlook.fail(null)
    await advance(HOUR_SECONDS)
    await untilThere('outlook', ['Our call'])
  })

  test('[CAL-06] for days: after the last attempt, the next day tries again', LONG_TIMEOUT, async () => {
    const world = await buildSyncWorld()
    const { server, calendar, calendars, mentor, mentee, pair, email, untilThere, advance, standIns } = world
    await calendars.connected(mentee, 'google', email)
    await waitUntilIdle(world)
    standIns.google.fail(() => ({ status: 500 }))
    await calendar.added(mentor, singleEvent(pair, { scheduledTime: '2026-12-14T10:00:00+05:30' }))
    await expect.poll(() => calendars.own(mentee), POLL).toMatchObject({ state: 'retrying' })
    await server.pool.query(`delete from jobs.job where name = 'calendar.sync' and state < 'active'`)
    standIns.google.fail(null)
    await advance(DAY_SECONDS)
    await untilThere('google', ['Our call'])
    await expect.poll(() => calendars.own(mentee), POLL).toMatchObject({ state: 'connected' })
  })
})

test('[CAL-06] a provider that is down for days is retried by a single job', LONG_TIMEOUT, async () => {
  const world = await buildSyncWorld()
  const { server, calendar, calendars, mentor, mentee, pair, email, untilThere, advance, jobs, standIns } = world
  await calendars.connected(mentee, 'google', email)
  await waitUntilIdle(world)
  standIns.google.fail(() => ({ status: 500 }))
  await calendar.added(mentor, singleEvent(pair, { scheduledTime: '2026-12-14T10:00:00+05:30' }))
  await expect.poll(() => calendars.own(mentee), POLL).toMatchObject({ state: 'retrying' })
  const daysDone = async () =>
    (await server.pool.query(`select 1 from jobs.job where name = 'calendar.sync_again' and state = 'completed'`)).rowCount
  for (const days of [1, 2, 3]) {
    await advance(DAY_SECONDS)
    await expect.poll(daysDone, POLL).toBe(days)
    await waitUntilIdle(world)
  }
  // Longer than the longest delay: superseded retry jobs have ended by then.
  await advance(3 * HOUR_SECONDS)
  await waitUntilIdle(world)
  const waiting = async () => (await jobs()).filter(({ state }) => state === 'created' || state === 'retry')
  await expect.poll(waiting, POLL).toHaveLength(1)
  standIns.google.fail(null)
  await advance(3 * HOUR_SECONDS)
  await untilThere('google', ['Our call'])
})

describe('a provider that is busy', () => {
  test('[CAL-06] is left alone for the requested time, whatever is added', LONG_TIMEOUT, async () => {
    const world = await buildSyncWorld()
    const { calendar, calendars, mentor, mentee, pair, email, untilThere, advance, standIns } = world
    await calendars.connected(mentee, 'google', email)
    await waitUntilIdle(world)
    standIns.google.fail(() => ({ status: 429, headers: { 'retry-after': '600' } }))
    await calendar.added(mentor, singleEvent(pair, { title: 'One' }))
    await expect.poll(() => calendars.own(mentee), POLL).toMatchObject({ state: 'retrying' })
    await waitUntilIdle(world)
    standIns.google.fail(null)
    standIns.google.forgetRequests()
    await calendar.added(mentor, singleEvent(pair, { title: 'Two' }))
    await advance(500)
    await calendar.added(mentor, singleEvent(pair, { title: 'Three' }))
    await waitUntilIdle(world)
    expect(standIns.google.requestLines()).toEqual([])
    expect(await calendars.own(mentee)).toMatchObject({ state: 'retrying', waiting: 3 })
    await advance(100)
    await untilThere('google', ['One', 'Three', 'Two'])
    await expect.poll(() => calendars.own(mentee), POLL).toMatchObject({ state: 'connected', waiting: 0 })
  })

  test.each(['google', 'outlook'] as const)(
    '[CAL-06] %s is contacted again after its retry-after, and not before',
    LONG_TIMEOUT,
    async (provider) => {
      const world = await buildSyncWorld()
      const { calendar, calendars, mentor, mentee, pair, email, untilThere, advance, jobs, standIns } = world
      await calendars.connected(mentee, provider, email)
      await waitUntilIdle(world)
      standIns[provider].fail(() => ({ status: 429, headers: { 'retry-after': '600' } }))
      await calendar.added(mentor, singleEvent(pair))
      await expect.poll(() => calendars.own(mentee), POLL).toMatchObject({ state: 'retrying' })
      const [waiting] = (await jobs()).filter(({ state }) => state === 'created')
      expect(waiting?.dueIn).toBeGreaterThan(580)
      expect(waiting?.dueIn).toBeLessThanOrEqual(600)
      standIns[provider].fail(null)
      await advance(600)
      await untilThere(provider, ['Our call'])
    },
  )

  test('[CAL-06] with Google’s 403 rate limit is not treated as revoked', LONG_TIMEOUT, async () => {
    const world = await buildSyncWorld()
    const { calendar, calendars, mentor, mentee, pair, email, untilThere, advance, standIns } = world
    await calendars.connected(mentee, 'google', email)
    await waitUntilIdle(world)
    standIns.google.fail(() => inJson(403, { error: { errors: [{ reason: 'userRateLimitExceeded' }] } }))
    await calendar.added(mentor, singleEvent(pair))
    await expect.poll(() => calendars.own(mentee), POLL).toMatchObject({ state: 'retrying' })
    standIns.google.fail(null)
    await advance(HOUR_SECONDS)
    await untilThere('google', ['Our call'])
  })
})

test.each(['google', 'outlook', 'yahoo'] as const)(
  '[CAL-06] %s revokes access: the owner is notified once, retries stop, and reconnecting syncs everything',
  LONG_TIMEOUT,
  async (provider) => {
    const world = await buildSyncWorld()
    const { server, calendar, calendars, mentor, mentee, pair, email, untilThere, jobs, standIns } = world
    await calendar.added(mentor, singleEvent(pair, { title: 'Before' }))
    await calendars.connected(mentee, provider, email)
    await untilThere(provider, ['Before'])
    await waitUntilIdle(world)
    standIns[provider].played.oauth?.end(email)
    server.delivered.length = 0
    await calendar.added(mentor, singleEvent(pair, { title: 'After' }))
    await expect.poll(() => calendars.own(mentee), POLL).toMatchObject({ state: 'revoked', waiting: 1 })
    expect(server.delivered).toContainEqual({ to: [mentee], event: { type: 'calendar.integration_changed' } })

    const count = (await jobs()).length
    standIns[provider].forgetRequests()
    await calendar.added(mentor, singleEvent(pair, { title: 'Much after' }))
    await waitUntilIdle(world)
    expect({ jobs: (await jobs()).length, asked: standIns[provider].requestLines() }).toEqual({ jobs: count, asked: [] })
    const { body } = await server.ask(mentee, listNotices, { query: {} })
    const calendarNotices = body.notices.filter(
      ({ kind, link }) => kind === 'calendar' && link !== null && !link.includes('calendar=2026'),
    )
    expect(calendarNotices).toHaveLength(1)

    await calendars.connected(mentee, provider, email)
    await untilThere(provider, ['After', 'Before', 'Much after'])
  },
)

test('[CAL-06] a refused event does not block the others, and is logged without its text', LONG_TIMEOUT, async () => {
  const lines: string[] = []
  const logSink = { write: (line: string) => void lines.push(line) }
  const world = await buildSyncWorld({ logLevel: 'debug' }, { logSink })
  const { calendar, calendars, mentor, mentee, pair, email, untilThere, standIns } = world
  standIns.google.fail(({ method, body }) => (method === 'POST' && body.includes('Unwanted') ? inJson(400, {}) : null))
  // Add both before the first run: a run with only the refused event would look like an outage.
  await calendar.added(mentor, singleEvent(pair, { title: 'Unwanted words', scheduledTime: '2026-11-10T10:00:00+05:30' }))
  await calendar.added(mentor, singleEvent(pair, { title: 'Wanted' }))
  await calendars.connected(mentee, 'google', email)
  await untilThere('google', ['Wanted'])
  await waitUntilIdle(world)
  expect(await calendars.own(mentee)).toMatchObject({ state: 'connected', waiting: 1 })
  expect(lines.join('\n')).toContain('calendar: an event was refused')
  expect(lines.join('\n')).not.toContain('Unwanted')
  standIns.google.fail(null)
  await calendar.added(mentor, singleEvent(pair, { title: 'One more' }))
  await untilThere('google', ['One more', 'Unwanted words', 'Wanted'])
})

describe('a provider that refuses', () => {
  const unwanted = ({ method, body }: ProviderRequest) =>
    method === 'POST' && body.includes('Unwanted') ? inJson(400, {}) : null

  test('[CAL-06] every event is treated as down, and retried', LONG_TIMEOUT, async () => {
    const world = await buildSyncWorld()
    const { calendar, calendars, mentor, mentee, email, untilThere, advance, standIns } = world
    await calendars.connected(mentee, 'google', email)
    await waitUntilIdle(world)
    standIns.google.fail(() => inJson(400, {}))
    await calendar.added(mentor, weeklyEvent())
    await expect
      .poll(() => calendars.own(mentee), POLL)
      .toMatchObject({ state: 'retrying', waiting: 4, syncedAt: expect.any(String) })
    standIns.google.fail(null)
    await advance(HOUR_SECONDS)
    await untilThere('google', four)
    await expect.poll(() => calendars.own(mentee), POLL).toMatchObject({ state: 'connected', waiting: 0 })
  })

  test('[CAL-06] one event is retried the next day', LONG_TIMEOUT, async () => {
    const world = await buildSyncWorld()
    const { calendar, calendars, mentor, mentee, pair, email, untilThere, advance, standIns } = world
    await calendar.added(mentor, singleEvent(pair, { title: 'Unwanted', scheduledTime: '2026-12-14T10:00:00+05:30' }))
    await calendar.added(mentor, singleEvent(pair, { title: 'Wanted' }))
    standIns.google.fail(unwanted)
    await calendars.connected(mentee, 'google', email)
    await untilThere('google', ['Wanted'])
    await waitUntilIdle(world)
    expect(await calendars.own(mentee)).toMatchObject({ state: 'connected', waiting: 1 })
    standIns.google.fail(null)
    await advance(DAY_SECONDS)
    await untilThere('google', ['Unwanted', 'Wanted'])
  })

  test('[CAL-06] more than a hundred events does not block those after them', LONG_TIMEOUT, async () => {
    const world = await buildSyncWorld()
    const { server, calendar, calendars, mentor, mentee, pair, email, untilThere, standIns } = world
    const { id } = await calendar.added(
      mentor,
      singleEvent(pair, { title: 'Unwanted', scheduledTime: '2026-11-05T10:00:00+05:30' }),
    )
    // More than one page.
    await server.pool.query(
      `insert into calendar_event
         (series_id, mentorship_id, series_date, scheduled_at, title, description, is_pair_group_call, created_at, updated_at)
       select series_id, mentorship_id, series_date + n, scheduled_at, title, '', true, created_at, updated_at
       from calendar_event, generate_series(1, 120) as n where id = $1`,
      [id],
    )
    await calendar.added(mentor, singleEvent(pair, { title: 'Wanted' }))
    standIns.google.fail(unwanted)
    await calendars.connected(mentee, 'google', email)
    await untilThere('google', ['Wanted'])
    await waitUntilIdle(world)
    expect(await calendars.own(mentee)).toMatchObject({ state: 'connected' })
  })
})

describe('unlinked while the provider', () => {
  test('[CAL-06] is down: removal is tried for a day, then the token is revoked', LONG_TIMEOUT, async () => {
    const world = await buildSyncWorld()
    const { calendar, calendars, mentor, mentee, email, untilThere, advance, standIns } = world
    await calendar.added(mentor, weeklyEvent())
    await calendars.connected(mentee, 'google', email)
    await untilThere('google', four)
    await waitUntilIdle(world)
    standIns.google.fail(({ path }) => (path.startsWith('/calendar') ? { status: 503 } : null))
    await calendars.unlink(mentee, 'google')
    expect(await calendars.own(mentee)).toBeNull()
    await expect.poll(world.rows, POLL).toMatchObject([{ state: 'retrying', unlinked_at: expect.any(Date) }])
    await waitUntilIdle(world)
    // Another calendar can be connected in the meantime.
    await calendars.connected(mentee, 'apple', email)
    await untilThere('apple', four)
    await advance(DAY_SECONDS + HOUR_SECONDS)
    await expect.poll(world.rows, POLL).toMatchObject([{ provider: 'apple' }])
    expect(standIns.google.played.oauth?.hasTokensOf(email)).toBe(false)
  })

  test('[CAL-06] recovers within a day: everything is removed', LONG_TIMEOUT, async () => {
    const world = await buildSyncWorld()
    const { calendar, calendars, mentor, mentee, email, untilThere, advance, standIns } = world
    await calendar.added(mentor, weeklyEvent())
    await calendars.connected(mentee, 'google', email)
    await untilThere('google', four)
    await waitUntilIdle(world)
    standIns.google.fail(() => ({ status: 503 }))
    await calendars.unlink(mentee, 'google')
    await expect.poll(world.rows, POLL).toMatchObject([{ state: 'retrying' }])
    standIns.google.fail(null)
    await advance(HOUR_SECONDS)
    await untilThere('google', [])
    await expect.poll(world.rows, POLL).toEqual([])
  })

  test('[CAL-06] has revoked access: the connection is deleted immediately', LONG_TIMEOUT, async () => {
    const world = await buildSyncWorld()
    const { calendar, calendars, mentor, mentee, email, untilThere, standIns } = world
    await calendar.added(mentor, weeklyEvent())
    await calendars.connected(mentee, 'google', email)
    await untilThere('google', four)
    await waitUntilIdle(world)
    standIns.google.played.oauth?.end(email)
    await calendars.unlink(mentee, 'google')
    await expect.poll(world.rows, POLL).toEqual([])
  })
})

test('[CAL-06] with a real CalDAV server: connects with a password, syncs, updates and removes', LONG_TIMEOUT, async () => {
  const radicale = await startRadicale()
  onTestFinished(radicale.stop)
  await radicale.makeCalendar('home', ['VEVENT'])
  const none = { answerWithinMs: 10_000, google: undefined, outlook: undefined, yahoo: undefined }
  const world = await buildSyncWorld({ calendars: { ...none, apple: { caldavUrl: radicale.url } } })
  const { calendar, calendars, mentor, mentee, pair } = world
  const { email, password } = RADICALE_PERSON
  const titles = async () => (await radicale.read('home')).match(/^SUMMARY:.*$/gm)?.map((line) => line.slice(8).trim()) ?? []

  const single = await calendar.added(mentor, singleEvent(pair))
  expect((await calendars.connect(mentee, { provider: 'apple', email, appPassword: 'wrong' })).status).toBe(400)
  expect((await calendars.connect(mentee, { provider: 'apple', email, appPassword: password })).status).toBe(200)
  await expect.poll(titles, POLL).toEqual(['Our call'])
  await calendar.edited(mentor, single, { title: 'Another title' })
  await expect.poll(titles, POLL).toEqual(['Another title'])
  await calendars.unlink(mentee, 'apple')
  await expect.poll(titles, POLL).toEqual([])
  await expect.poll(world.rows, POLL).toEqual([])
})
