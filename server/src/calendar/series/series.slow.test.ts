import type { CalendarEvent, Scope } from '@saathi/contract/calendar/entities'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  calendarClient,
  calendarRows,
  type EditBody,
  monday,
  singleEvent,
  toEditBody,
  describeEvent,
  weeklyEvent,
} from '../../../test/calendar-events.ts'
import { sharedServer, type TestServer } from '../../../test/harness.ts'
import { buildMentorship, type BuiltMentorship } from '../../../test/mentorships.ts'
import { rows } from '../../../test/rows.ts'

let server: TestServer
let pair: BuiltMentorship
let calendar: ReturnType<typeof calendarClient>
let mentor = 0
beforeAll(async () => {
  server = await sharedServer()
  server.clock.set(monday)
})
beforeEach(async () => {
  pair = await buildMentorship(server)
  mentor = pair.mentorId
  calendar = calendarClient(server, pair)
})

const places = { first: 0, middle: 1, moved: 2, last: 3 } as const
type Place = keyof typeof places

const now = async () => (await calendar.list(mentor)).map(describeEvent)
const linksOf = (events: readonly CalendarEvent[]) => new Map(events.map(({ id, videos }) => [id, videos[0]?.sessionUuid]))

/** Four Saturdays; the third was moved to Sunday at six. */
async function planSeries() {
  await calendar.added(mentor, weeklyEvent())
  const third = (await calendar.list(mentor))[places.moved]
  if (third) await calendar.edited(mentor, third, { scheduledTime: '2026-11-22T18:00:00+05:30' })
  const events = await calendar.list(mentor)
  expect(events.map(describeEvent)).toEqual([
    '11-07 19:30 Weekly call',
    '11-14 19:30 Weekly call',
    '11-22 18:00 Weekly call',
    '11-28 19:30 Weekly call',
  ])
  return events
}

async function planned(place: Place) {
  const events = await planSeries()
  const event = events[places[place]]
  if (!event) throw new Error(`there is no ${place}`)
  return { events, event }
}

/** The fields of the series with these changes. */
const seriesWith = (changes: Partial<Record<Place, string>>) =>
  [
    changes.first ?? '11-07 19:30 Weekly call',
    changes.middle ?? '11-14 19:30 Weekly call',
    changes.moved ?? '11-22 18:00 Weekly call',
    changes.last ?? '11-28 19:30 Weekly call',
  ].filter((line) => line !== '')

describe('a new title', () => {
  const [first, middle, moved, last] = ['11-07 19:30 New', '11-14 19:30 New', '11-22 18:00 New', '11-28 19:30 New']
  const all = { first, middle, moved, last }
  const cases: [Place, Scope, Partial<Record<Place, string>>][] = [
    ['first', 'THIS', { first }],
    ['middle', 'THIS', { middle }],
    ['moved', 'THIS', { moved }],
    ['last', 'THIS', { last }],
    ['first', 'FOLLOWING', all],
    ['middle', 'FOLLOWING', { middle, moved, last }],
    ['moved', 'FOLLOWING', { moved, last }],
    ['last', 'FOLLOWING', { last }],
    ['first', 'ALL', all],
    ['middle', 'ALL', all],
    ['moved', 'ALL', all],
    ['last', 'ALL', all],
  ]
  test.each(rows(cases, 5))(
    '[CAL-04] for the %s with %s changes exactly the right occurrences',
    async (place, applyToRecurring, changes) => {
      const { events, event } = await planned(place)
      const answer = await calendar.edited(mentor, event, { title: 'New', applyToRecurring })
      expect(answer).toMatchObject({ id: event.id, title: 'New' })
      expect(await now()).toEqual(seriesWith(changes))
      expect(linksOf(await calendar.list(mentor))).toEqual(linksOf(events))
    },
  )
})

