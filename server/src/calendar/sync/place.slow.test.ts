import { expect, onTestFinished, test } from 'vitest'
import { singleEvent, weeklyEvent } from '../../../test/calendar-events.ts'
import { RADICALE_PERSON, startRadicale } from '../../../test/calendar-providers/radicale.ts'
import { buildSyncWorld, LONG_TIMEOUT, POLL, waitUntilIdle } from '../../../test/calendar-providers/sync-world.ts'

const four = Array.from({ length: 4 }, () => 'Weekly call')

/** Creates calendars on a real server and syncs all events to the first one. */
async function buildPlaces() {
  const radicale = await startRadicale()
  onTestFinished(radicale.stop)
  const none = { answerWithinMs: 10_000, google: undefined, outlook: undefined, yahoo: undefined }
  const world = await buildSyncWorld({ calendars: { ...none, apple: { caldavUrl: radicale.url } } })
  const { server, calendar, calendars, mentor, mentee } = world
  const { email, password } = RADICALE_PERSON
  const titlesIn = async (name: string) =>
    ((await radicale.read(name)).match(/^SUMMARY:.*$/gm) ?? []).map((line) => line.slice(8).trim()).toSorted()
  const connect = async () =>
    expect((await calendars.connect(mentee, { provider: 'apple', email, appPassword: password })).status).toBe(200)
  await radicale.makeCalendar('m-first', ['VEVENT'])
  await calendar.added(mentor, weeklyEvent())
  await connect()
  await expect.poll(() => titlesIn('m-first'), POLL).toEqual(four)
  await waitUntilIdle(world)
  return {
    ...world,
    radicale,
    titlesIn,
    /** After the password was rejected and the owner notified. */
    async connectAgain() {
      await server.db.updateTable('calendar_integration').set({ state: 'revoked' }).execute()
      await connect()
      await waitUntilIdle(world)
    },
  }
}

test('[CAL-06] reconnecting keeps the same calendar, even if others are listed first', LONG_TIMEOUT, async () => {
  const world = await buildPlaces()
  const { radicale, titlesIn, calendar, mentor, pair, connectAgain } = world
  for (const name of ['a-new', 'z-new']) await radicale.makeCalendar(name, ['VEVENT'])
  await connectAgain()
  await calendar.added(mentor, singleEvent(pair))
  await expect.poll(() => titlesIn('m-first'), POLL).toEqual(['Our call', ...four])
  expect([await titlesIn('a-new'), await titlesIn('z-new')]).toEqual([[], []])
})

test('[CAL-06] reconnecting after the calendar was deleted syncs everything to the new one', LONG_TIMEOUT, async () => {
  const world = await buildPlaces()
  const { radicale, titlesIn, calendars, mentee, connectAgain } = world
  await radicale.ask('DELETE', `${radicale.home}m-first/`)
  await radicale.makeCalendar('new', ['VEVENT'])
  await connectAgain()
  await expect.poll(() => titlesIn('new'), POLL).toEqual(four)
  expect(await calendars.own(mentee)).toMatchObject({ state: 'connected', waiting: 0 })
  expect(await world.pushes()).toHaveLength(4)
})

test('[CAL-06] an event refused by the server blocks no others, and the calendar stays the same', LONG_TIMEOUT, async () => {
  const world = await buildPlaces()
  const { radicale, titlesIn, calendar, mentor, pair } = world
  await radicale.makeCalendar('a-new', ['VEVENT'])
  const [moved] = await calendar.list(mentor)
  const [push] = await world.pushes()
  if (!moved || !push) throw new Error('expected four occurrences')
  // The owner has a copy under another name: the server rejects a duplicate UID.
  const path = new URL(push.provider_event_id).pathname
  const copy = await (await radicale.ask('GET', path)).text()
  await radicale.ask('DELETE', path)
  await radicale.put(`${radicale.home}m-first/kept.ics`, copy)
  await calendar.edited(mentor, moved, { title: 'Refused' })
  // Wait: otherwise the new event would be deferred to the next attempt.
  await waitUntilIdle(world)
  await calendar.added(mentor, singleEvent(pair))
  await expect.poll(() => titlesIn('m-first'), POLL).toEqual(['Our call', ...four])
  await waitUntilIdle(world)
  expect(await titlesIn('a-new')).toEqual([])
})
