import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { inTransaction } from '#core/ctx.ts'
import { once, weekly } from '../../test/calendar-events.ts'
import { buildSyncWorld, LONG, soon, type SyncWorld, untilQuiet } from '../../test/calendar-providers/sync-world.ts'
import { dumpTables, occursIn } from '../../test/matrix/table-dump.ts'
import { erasePerson } from '../accounts/leave.ts'

const HOUR = 3600
const DAY = 24 * HOUR
const four = Array.from({ length: 4 }, () => 'Weekly call')
const log = pino({ level: 'silent' })

/** As on the day on which an account is erased. */
async function leaveSaathi({ server }: SyncWorld, personId: number) {
  await server.db.updateTable('person').set({ leaves_at: server.clock.now() }).where('id', '=', personId).execute()
  await inTransaction(server.app.world, log, (ctx) => erasePerson(ctx, personId))
}

/** It has failed, and waits for its next attempt. */
async function untilTriedInVain({ server }: SyncWorld) {
  const isWaiting = async () =>
    (await server.pool.query(`select 1 from jobs.job where name = 'calendar.part' and state = 'retry'`)).rowCount
  await expect.poll(isWaiting, soon).toBe(1)
}

const partings = ({ server }: SyncWorld) => server.db.selectFrom('calendar_parting').selectAll().execute()

/** The mentee’s calendar, with what we brought there. */
async function buildConnected(provider: 'google' | 'outlook' | 'yahoo' | 'apple') {
  const world = await buildSyncWorld()
  const { calendar, calendars, mentor, mentee, email, untilThere } = world
  await calendar.added(mentor, weekly())
  await calendars.connected(mentee, provider, email)
  await untilThere(provider, four)
  await untilQuiet(world)
  return world
}

describe.each(['google', 'outlook', 'yahoo', 'apple'] as const)('who leaves Saathi with a calendar at %s', (provider) => {
  test('[CAL-06] has what we brought taken out and the token given back, and nothing is kept', LONG, async () => {
    const world = await buildConnected(provider)
    const { mentee, email, untilThere, standIns } = world
    await leaveSaathi(world, mentee)
    await untilThere(provider, [])
    await expect.poll(() => partings(world), soon).toEqual([])
    expect([await world.rows(), await world.pushes()]).toEqual([[], []])
    // Microsoft has no call for it; Apple’s password is the person’s own to take back.
    expect(standIns[provider].played.oauth?.hasTokensOf(email) ?? false).toBe(provider === 'outlook')
  })

  test('[CAL-06] is named by nothing that is kept while the provider is down, and it is tried again', LONG, async () => {
    const world = await buildConnected(provider)
    const { server, mentee, email, untilThere, advance, standIns } = world
    const names = (await world.pushes()).map(({ provider_event_id }) => provider_event_id)
    standIns[provider].fail(() => ({ status: 503 }))
    await leaveSaathi(world, mentee)
    expect(await partings(world)).toMatchObject([{ provider }])
    expect(await world.rows()).toEqual([])
    await untilTriedInVain(world)
    const dump = await dumpTables(server.db)
    for (const word of [email, ...names]) expect(occursIn(dump, word)).toBe(false)
    expect(standIns[provider].titles(email)).toEqual(four)
    standIns[provider].played.oauth?.runOut()
    standIns[provider].fail(null)
    await advance(HOUR)
    await untilThere(provider, [])
    await expect.poll(() => partings(world), soon).toEqual([])
  })
})

test(
  '[CAL-06] when it cannot be taken out within a day the token is given back all the same, and nothing is kept',
  LONG,
  async () => {
    const world = await buildConnected('google')
    const { mentee, email, advance, standIns } = world
    standIns.google.fail(({ path }) => (path.startsWith('/calendar') ? { status: 500 } : null))
    await leaveSaathi(world, mentee)
    await untilTriedInVain(world)
    await advance(DAY + HOUR)
    await expect.poll(() => partings(world), soon).toEqual([])
    expect(standIns.google.played.oauth?.hasTokensOf(email)).toBe(false)
  },
)

