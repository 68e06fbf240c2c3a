import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { inTransaction } from '#core/ctx.ts'
import type { ProviderRequest } from '#dev/calendar-messages.ts'
import { endMentorship } from '#mentorship/public.ts'
import { singleEvent } from '../../../test/calendar-events.ts'
import { buildSyncWorld, LONG_TIMEOUT, POLL, waitUntilIdle } from '../../../test/calendar-providers/sync-world.ts'
import { erasePerson } from '../../accounts/leave/leave.ts'

const log = pino({ level: 'silent' })
const providers = ['google', 'outlook', 'yahoo', 'apple'] as const

const isWrite = ({ method, path }: ProviderRequest) => (method === 'POST' && path !== '/token') || method === 'PUT'

/** The provider created an event, but its reply was lost. */
async function buildLost(provider: (typeof providers)[number]) {
  const world = await buildSyncWorld()
  const { calendar, calendars, mentor, mentee, pair, email, untilThere, standIns } = world
  await calendars.connected(mentee, provider, email)
  await waitUntilIdle(world)
  standIns[provider].failOnce((heard) => (isWrite(heard) ? 'lost' : null))
  const event = await calendar.added(mentor, singleEvent(pair))
  await expect.poll(() => calendars.own(mentee), POLL).toMatchObject({ state: 'retrying', waiting: 1 })
  await untilThere(provider, ['Our call'])
  return { ...world, event }
}
type Lost = Awaited<ReturnType<typeof buildLost>>

const ways: readonly [string, (lost: Lost, provider: (typeof providers)[number]) => Promise<unknown>][] = [
  ['it is cancelled', ({ calendar, mentor, event }) => calendar.removed(mentor, event.id)],
  ['the mentorship ends', ({ server, pair }) => inTransaction(server.app.world, log, (ctx) => endMentorship(ctx, pair.id))],
  ['the calendar is unlinked', ({ calendars, mentee }, provider) => calendars.unlink(mentee, provider)],
  [
    'its owner leaves Saathi',
    async ({ server, mentee }) => {
      await server.db.updateTable('person').set({ leaves_at: server.clock.now() }).where('id', '=', mentee).execute()
      await inTransaction(server.app.world, log, (ctx) => erasePerson(ctx, mentee))
    },
  ],
]

describe.each(providers)('an event created at %s with a lost reply', (provider) => {
  test.each(ways)('[CAL-06] is removed when %s', LONG_TIMEOUT, async (_what, happens) => {
    const lost = await buildLost(provider)
    await happens(lost, provider)
    await lost.untilThere(provider, [])
    await expect.poll(lost.pushes, POLL).toEqual([])
  })
})

test('[CAL-06] an event that was never created is removed without an error', LONG_TIMEOUT, async () => {
  const world = await buildSyncWorld()
  const { calendar, calendars, mentor, mentee, pair, email, standIns } = world
  await calendars.connected(mentee, 'outlook', email)
  await waitUntilIdle(world)
  standIns.outlook.failOnce((heard) => (isWrite(heard) ? 'cut' : null))
  const event = await calendar.added(mentor, singleEvent(pair))
  await expect.poll(() => calendars.own(mentee), POLL).toMatchObject({ state: 'retrying', waiting: 1 })
  await calendar.removed(mentor, event.id)
  await expect.poll(world.pushes, POLL).toEqual([])
  await expect.poll(() => calendars.own(mentee), POLL).toMatchObject({ state: 'connected', waiting: 0 })
})
