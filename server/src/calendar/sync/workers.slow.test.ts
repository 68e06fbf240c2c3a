import { HOUR_SECONDS } from '@saathi/contract/core/time'
import { describe, expect, onTestFinished, test } from 'vitest'
import { buildApp } from '#app/build-app.ts'
import { openDatabase } from '#core/db/open.ts'
import type { ProviderRequest } from '#dev/calendar-messages.ts'
import { singleEvent, weeklyEvent } from '../../../test/calendar-events.ts'
import { buildSyncWorld, LONG_TIMEOUT, POLL, type SyncWorld, waitUntilIdle } from '../../../test/calendar-providers/sync-world.ts'
import { testEnv } from '../../../test/harness.ts'

/** Longer than these tests delay a provider. */
const PATIENT = { answerWithinMs: 60_000 }
const four = Array.from({ length: 4 }, () => 'Weekly call')
const providers = ['google', 'outlook', 'yahoo'] as const
type Provider = (typeof providers)[number]

/** A second process with its own connections, providers and workers, sharing only the database. */
async function startSecond({ server, standIns }: SyncWorld) {
  const { db, close } = openDatabase({ url: server.url, poolSize: 6, log: () => {} })
  const env = { ...testEnv, calendars: standIns.settings, publicOrigin: 'https://saathi.example' }
  const app = await buildApp({ env, db, clock: server.clock, web: null })
  onTestFinished(async () => {
    await app.close()
    await close()
  })
  await app.startJobs(server.url)
}

const isWrite = ({ method, path }: ProviderRequest) => (method === 'POST' && path !== '/token') || method === 'PUT'

/** The provider's first write waits until it is released. */
function holdFirst({ standIns }: SyncWorld, provider: Provider) {
  const locked = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  let isFirst = true
  standIns[provider].fail(async (heard) => {
    if (isFirst && isWrite(heard)) {
      isFirst = false
      locked.resolve()
      await release.promise
    }
    return null
  })
  return { untilHeld: locked.promise, release: release.resolve }
}

const writes = ({ standIns }: SyncWorld, provider: Provider) => standIns[provider].requests.filter(isWrite)

describe.each(providers)('two processes that sync one calendar at %s', (provider) => {
  test('[CAL-06] at the same time: the second defers to the first, and each event is written once', LONG_TIMEOUT, async () => {
    const world = await buildSyncWorld({}, PATIENT)
    const { calendar, calendars, mentor, mentee, pair, email, jobs, untilThere, standIns } = world
    await startSecond(world)
    await calendars.connected(mentee, provider, email)
    await waitUntilIdle(world)
    standIns[provider].forgetRequests()
    const { untilHeld, release } = holdFirst(world, provider)
    await calendar.added(mentor, weeklyEvent())
    await untilHeld

    // More changes, and workers of both processes for them.
    for (const title of ['One', 'Two', 'Three', 'Four', 'Five', 'Six']) await calendar.added(mentor, singleEvent(pair, { title }))
    const states = async () => (await jobs()).map(({ state, dueIn }) => (dueIn > 0 ? 'later' : state))
    // All but the first found the calendar claimed, and retry when the claim expires.
    await expect.poll(async () => (await states()).filter((state) => state === 'active'), POLL).toHaveLength(1)
    await expect.poll(states, POLL).toContain('later')
    expect(writes(world, provider)).toHaveLength(1)

    release()
    await untilThere(provider, [...four, 'One', 'Two', 'Three', 'Four', 'Five', 'Six'])
    await waitUntilIdle(world)
    expect(writes(world, provider)).toHaveLength(10)
    expect(await world.pushes()).toHaveLength(10)
  })

  test(
    '[CAL-06] when the first continues after its claim expired: nothing is duplicated, and the newest version wins',
    LONG_TIMEOUT,
    async () => {
      const world = await buildSyncWorld({}, PATIENT)
      const { calendar, calendars, mentor, mentee, pair, email, untilThere, advance } = world
      await startSecond(world)
      await calendars.connected(mentee, provider, email)
      await waitUntilIdle(world)
      const { untilHeld, release } = holdFirst(world, provider)
      const event = await calendar.added(mentor, singleEvent(pair))
      await untilHeld
      await advance(HOUR_SECONDS)
      await calendar.edited(mentor, event, { title: 'Changed since' })
      await calendar.added(mentor, weeklyEvent())
      await untilThere(provider, ['Changed since', ...four])

      release()
      // The next attempt repairs what was written too late.
      await expect.poll(async () => (await world.jobs()).map(({ state }) => state), POLL).toContain('retry')
      await advance(HOUR_SECONDS)
      await untilThere(provider, ['Changed since', ...four])
      await waitUntilIdle(world)
      expect(world.titlesAt(provider)).toEqual(['Changed since', ...four])
      expect(await world.pushes()).toHaveLength(5)
      expect(await calendars.own(mentee)).toMatchObject({ state: 'connected', waiting: 0 })
    },
  )
})