describe('a new time', () => {
  const [first, middle, moved, last] = [
    '11-07 20:15 Weekly call',
    '11-14 20:15 Weekly call',
    '11-22 20:15 Weekly call',
    '11-28 20:15 Weekly call',
  ]
  const cases: [Place, Scope, Partial<Record<Place, string>>][] = [
    ['first', 'THIS', { first }],
    ['middle', 'THIS', { middle }],
    ['moved', 'THIS', { moved }],
    ['last', 'THIS', { last }],
    ['first', 'FOLLOWING', { first, middle, last }],
    ['middle', 'FOLLOWING', { middle, last }],
    ['moved', 'FOLLOWING', { moved, last }],
    ['last', 'FOLLOWING', { last }],
    ['first', 'ALL', { first, middle, last }],
    ['middle', 'ALL', { first, middle, last }],
    ['moved', 'ALL', { first, middle, moved, last }],
    ['last', 'ALL', { first, middle, last }],
  ]
  test.each(rows(cases, 5))(
    '[CAL-04] for the %s with %s keeps each day; a moved occurrence stays',
    async (place, applyToRecurring, changes) => {
      const { events, event } = await planned(place)
      const day = event.scheduledTime.slice(0, 10)
      await calendar.edited(mentor, event, { scheduledTime: `${day}T20:15:00+05:30`, applyToRecurring })
      expect(await now()).toEqual(seriesWith(changes))
      expect(linksOf(await calendar.list(mentor))).toEqual(linksOf(events))
    },
  )
})

describe('cancelling', () => {
  const gone = ''
  const cases: [Place, Scope, Partial<Record<Place, string>>][] = [
    ['first', 'THIS', { first: gone }],
    ['middle', 'THIS', { middle: gone }],
    ['moved', 'THIS', { moved: gone }],
    ['last', 'THIS', { last: gone }],
    ['first', 'FOLLOWING', { first: gone, middle: gone, moved: gone, last: gone }],
    ['middle', 'FOLLOWING', { middle: gone, moved: gone, last: gone }],
    ['moved', 'FOLLOWING', { moved: gone, last: gone }],
    ['last', 'FOLLOWING', { last: gone }],
    ['first', 'ALL', { first: gone, middle: gone, moved: gone, last: gone }],
    ['middle', 'ALL', { first: gone, middle: gone, moved: gone, last: gone }],
    ['moved', 'ALL', { first: gone, middle: gone, moved: gone, last: gone }],
    ['last', 'ALL', { first: gone, middle: gone, moved: gone, last: gone }],
  ]
  test.each(rows(cases, 5))(
    '[CAL-04] the %s with %s removes exactly the right occurrences',
    async (place, applyToRecurring, changes) => {
      const { event } = await planned(place)
      await calendar.removed(mentor, event.id, { applyToRecurring, version: event.version })
      expect(await now()).toEqual(seriesWith(changes))
    },
  )

  test('[CAL-04] without a scope means only this occurrence', async () => {
    const { event } = await planned('middle')
    await calendar.removed(mentor, event.id)
    expect(await now()).toEqual(seriesWith({ middle: '' }))
  })

  test('[CAL-04] an occurrence cancelled by itself does not come back when the series is extended', async () => {
    const { events, event } = await planned('middle')
    await calendar.removed(mentor, event.id)
    if (events[0]) await calendar.edited(mentor, events[0], { repeatEndDate: '2026-12-05', applyToRecurring: 'ALL' })
    expect(await now()).toEqual([...seriesWith({ middle: '' }), '12-05 19:30 Weekly call'])
  })

  test('[CAL-04] an occurrence cancelled with its series comes back with its link when the series is extended', async () => {
    const { events, event } = await planned('moved')
    await calendar.removed(mentor, event.id, { applyToRecurring: 'FOLLOWING' })
    const [first] = await calendar.list(mentor)
    expect(first?.repeatEndDate).toBe('2026-11-20')
    if (first) await calendar.edited(mentor, first, { repeatEndDate: '2026-11-28', applyToRecurring: 'ALL' })
    expect(await now()).toEqual(seriesWith({}))
    expect(linksOf(await calendar.list(mentor))).toEqual(linksOf(events))
  })

  test('[CAL-04] a cancelled event can neither be changed nor cancelled again', async () => {
    const { event } = await planned('middle')
    await calendar.removed(mentor, event.id)
    const notThere = { status: 404, body: { code: 'calendar.event_not_found' } }
    expect(await calendar.remove(mentor, event.id)).toMatchObject(notThere)
    expect(await calendar.edit(mentor, event.id, toEditBody(event))).toMatchObject(notThere)
  })
})

