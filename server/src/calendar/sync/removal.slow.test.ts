import { DAY_SECONDS, HOUR_SECONDS } from '@saathi/contract/core/time'
import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { inTransaction } from '#core/ctx.ts'
import { singleEvent, weeklyEvent } from '../../../test/calendar-events.ts'
import { buildSyncWorld, LONG_TIMEOUT, POLL, type SyncWorld, waitUntilIdle } from '../../../test/calendar-providers/sync-world.ts'
import { dumpTables, occursIn } from '../../../test/matrix/table-dump.ts'
import { erasePerson } from '../../accounts/leave/leave.ts'

const four = Array.from({ length: 4 }, () => 'Weekly call')
const log = pino({ level: 'silent' })

/** Erases an account, as on its deletion date. */
async function eraseAccount({ server }: SyncWorld, personId: number) {
  await server.db.updateTable('person').set({ leaves_at: server.clock.now() }).where('id', '=', personId).execute()
  await inTransaction(server.app.world, log, (ctx) => erasePerson(ctx, personId))
}

/** Waits until the job failed and is scheduled again. */
async function untilRetryScheduled({ server }: SyncWorld) {
  const isWaiting = async () =>
    (await server.pool.query(`select 1 from jobs.job where name = 'calendar.part' and state = 'retry'`)).rowCount
  await expect.poll(isWaiting, POLL).toBe(1)
}

const removals = ({ server }: SyncWorld) => server.db.selectFrom('calendar_parting').selectAll().execute()

/** The mentee’s calendar with synced events. */
async function buildConnected(provider: 'google' | 'outlook' | 'yahoo' | 'apple') {
  const world = await buildSyncWorld()
  const { calendar, calendars, mentor, mentee, email, untilThere } = world
  await calendar.added(mentor, weeklyEvent())
  await calendars.connected(mentee, provider, email)
  await untilThere(provider, four)
  await waitUntilIdle(world)
  return world
}

describe.each(['google', 'outlook', 'yahoo', 'apple'] as const)('erasing an account with a calendar at %s', (provider) => {
  test('[CAL-06] removes the synced events, revokes the token, and stores nothing', LONG_TIMEOUT, async () => {
    const world = await buildConnected(provider)
    const { mentee, email, untilThere, standIns } = world
    await eraseAccount(world, mentee)
    await untilThere(provider, [])
    await expect.poll(() => removals(world), POLL).toEqual([])
    expect([await world.rows(), await world.pushes()]).toEqual([[], []])
    // Microsoft has no revocation endpoint; an Apple password can only be revoked by its owner.
    expect(standIns[provider].played.oauth?.hasTokensOf(email) ?? false).toBe(provider === 'outlook')
  })

  test('[CAL-06] stores nothing identifying while the provider is down, and retries', LONG_TIMEOUT, async () => {
    const world = await buildConnected(provider)
    const { server, mentee, email, untilThere, advance, standIns } = world
    const names = (await world.pushes()).map(({ provider_event_id }) => provider_event_id)
    standIns[provider].fail(() => ({ status: 503 }))
    await eraseAccount(world, mentee)
    expect(await removals(world)).toMatchObject([{ provider }])
    expect(await world.rows()).toEqual([])
    await untilRetryScheduled(world)
    const dump = await dumpTables(server.db)
    for (const word of [email, ...names]) expect(occursIn(dump, word)).toBe(false)
    expect(standIns[provider].titles(email)).toEqual(four)
    standIns[provider].played.oauth?.expireAccessTokens()
    standIns[provider].fail(null)
    await advance(HOUR_SECONDS)
    await untilThere(provider, [])
    await expect.poll(() => removals(world), POLL).toEqual([])
  })
})

test('[CAL-06] after a day of failures the token is revoked anyway, and nothing is stored', LONG_TIMEOUT, async () => {
  const world = await buildConnected('google')
  const { mentee, email, advance, standIns } = world
  standIns.google.fail(({ path }) => (path.startsWith('/calendar') ? { status: 500 } : null))
  await eraseAccount(world, mentee)
  await untilRetryScheduled(world)
  await advance(DAY_SECONDS + HOUR_SECONDS)
  await expect.poll(() => removals(world), POLL).toEqual([])
  expect(standIns.google.played.oauth?.hasTokensOf(email)).toBe(false)
})

