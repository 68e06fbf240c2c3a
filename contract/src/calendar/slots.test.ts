import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../core/time.ts'
import { type FreeHours, FreeTime, freeHoursOfAnswers, freeTimeClock } from './free-hours.ts'
import { DAYS_AHEAD, findSlots, nearestSlots, type SlotPerson, suggestSlots, usualTime } from './slots.ts'
import { overlaps } from './spans.ts'
import { INDIA, wallAt } from './zone.ts'

const zones = [INDIA, 'Europe/London', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu'] as const
const isoWeekday = (date: string) => (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7

const hours = fc.record({
  timeZone: fc.constantFrom(...zones),
  days: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 }),
  times: fc.uniqueArray(fc.constantFrom(...FreeTime.options), { minLength: 1 }),
})
/** Both clock changes of London, New York and Lord Howe lie in this year. */
const now = fc
  .date({ min: new Date('2026-01-01'), max: new Date('2026-12-31'), noInvalidDate: true })
  .map((date) => date.getTime())
const busy = fc.array(fc.tuple(fc.integer({ min: 0, max: DAYS_AHEAD * 96 }), fc.integer({ min: 1, max: 24 })), { maxLength: 12 })
const query = fc
  .record({
    now,
    minutes: fc.constantFrom(15, 30, 45, 60, 90),
    people: fc.array(fc.record({ free: fc.option(hours), busy }), { minLength: 1, maxLength: 3 }),
  })
  .map(({ now: from, minutes, people }) => ({
    minutes,
    window: { from, until: from + DAYS_AHEAD * DAY_MS },
    people: people.map((person): SlotPerson => ({
      free: person.free,
      busy: person.busy.map(([quarter, length]) => {
        const start = from + quarter * 15 * MINUTE_MS
        return { from: start, until: start + length * 15 * MINUTE_MS }
      }),
    })),
  }))

/** By the clock on the wall, minute by minute of a quarter hour, without the arithmetic under test. */
function isFree({ timeZone, days, times }: FreeHours, at: number): boolean {
  const { date, time } = wallAt(new Date(at), timeZone)
  return days.includes(isoWeekday(date)) && times.some((part) => freeTimeClock[part][0] <= time && time < freeTimeClock[part][1])
}
const quarters = (at: number, minutes: number) => Array.from({ length: minutes / 15 }, (_, place) => at + place * 15 * MINUTE_MS)

describe('findSlots', () => {
  test('[DAY-30] offers no time in the past, outside free hours or over a busy time, in any zone', () => {
    fc.assert(
      fc.property(query, ({ people, window, minutes }) => {
        for (const at of findSlots({ people, window, minutes })) {
          const slot = { from: at, until: at + minutes * MINUTE_MS }
          expect(at).toBeGreaterThanOrEqual(window.from)
          expect(slot.until).toBeLessThanOrEqual(window.until)
          expect(people.flatMap((person) => person.busy).filter((span) => overlaps(span, slot))).toEqual([])
          const known = people.flatMap(({ free }) => free ?? [])
          expect(known.flatMap((free) => quarters(at, minutes).filter((quarter) => !isFree(free, quarter)))).toEqual([])
        }
      }),
      { numRuns: 60 },
    )
  })

  test('[DAY-30] misses no half hour at which everybody is free', () => {
    fc.assert(
      fc.property(query, ({ people, window, minutes }) => {
        const known = people.flatMap(({ free }) => free ?? [])
        fc.pre(known.length > 0)
        const found = new Set(findSlots({ people, window, minutes }))
        const taken = people.flatMap((person) => person.busy)
        const first = Math.ceil(window.from / (30 * MINUTE_MS)) * 30 * MINUTE_MS
        for (let at = first; at + minutes * MINUTE_MS <= window.until; at += 30 * MINUTE_MS) {
          const slot = { from: at, until: at + minutes * MINUTE_MS }
          const isOpen =
            known.every((free) => quarters(at, minutes).every((quarter) => isFree(free, quarter))) &&
            !taken.some((span) => overlaps(span, slot))
          expect(found.has(at)).toBe(isOpen)
        }
      }),
      { numRuns: 12 },
    )
  })

  test('[DAY-30] keeps the hours of a mentor abroad when clocks change there', () => {
    const mentor: FreeHours = { timeZone: 'Europe/London', days: [0, 1, 2, 3, 4, 5, 6], times: ['afternoon'] }
    const mentee: FreeHours = { timeZone: INDIA, days: [5, 6], times: ['evening'] }
    const window = { from: Date.parse('2026-10-23T00:00:00Z'), until: Date.parse('2026-11-02T00:00:00Z') }
    const people = [mentor, mentee].map((free) => ({ free, busy: [] }))
    const found = findSlots({ people, window, minutes: 60 }).map((at) => new Date(at).toISOString().slice(0, 16))
    // 12 noon in London is 4:30 pm in India in summer, and 5:30 pm from Sunday, 25 October on.
    expect(found.filter((at) => at.startsWith('2026-10-24')).at(0)).toBe('2026-10-24T11:30')
    expect(found.filter((at) => at.startsWith('2026-10-25')).at(0)).toBe('2026-10-25T12:00')
  })
})

const free = (times: FreeHours['times'], days = [0, 1, 2, 3, 4, 5, 6]): FreeHours => ({ timeZone: INDIA, days, times })
/** A Monday at noon in India. */
const monday = Date.parse('2026-11-16T06:30:00Z')
const week = { from: monday, until: monday + DAYS_AHEAD * DAY_MS }
const inIndia = (at: number) => {
  const { date, time } = wallAt(new Date(at), INDIA)
  return `${date.slice(5)} ${time.slice(0, 5)}`
}

test('[DAY-31] nearestSlots returns the times closest to the free hours of the other person if no hours are shared', () => {
  const people = [free(['evening']), free(['morning'])].map((hour) => ({ free: hour, busy: [] }))
  expect(findSlots({ people, window: week, minutes: 30 })).toEqual([])
  expect(nearestSlots({ people, window: week, minutes: 30 }).map(inIndia)).toEqual(['11-17 17:00', '11-18 17:00', '11-19 17:00'])
})

test('[DAY-31] suggestSlots returns one time per day, at the time these people usually talk', () => {
  const slots = findSlots({ people: [{ free: free(['evening', 'night'], [1, 3, 5]), busy: [] }], window: week, minutes: 30 })
  expect(suggestSlots(slots, null).map(inIndia)).toEqual(['11-17 19:30', '11-19 19:30', '11-21 19:30'])
  const usual = usualTime(['2026-11-01T12:30:00Z', '2026-11-08T12:30:00Z', '2026-11-10T15:00:00Z'].map((at) => new Date(at)))
  expect(suggestSlots(slots, usual).map(inIndia)).toEqual(['11-17 18:00', '11-19 18:00', '11-21 18:00'])
  expect(usualTime([new Date(monday)])).toBeNull()
})

test('[DAY-30] free hours are read from the answers of the survey', () => {
  const answers = (days: unknown, times: unknown) =>
    freeHoursOfAnswers(
      new Map([
        ['free-days', days],
        ['free-times', times],
      ]),
    )
  expect(answers('weekends', ['night', 'early'])).toEqual(free(['early', 'night'], [5, 6]))
  expect(answers(undefined, ['evening'])).toEqual(free(['evening']))
  expect(answers('both', ['whenever'])).toBeNull()
  expect(answers('both', undefined)).toBeNull()
})