describe('scope THIS', () => {
  test('[CAL-04] keeps its overrides when all are changed, until they equal the series again', async () => {
    const { event } = await planned('middle')
    const own = await calendar.edited(mentor, event, { title: 'Special', applyToRecurring: 'THIS' })
    expect(own).toMatchObject({ title: 'Special', isException: true, isRecurringEvent: true })
    const [first] = await calendar.list(mentor)
    if (first) await calendar.edited(mentor, first, { title: 'New', applyToRecurring: 'ALL' })
    expect((await now())[1]).toBe('11-14 19:30 Special')
    const [, second] = await calendar.list(mentor)
    const same = second && (await calendar.edited(mentor, second, { title: 'New' }))
    expect(same).toMatchObject({ title: 'New', isException: false })
  })

  test('[CAL-04] can move the last occurrence beyond the end of its series', async () => {
    const { event } = await planned('last')
    const moved = await calendar.edited(mentor, event, { scheduledTime: '2026-11-29T18:00:00+05:30' })
    expect(moved).toMatchObject({ seriesDate: '2026-11-28', repeatEndDate: '2026-11-28', isException: true })
    await calendar.edited(mentor, moved, { title: 'New' })
    expect(await now()).toEqual(seriesWith({ last: '11-29 18:00 New' }))
  })

  const refused: [string, EditBody, string][] = [
    ['another frequency', { eventFrequency: 'BIWEEKLY' }, 'event_frequency'],
    ['another end', { repeatEndDate: '2026-12-05' }, 'repeat_end_date'],
  ]
  test.each(refused)('[CAL-04] cannot change to %s', async (_what, changes, field) => {
    const { event } = await planned('middle')
    const before = await calendarRows(server, pair.id)
    const answer = await calendar.edit(mentor, event.id, toEditBody(event, changes))
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'core.bad_input', errors: { [field]: ['This cannot be changed for one event alone.'] } },
    })
    expect(await calendarRows(server, pair.id)).toEqual(before)
  })
})

describe('scope ALL', () => {
  test('[CAL-04] with another day moves the start and all days', async () => {
    const { event } = await planned('first')
    const changes = { scheduledTime: '2026-11-08T19:30:00+05:30', applyToRecurring: 'ALL' } as const
    expect(await calendar.edited(mentor, event, changes)).toMatchObject({ id: event.id, seriesDate: '2026-11-08' })
    expect(await now()).toEqual([
      '11-08 19:30 Weekly call',
      '11-15 19:30 Weekly call',
      '11-22 18:00 Weekly call',
      '11-29 19:30 Weekly call',
    ])
  })

  test.each(['ALL', 'FOLLOWING'] as const)(
    '[CAL-04] starting a week later with %s moves every occurrence by a week, with its link',
    async (applyToRecurring) => {
      const { events, event } = await planned('first')
      await calendar.edited(mentor, event, { scheduledTime: '2026-11-14T19:30:00+05:30', applyToRecurring })
      expect(await now()).toEqual([
        '11-14 19:30 Weekly call',
        '11-21 19:30 Weekly call',
        '11-22 18:00 Weekly call',
        '12-05 19:30 Weekly call',
      ])
      expect((await calendar.list(mentor)).map(({ id }) => id)).toEqual(events.map(({ id }) => id))
    },
  )

  test('[CAL-04] starting a week earlier moves every occurrence back by a week', async () => {
    const { events, event } = await planned('first')
    await calendar.edited(mentor, event, { scheduledTime: '2026-10-31T19:30:00+05:30', applyToRecurring: 'ALL' })
    expect((await now()).map((each) => each.slice(0, 5))).toEqual(['10-31', '11-07', '11-21', '11-22'])
    const ids = (list: readonly { id: number }[]) => new Set(list.map(({ id }) => id))
    expect(ids(await calendar.list(mentor))).toEqual(ids(events))
  })

  test.each(['middle', 'moved', 'last'] as const)(
    '[CAL-04] with another day for the %s is refused, and nothing changes',
    async (place) => {
      const { event } = await planned(place)
      const before = await calendarRows(server, pair.id)
      const changes = { scheduledTime: '2026-11-12T19:30:00+05:30', applyToRecurring: 'ALL' } as const
      const answer = await calendar.edit(mentor, event.id, toEditBody(event, changes))
      expect(answer).toMatchObject({
        status: 400,
        body: { errors: { scheduled_time: [expect.stringContaining('keeps its day')] } },
      })
      expect(await calendarRows(server, pair.id)).toEqual(before)
    },
  )

  test('[CAL-04] with another frequency keeps occurrences and links on matching days', async () => {
    const { events, event } = await planned('first')
    await calendar.edited(mentor, event, { eventFrequency: 'BIWEEKLY', applyToRecurring: 'ALL' })
    expect(await now()).toEqual(['11-07 19:30 Weekly call', '11-22 18:00 Weekly call'])
    const links = linksOf(events)
    for (const { id, videos } of await calendar.list(mentor)) expect(videos[0]?.sessionUuid).toBe(links.get(id))
  })

  test('[CAL-04] with another end removes occurrences, or adds them with new links', async () => {
    const { events, event } = await planned('first')
    const shorter = await calendar.edited(mentor, event, { repeatEndDate: '2026-11-14', applyToRecurring: 'ALL' })
    expect(await now()).toEqual(seriesWith({ moved: '', last: '' }))
    await calendar.edited(mentor, shorter, { repeatEndDate: '2026-12-05', applyToRecurring: 'ALL' })
    expect(await now()).toEqual([...seriesWith({}), '12-05 19:30 Weekly call'])
    const after = linksOf(await calendar.list(mentor))
    for (const [id, link] of linksOf(events)) expect(after.get(id)).toBe(link)
    expect(new Set(after.values()).size).toBe(5)
  })

  test('[CAL-04] switching repetition off keeps only the edited occurrence', async () => {
    const { event } = await planned('middle')
    const single = { eventFrequency: 'NONE', repeatEndDate: null, sessionId: pair.sessions[1]?.id ?? 0 } as const
    const answer = await calendar.edited(mentor, event, { ...single, applyToRecurring: 'ALL' })
    expect(answer).toMatchObject({ id: event.id, isRecurringEvent: false, repeatEndDate: null, sessionId: single.sessionId })
    expect(await now()).toEqual(['11-14 19:30 Weekly call'])
  })
})