test('[CAL-06] an interrupted removal continues where it stopped', LONG_TIMEOUT, async () => {
  const world = await buildConnected('yahoo')
  const { mentee, untilThere, advance, standIns } = world
  let removed = 0
  standIns.yahoo.fail(({ method }) => {
    if (method === 'DELETE') removed += 1
    return method === 'DELETE' && removed > 2 ? { status: 503 } : null
  })
  await eraseAccount(world, mentee)
  await untilRetryScheduled(world)
  await untilThere('yahoo', ['Weekly call', 'Weekly call'])
  standIns.yahoo.forgetRequests()
  standIns.yahoo.fail(null)
  await advance(HOUR_SECONDS)
  await untilThere('yahoo', [])
  await expect.poll(() => removals(world), POLL).toEqual([])
  expect(standIns.yahoo.requestLines().filter((line) => line.startsWith('DELETE'))).toHaveLength(2)
})

test('[CAL-06] a delay requested by the provider is respected', LONG_TIMEOUT, async () => {
  const world = await buildConnected('google')
  const { server, mentee, untilThere, advance, standIns } = world
  standIns.google.fail(() => ({ status: 429, headers: { 'retry-after': '600' } }))
  await eraseAccount(world, mentee)
  const dueIn = async () => {
    const { rows } = await server.pool.query(
      `select extract(epoch from start_after - jobs.job_now())::float8 as due from jobs.job where name = 'calendar.part' and state < 'active'`,
    )
    return rows.map(({ due }) => Math.round(Number(due) / 100) * 100)
  }
  await expect.poll(dueIn, POLL).toEqual([600])
  standIns.google.fail(null)
  await advance(600)
  await untilThere('google', [])
})

test('[CAL-06] an event that is being added during the erasure is removed, too', LONG_TIMEOUT, async () => {
  const world = await buildConnected('google')
  const { calendar, mentor, mentee, pair, untilThere, advance, standIns } = world
  let isLeaving = false
  let hasLeft = false
  standIns.google.fail(async ({ method }) => {
    if (method === 'POST' && !isLeaving) {
      isLeaving = true
      await eraseAccount(world, mentee)
      hasLeft = true
    }
    return null
  })
  await calendar.added(mentor, singleEvent(pair))
  await expect.poll(() => hasLeft, POLL).toBe(true)
  await advance(HOUR_SECONDS)
  await untilThere('google', [])
  await expect.poll(() => removals(world), POLL).toEqual([])
})

test('[CAL-06] another person with the same calendar stays connected', LONG_TIMEOUT, async () => {
  const world = await buildConnected('google')
  const { server, calendars, mentee, email, standIns } = world
  const other = await server.buildPerson()
  await calendars.connected(other, 'google', email)
  await eraseAccount(world, mentee)
  await expect.poll(() => removals(world), POLL).toEqual([])
  expect(standIns.google.played.oauth?.hasTokensOf(email)).toBe(true)
  expect(await calendars.own(other)).toMatchObject({ state: 'connected' })
})

test('a revoked or undecryptable connection is deleted immediately', LONG_TIMEOUT, async () => {
  const world = await buildConnected('google')
  const { server, mentor, mentee, calendars } = world
  await calendars.connected(mentor, 'apple', `${randomUUID()}@calendars.example`)
  await waitUntilIdle(world)
  await server.db.updateTable('calendar_integration').set({ state: 'revoked' }).where('person_id', '=', mentee).execute()
  const sealed_access = Buffer.from('sealed with another secret')
  await server.db.updateTable('calendar_integration').set({ sealed_access }).where('person_id', '=', mentor).execute()
  for (const person of [mentee, mentor]) await eraseAccount(world, person)
  expect([await world.rows(), await removals(world)]).toEqual([[], []])
})

test('leftover rows are deleted within days', LONG_TIMEOUT, async () => {
  const world = await buildSyncWorld()
  const { server, advance } = world
  const old = { id: randomUUID(), provider: 'google', sealed: Buffer.from('x'), parted_at: server.clock.now() }
  await server.db.insertInto('calendar_parting').values(old).execute()
  await advance(9 * DAY_SECONDS)
  await expect.poll(() => removals(world), POLL).toEqual([])
})
