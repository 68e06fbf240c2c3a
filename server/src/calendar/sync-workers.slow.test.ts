import { describe, expect, onTestFinished, test } from 'vitest'
import { buildApp } from '#core/app.ts'
import { openDatabase } from '#core/db/open.ts'
import type { Heard } from '#dev/calendar-heard.ts'
import { once, weekly } from '../../test/calendar-events.ts'
import { buildSyncWorld, LONG, soon, type SyncWorld, untilQuiet } from '../../test/calendar-providers/sync-world.ts'
import { testEnv } from '../../test/harness.ts'

const HOUR = 3600
/** Longer than anything here is held. */
const PATIENT = { answerWithinMs: 60_000 }
const four = Array.from({ length: 4 }, () => 'Weekly call')
const providers = ['google', 'outlook', 'yahoo'] as const
type Provider = (typeof providers)[number]

/** As a second process: with connections, providers and workers of its own, and nothing in common but the database. */
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

const isWrite = ({ method, path }: Heard) => (method === 'POST' && path !== '/token') || method === 'PUT'

/** The provider takes its time with the first thing that is written there, until it is let go. */
function holdFirst({ standIns }: SyncWorld, provider: Provider) {
  const held = Promise.withResolvers<void>()
  const letGo = Promise.withResolvers<void>()
  let isFirst = true
  standIns[provider].fail(async (heard) => {
    if (isFirst && isWrite(heard)) {
      isFirst = false
      held.resolve()
      await letGo.promise
    }
    return null
  })
  return { untilHeld: held.promise, letGo: letGo.resolve }
}

const writes = ({ standIns }: SyncWorld, provider: Provider) => standIns[provider].heard.filter(isWrite)

describe.each(providers)('two processes that bring events to one calendar at %s', (provider) => {
  test('[CAL-06] at the same time: the second leaves it to the first, and each event is written once', LONG, async () => {
    const world = await buildSyncWorld({}, PATIENT)
    const { calendar, calendars, mentor, mentee, pair, email, jobs, untilThere, standIns } = world
    await startSecond(world)
    await calendars.connected(mentee, provider, email)
    await untilQuiet(world)
    standIns[provider].forgetAsked()
    const { untilHeld, letGo } = holdFirst(world, provider)
    await calendar.added(mentor, weekly())
    await untilHeld

    // More to be brought, and workers of both processes that would.
    for (const title of ['One', 'Two', 'Three', 'Four', 'Five', 'Six']) await calendar.added(mentor, once(pair, { title }))
    const states = async () => (await jobs()).map(({ state, dueIn }) => (dueIn > 0 ? 'later' : state))
    // Every one but the first has been taken, has found it in other hands, and looks again when the claim would be over.
    await expect.poll(async () => (await states()).filter((state) => state === 'active'), soon).toHaveLength(1)
    await expect.poll(states, soon).toContain('later')
    expect(writes(world, provider)).toHaveLength(1)

    letGo()
    await untilThere(provider, [...four, 'One', 'Two', 'Three', 'Four', 'Five', 'Six'])
    await untilQuiet(world)
    expect(writes(world, provider)).toHaveLength(10)
    expect(await world.pushes()).toHaveLength(10)
  })

  test(
    '[CAL-06] when the first comes to itself after its claim was over: nothing is there twice, and the newest words win',
    LONG,
    async () => {
      const world = await buildSyncWorld({}, PATIENT)
      const { calendar, calendars, mentor, mentee, pair, email, untilThere, advance } = world
      await startSecond(world)
      await calendars.connected(mentee, provider, email)
      await untilQuiet(world)
      const { untilHeld, letGo } = holdFirst(world, provider)
      const event = await calendar.added(mentor, once(pair))
      await untilHeld
      await advance(HOUR)
      await calendar.edited(mentor, event, { title: 'Changed since' })
      await calendar.added(mentor, weekly())
      await untilThere(provider, ['Changed since', ...four])

      letGo()
      // What it wrote too late is found and mended by its next attempt, which begins anew.
      await expect.poll(async () => (await world.jobs()).map(({ state }) => state), soon).toContain('retry')
      await advance(HOUR)
      await untilThere(provider, ['Changed since', ...four])
      await untilQuiet(world)
      expect(world.titlesAt(provider)).toEqual(['Changed since', ...four])
      expect(await world.pushes()).toHaveLength(5)
      expect(await calendars.own(mentee)).toMatchObject({ state: 'connected', waiting: 0 })
    },
  )
})