describe('scope FOLLOWING', () => {
  test('[CAL-04] creates a separate series; the old one ends the day before', async () => {
    const { event } = await planned('middle')
    await calendar.edited(mentor, event, { title: 'New', applyToRecurring: 'FOLLOWING' })
    const [first, ...rest] = await calendar.list(mentor)
    expect(first).toMatchObject({ title: 'Weekly call', repeatEndDate: '2026-11-13' })
    expect(new Set(rest.map(({ series }) => series)).size).toBe(1)
    expect(rest[0]?.series).not.toBe(first?.series)
    expect(rest.map(({ repeatEndDate }) => repeatEndDate)).toEqual(['2026-11-28', '2026-11-28', '2026-11-28'])
    expect(rest[1]).toMatchObject({ isException: true, seriesDate: '2026-11-21' })
    // The two series are independent now.
    if (first) await calendar.edited(mentor, first, { title: 'Old', applyToRecurring: 'ALL' })
    expect((await now())[1]).toBe('11-14 19:30 New')
  })

  test('[CAL-04] moves the following occurrences to another day', async () => {
    const { event } = await planned('middle')
    await calendar.edited(mentor, event, { scheduledTime: '2026-11-15T19:30:00+05:30', applyToRecurring: 'FOLLOWING' })
    expect(await now()).toEqual([
      '11-07 19:30 Weekly call',
      '11-15 19:30 Weekly call',
      '11-22 18:00 Weekly call',
      '11-29 19:30 Weekly call',
    ])
  })

  test('[CAL-04] changes frequency and end, and the earlier occurrences stay', async () => {
    const { event } = await planned('middle')
    const changes = { eventFrequency: 'MONTHLY', repeatEndDate: '2027-01-31', applyToRecurring: 'FOLLOWING' } as const
    await calendar.edited(mentor, event, changes)
    expect(await now()).toEqual([
      '11-07 19:30 Weekly call',
      '11-14 19:30 Weekly call',
      '12-14 19:30 Weekly call',
      '01-14 19:30 Weekly call',
    ])
  })

  test('[CAL-04] means all after the first occurrence was cancelled', async () => {
    const { events, event } = await planned('middle')
    await calendar.removed(mentor, events[0]?.id ?? 0)
    await calendar.edited(mentor, event, { title: 'New', applyToRecurring: 'FOLLOWING' })
    const rest = await calendar.list(mentor)
    expect(new Set(rest.map(({ series }) => series))).toEqual(new Set([event.series]))
    expect(rest.map(({ title }) => title)).toEqual(['New', 'New', 'New'])
  })
})