test('[CAL-06] what stopped halfway goes on where it was', LONG, async () => {
  const world = await buildConnected('yahoo')
  const { mentee, untilThere, advance, standIns } = world
  let removed = 0
  standIns.yahoo.fail(({ method }) => {
    if (method === 'DELETE') removed += 1
    return method === 'DELETE' && removed > 2 ? { status: 503 } : null
  })
  await leaveSaathi(world, mentee)
  await untilTriedInVain(world)
  await untilThere('yahoo', ['Weekly call', 'Weekly call'])
  standIns.yahoo.forgetAsked()
  standIns.yahoo.fail(null)
  await advance(HOUR)
  await untilThere('yahoo', [])
  await expect.poll(() => partings(world), soon).toEqual([])
  expect(standIns.yahoo.asked().filter((asked) => asked.startsWith('DELETE'))).toHaveLength(2)
})

test('[CAL-06] a pause that the provider asks for is kept to', LONG, async () => {
  const world = await buildConnected('google')
  const { server, mentee, untilThere, advance, standIns } = world
  standIns.google.fail(() => ({ status: 429, headers: { 'retry-after': '600' } }))
  await leaveSaathi(world, mentee)
  const dueIn = async () => {
    const { rows } = await server.pool.query(
      `select extract(epoch from start_after - jobs.job_now())::float8 as due from jobs.job where name = 'calendar.part' and state < 'active'`,
    )
    return rows.map(({ due }) => Math.round(Number(due) / 100) * 100)
  }
  await expect.poll(dueIn, soon).toEqual([600])
  standIns.google.fail(null)
  await advance(600)
  await untilThere('google', [])
})

test('[CAL-06] what is being brought in the moment of leaving is taken out, too', LONG, async () => {
  const world = await buildConnected('google')
  const { calendar, mentor, mentee, pair, untilThere, advance, standIns } = world
  let isLeaving = false
  let hasLeft = false
  standIns.google.fail(async ({ method }) => {
    if (method === 'POST' && !isLeaving) {
      isLeaving = true
      await leaveSaathi(world, mentee)
      hasLeft = true
    }
    return null
  })
  await calendar.added(mentor, once(pair))
  await expect.poll(() => hasLeft, soon).toBe(true)
  await advance(HOUR)
  await untilThere('google', [])
  await expect.poll(() => partings(world), soon).toEqual([])
})

test('[CAL-06] who has the same calendar connected with another account keeps it', LONG, async () => {
  const world = await buildConnected('google')
  const { server, calendars, mentee, email, standIns } = world
  const other = await server.buildPerson()
  await calendars.connected(other, 'google', email)
  await leaveSaathi(world, mentee)
  await expect.poll(() => partings(world), soon).toEqual([])
  expect(standIns.google.played.oauth?.hasTokensOf(email)).toBe(true)
  expect(await calendars.own(other)).toMatchObject({ state: 'connected' })
})

test('a connection that can no longer be opened, or was revoked, goes at once', LONG, async () => {
  const world = await buildConnected('google')
  const { server, mentor, mentee, calendars } = world
  await calendars.connected(mentor, 'apple', `${randomUUID()}@calendars.example`)
  await untilQuiet(world)
  await server.db.updateTable('calendar_integration').set({ state: 'revoked' }).where('person_id', '=', mentee).execute()
  const sealed_access = Buffer.from('sealed with another secret')
  await server.db.updateTable('calendar_integration').set({ sealed_access }).where('person_id', '=', mentor).execute()
  for (const person of [mentee, mentor]) await leaveSaathi(world, person)
  expect([await world.rows(), await partings(world)]).toEqual([[], []])
})

test('what nobody works on any more is forgotten within days', LONG, async () => {
  const world = await buildSyncWorld()
  const { server, advance } = world
  const old = { id: randomUUID(), provider: 'google', sealed: Buffer.from('x'), parted_at: server.clock.now() }
  await server.db.insertInto('calendar_parting').values(old).execute()
  await advance(9 * DAY)
  await expect.poll(() => partings(world), soon).toEqual([])
})
