import { findTimes, setFreeHours } from '@saathi/contract/calendar/time-calls'
import { INDIA, wallAt } from '@saathi/contract/calendar/zone'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { calendarClient, monday, singleEvent } from '../../../test/calendar-events.ts'
import { sharedServer, type TestServer } from '../../../test/harness.ts'
import { buildMentorship, type BuiltMentorship } from '../../../test/mentorships.ts'

let server: TestServer
let pair: BuiltMentorship
let [mentor, mentee] = [0, 0]
beforeAll(async () => {
  server = await sharedServer()
})
beforeEach(async () => {
  server.clock.set(monday)
  pair = await buildMentorship(server, { withPairManager: true })
  ;[mentor, mentee] = [pair.mentorId, pair.menteeIds[0] ?? 0]
})

type Hours = { days?: number[]; times?: ('early' | 'morning' | 'afternoon' | 'evening' | 'night')[]; timeZone?: string }
const setHours = (who: number, { days = [0, 1, 2, 3, 4, 5, 6], times = ['evening'], timeZone = INDIA }: Hours) =>
  server.ask(who, setFreeHours, { body: { days, times, timeZone } })
async function times(who: number, query: { minutes?: number; except?: number } = {}) {
  const { status, body } = await server.ask(who, findTimes, { params: { mentorshipId: pair.id }, query })
  expect(status).toBe(200)
  return body
}
const clock = (at: string) => {
  const { date, time } = wallAt(new Date(at), INDIA)
  return `${date.slice(5)} ${time.slice(0, 5)}`
}

describe('finding a time', () => {
  test('[DAY-30] offers shared free hours without planned events, three of them first', async () => {
    await setHours(mentor, { days: [5], times: ['evening', 'night'] })
    await setHours(mentee, { times: ['evening'] })
    await calendarClient(server, pair).added(
      mentor,
      singleEvent(pair, { minutes: 30, scheduledTime: '2026-11-07T18:00:00+05:30' }),
    )
    const found = await times(mentee)
    expect(found.slots.map(clock)).toEqual([
      ...['17:00', '17:30', '18:30', '19:00', '19:30'].map((time) => `11-07 ${time}`),
      ...['17:00', '17:30', '18:00', '18:30', '19:00', '19:30'].map((time) => `11-14 ${time}`),
    ])
    expect(found.suggested.map(({ at }) => clock(at))).toEqual(['11-07 19:30', '11-14 19:30'])
    const [event] = await calendarClient(server, pair).list(mentee)
    const others = (await times(mentee, { except: event?.id ?? 0 })).slots.map(clock)
    expect(others.slice(0, 3)).toEqual(['11-07 17:00', '11-07 17:30', '11-07 18:30'])
    expect(found).toMatchObject({ isApart: false, areOthersKnown: true, planned: [{ title: 'Our call' }] })
    expect((await times(mentee, { minutes: 90 })).slots.map(clock).at(0)).toBe('11-07 18:30')
  })

  test('[DAY-30] never shows what another pair of the mentor has planned, only that the time is taken', async () => {
    for (const who of [mentor, mentee]) await setHours(who, { days: [5], times: ['evening'] })
    const secret = await buildMentorship(server, { mentorId: mentor })
    const planned = singleEvent(secret, {
      title: 'About another mentee',
      minutes: 60,
      scheduledTime: '2026-11-07T17:00:00+05:30',
    })
    const event = await calendarClient(server, secret).added(mentor, planned)
    const found = await times(mentee)
    expect(found.slots.map(clock).at(0)).toBe('11-07 18:00')
    expect(JSON.stringify(found)).not.toContain('another mentee')
    expect(found.planned).toEqual([])
    expect((await times(mentor)).planned).toMatchObject([{ title: 'About another mentee' }])
    expect((await times(mentor, { except: event.id })).slots.map(clock).at(0)).toBe('11-07 17:00')
  })

  test('[DAY-31] says when free hours never overlap, and offers the nearest', async () => {
    await setHours(mentor, { times: ['morning'] })
    await setHours(mentee, { times: ['night'] })
    const found = await times(mentee)
    expect(found).toMatchObject({ slots: [], isApart: true })
    expect(found.suggested.map(({ at }) => clock(at).slice(6))).toEqual(['20:00', '20:00', '20:00'])
  })

  test('[DAY-31] works with the hours of one, and with none', async () => {
    expect(await times(mentee)).toMatchObject({ freeHours: null, areOthersKnown: false, mine: [] })
    expect((await times(mentee)).suggested).toHaveLength(3)
    await setHours(mentee, { days: [6], times: ['early'] })
    const found = await times(mentee)
    expect(found.freeHours).toEqual({ timeZone: INDIA, days: [6], times: ['early'] })
    expect(new Set(found.slots.map((at) => clock(at).slice(0, 5)))).toEqual(new Set(['11-08', '11-15']))
  })

  test('[DAY-31] free hours must name days, times and a known zone', async () => {
    for (const hours of [{ days: [] }, { days: [7] }, { times: [] }, { timeZone: 'Mars/Olympus' }] satisfies Hours[])
      expect((await setHours(mentee, hours)).status).toBe(400)
  })
})