describe('the dates of a series', () => {
  const dates = async () => (await calendar.list(mentor)).map(({ seriesDate }) => seriesDate)

  test('[CAL-03] weekly include the end date', async () => {
    await calendar.added(mentor, weeklyEvent())
    expect(await dates()).toEqual(['2026-11-07', '2026-11-14', '2026-11-21', '2026-11-28'])
  })

  test('[CAL-03] may be every two weeks', async () => {
    await calendar.added(mentor, weeklyEvent({ eventFrequency: 'BIWEEKLY' }))
    expect(await dates()).toEqual(['2026-11-07', '2026-11-21'])
  })

  test('[CAL-03] monthly on the 31st use the last day of the month, also after a split', async () => {
    const body = { eventFrequency: 'MONTHLY', scheduledTime: '2026-12-31T19:30:00+05:30', repeatEndDate: '2027-04-30' } as const
    await calendar.added(mentor, weeklyEvent(body))
    const days = ['2026-12-31', '2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30']
    expect(await dates()).toEqual(days)
    const february = (await calendar.list(mentor))[2]
    if (february) await calendar.edited(mentor, february, { title: 'New', applyToRecurring: 'FOLLOWING' })
    expect(await dates()).toEqual(days)
    expect((await calendar.list(mentor)).map(({ title }) => title === 'New')).toEqual([false, false, true, true, true])
  })

  test('[CAL-03] keep the local time when clocks change', async () => {
    const london = {
      timeZone: 'Europe/London',
      scheduledTime: '2027-03-20T18:30:00Z',
      repeatEndDate: '2027-04-03',
    }
    await calendar.added(mentor, weeklyEvent(london))
    expect((await calendar.list(mentor)).map(({ scheduledTime, timeZone }) => [scheduledTime, timeZone])).toEqual([
      ['2027-03-20T18:30:00.000Z', 'Europe/London'],
      ['2027-03-27T18:30:00.000Z', 'Europe/London'],
      ['2027-04-03T17:30:00.000Z', 'Europe/London'],
    ])
  })

  test('[CAL-03] use India’s time zone by default', async () => {
    expect(await calendar.added(mentor, weeklyEvent())).toMatchObject({
      timeZone: 'Asia/Kolkata',
      scheduledTime: '2026-11-07T14:00:00.000Z',
    })
  })

  test('[CAL-03] are limited to sixty', async () => {
    const sixty = await calendar.add(mentor, weeklyEvent({ repeatEndDate: '2027-12-25' }))
    expect(sixty.status).toBe(200)
    expect(await dates()).toHaveLength(60)
    const more = await calendar.add(mentor, weeklyEvent({ repeatEndDate: '2028-01-01' }))
    expect(more).toMatchObject({ status: 400, body: { errors: { repeat_end_date: [expect.stringContaining('60 times')] } } })
    const [first] = await calendar.list(mentor)
    const grown =
      first &&
      (await calendar.edit(mentor, first.id, toEditBody(first, { repeatEndDate: '2028-01-01', applyToRecurring: 'ALL' })))
    expect(grown).toMatchObject({ status: 400, body: { errors: { repeat_end_date: [expect.any(String)] } } })
    expect(await dates()).toHaveLength(60)
  })
})

describe('links', () => {
  test('[CAL-08] are unique per occurrence and never change', async () => {
    const { events, event } = await planned('moved')
    const links = linksOf(events)
    expect(new Set(links.values()).size).toBe(4)
    const elsewhere = { scheduledTime: '2026-11-25T08:00:00+05:30', title: 'Elsewhere' }
    const answer = await calendar.edited(mentor, event, elsewhere)
    expect(answer.videos).toEqual([{ sessionUuid: links.get(event.id) }])
  })

  test('[CAL-08] exist only for calls', async () => {
    const quiet = await calendar.added(mentor, singleEvent(pair, { isPairGroupCall: false }))
    expect(quiet.videos).toEqual([])
    const call = await calendar.edited(mentor, quiet, { isPairGroupCall: true })
    expect(call.videos).toEqual([{ sessionUuid: expect.stringMatching(/^[0-9a-f-]{36}$/) }])
  })
})

