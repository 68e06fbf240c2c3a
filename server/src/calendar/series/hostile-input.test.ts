import { checkEvent } from '@saathi/contract/calendar/check-event'
import { MAX_OCCURRENCES } from '@saathi/contract/calendar/recurrence'
import { DAY_MS } from '@saathi/contract/core/time'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rounds } from '../../../test/rounds.ts'
import { planNew } from './plan.ts'

const now = new Date('2026-11-02T12:00:00+05:30')
const zones = ['Asia/Kolkata', 'Pacific/Apia', 'Pacific/Kiritimati', 'Etc/GMT+12', 'America/St_Johns', 'utc', 'EST5EDT']
const frequency = fc.constantFrom('NONE', 'WEEKLY', 'BIWEEKLY', 'MONTHLY')

const anything = fc.record({
  title: fc.string(),
  isPairGroupCall: fc.option(fc.boolean()),
  scheduledTime: fc.option(fc.date()),
  timeZone: fc.string(),
  eventFrequency: fc.option(frequency),
  repeatEndDate: fc.option(fc.oneof(fc.string(), fc.constantFrom('9999-12-31', '0000-01-01', '2026-02-30'))),
  sessionId: fc.option(fc.integer()),
})

/** Around the limits: before the first and after the last year, too short and too long. */
const plausible = fc
  .record({
    at: fc.date({ min: new Date('2019-12-01T00:00:00Z'), max: new Date('2031-12-01T00:00:00Z'), noInvalidDate: true }),
    timeZone: fc.constantFrom(...zones),
    eventFrequency: frequency,
    days: fc.integer({ min: -10, max: 900 }),
  })
  .map(({ at, timeZone, eventFrequency, days }) => ({
    title: 'Our call',
    isPairGroupCall: true,
    scheduledTime: at,
    timeZone,
    eventFrequency,
    repeatEndDate: eventFrequency === 'NONE' ? null : new Date(at.getTime() + days * DAY_MS).toISOString().slice(0, 10),
    sessionId: eventFrequency === 'NONE' ? 1 : null,
  }))

/** A plausible event with one field replaced by anything. */
const bent = fc
  .tuple(plausible, anything, fc.constantFrom('title', 'scheduledTime', 'timeZone', 'eventFrequency', 'repeatEndDate'))
  .map(([given, other, field]) => ({ ...given, [field]: other[field] }))

test('any input is either reported as invalid or can be planned, and nothing throws', () => {
  let planned = 0
  fc.assert(
    fc.property(fc.oneof(anything, plausible, bent), (given) => {
      const problems = checkEvent(given, now)
      const { title, isPairGroupCall, scheduledTime: at, timeZone: zone, eventFrequency, repeatEndDate: end, sessionId } = given
      if (Object.keys(problems).length > 0 || isPairGroupCall === null || !at || !eventFrequency) return
      planned += 1
      const words = { title, description: '', isPairGroupCall, minutes: 60 }
      const { placed } = planNew({ ...words, at, zone, frequency: eventFrequency, end, sessionId })
      expect(placed.length).toBeGreaterThan(0)
      expect(placed.length).toBeLessThanOrEqual(MAX_OCCURRENCES)
      expect(new Set(placed.map(({ date }) => date)).size).toBe(placed.length)
      const isOdd = ({ date, at: moment }: (typeof placed)[number]) =>
        !/^20\d\d-\d\d-\d\d$/.test(date) || !(Math.abs(moment.getTime() - Date.parse(date)) < 2 * DAY_MS)
      expect(placed.filter(isOdd)).toEqual([])
    }),
    { numRuns: rounds(300, 3_000) },
  )
  // Ensures that enough inputs reached planning.
  expect(planned).toBeGreaterThan(rounds(30, 300))
})