describe('concurrent changes', () => {
  const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).toSorted((a, b) => a - b)

  test('[CAL-04] an edit of an outdated version is refused', async () => {
    const { event } = await planned('middle')
    await calendar.edited(mentor, event, { title: 'Changed meanwhile' })
    const before = await calendarRows(server, pair.id)
    const stale = await calendar.edit(mentor, event.id, toEditBody(event, { title: 'Mine' }))
    expect(stale).toMatchObject({ status: 409, body: { code: 'calendar.changed' } })
    expect(await calendar.remove(mentor, event.id, { version: event.version })).toMatchObject({ status: 409 })
    expect(await calendarRows(server, pair.id)).toEqual(before)
    expect(await now()).toContain('11-14 19:30 Changed meanwhile')
  })

  test.each(['THIS', 'FOLLOWING', 'ALL'] as const)(
    '[CAL-04] of two concurrent edits with %s exactly one succeeds',
    async (applyToRecurring) => {
      const { event } = await planned('middle')
      const edit = (title: string) => calendar.edit(mentor, event.id, toEditBody(event, { title, applyToRecurring }))
      const answers = await Promise.all([edit('One'), edit('Other')])
      expect(statuses(answers)).toEqual([200, 409])
      const winner = answers.find(({ status }) => status === 200)?.body.title
      expect((await now())[1]).toBe(`11-14 19:30 ${winner}`)
    },
  )

  test('[CAL-04] of a concurrent edit and cancellation exactly one succeeds', async () => {
    const { event } = await planned('middle')
    const [edited, removed] = await Promise.all([
      calendar.edit(mentor, event.id, toEditBody(event, { title: 'Mine' })),
      calendar.remove(mentor, event.id, { version: event.version }),
    ])
    expect([
      [200, 409],
      [404, 200],
    ]).toContainEqual([edited.status, removed.status])
    expect(await now()).toEqual(seriesWith({ middle: edited.status === 200 ? '11-14 19:30 Mine' : '' }))
  })

  describe('after a change of the series', () => {
    const stale = { status: 409, body: { code: 'calendar.changed' } }

    test.each(['THIS', 'FOLLOWING', 'ALL'] as const)(
      '[CAL-04] that cancelled other occurrences, an outdated edit with %s is refused',
      async (applyToRecurring) => {
        const { events, event } = await planned('first')
        const [, second] = events
        await calendar.removed(mentor, second?.id ?? 0, { applyToRecurring: 'FOLLOWING' })
        expect(await calendar.edit(mentor, event.id, toEditBody(event, { title: 'Mine', applyToRecurring }))).toMatchObject(stale)
        expect(await now()).toEqual(['11-07 19:30 Weekly call'])
      },
    )

    test('[CAL-04] that split it, an outdated edit of the first half is refused', async () => {
      const { events, event } = await planned('first')
      const [, second] = events
      if (second) await calendar.edited(mentor, second, { title: 'From here', applyToRecurring: 'FOLLOWING' })
      const before = await now()
      expect(await calendar.edit(mentor, event.id, toEditBody(event, { title: 'Mine', applyToRecurring: 'ALL' }))).toMatchObject(
        stale,
      )
      expect(await now()).toEqual(before)
    })

    test('[CAL-04] that extended it, an outdated edit does not shorten it', async () => {
      const { events, event } = await planned('first')
      const last = events.at(-1)
      if (last) await calendar.edited(mentor, last, { repeatEndDate: '2026-12-12', applyToRecurring: 'ALL' })
      expect(await calendar.edit(mentor, event.id, toEditBody(event, { title: 'Mine', applyToRecurring: 'ALL' }))).toMatchObject(
        stale,
      )
      expect(await now()).toHaveLength(6)
    })

    test('[CAL-04] that affected only another occurrence, an outdated edit succeeds', async () => {
      const { events, event } = await planned('first')
      const [, second] = events
      if (second) await calendar.edited(mentor, second, { title: 'Only this' })
      expect(await calendar.edit(mentor, event.id, toEditBody(event, { title: 'Mine' }))).toMatchObject({ status: 200 })
    })
  })

  test('[CAL-04] an edit without a version overwrites', async () => {
    const { event } = await planned('middle')
    await calendar.edited(mentor, event, { title: 'Changed meanwhile' })
    const { version: _version, ...unseen } = toEditBody(event, { title: 'Mine' })
    expect(await calendar.edit(mentor, event.id, unseen)).toMatchObject({ status: 200, body: { title: 'Mine' } })
  })
})
