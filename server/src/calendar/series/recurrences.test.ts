import { momentOf, wallAt } from '@saathi/contract/calendar/zone'
import { DAY_MS } from '@saathi/contract/core/time'
import fc from 'fast-check'
import { RRuleTemporal } from 'rrule-temporal'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { rounds } from '../../../test/rounds.ts'
import { planNew } from './plan.ts'

const zones = [
  'Asia/Kolkata',
  'Europe/London',
  'America/New_York',
  'America/Santiago',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
  'Pacific/Apia',
  'Asia/Kathmandu',
  'UTC',
]
const rules = {
  WEEKLY: 'FREQ=WEEKLY',
  BIWEEKLY: 'FREQ=WEEKLY;INTERVAL=2',
  MONTHLY: 'RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=BACKWARD',
}
const stepDays = { WEEKLY: 7, BIWEEKLY: 14, MONTHLY: 30 }
const FIRST = Date.parse('2020-01-01T00:00:00Z')

const series = fc.record({
  zone: fc.constantFrom(...zones),
  frequency: fc.constantFrom('WEEKLY', 'BIWEEKLY', 'MONTHLY'),
  /** A quarter of an hour within ten years. */
  quarter: fc.integer({ min: 0, max: 3650 * 96 }),
  /** Up to twelve occurrences and some extra days. */
  steps: fc.integer({ min: 0, max: 12 }),
  over: fc.integer({ min: 0, max: 6 }),
})

test('[CAL-03] random series match an independent implementation', { timeout: 120_000 }, () => {
  fc.assert(
    fc.property(series, ({ zone, frequency, quarter, steps, over }) => {
      const at = new Date(FIRST + quarter * 15 * 60_000)
      const { date, time } = wallAt(at, zone)
      // A repeated local time always means its first occurrence.
      fc.pre(momentOf({ date, time }, zone).getTime() === at.getTime())
      const last = Date.parse(`${date}T00:00:00Z`) + (steps * stepDays[frequency] + over) * DAY_MS
      const end = new Date(last).toISOString().slice(0, 10)
      const words = { title: 'Call', description: '', isPairGroupCall: true, minutes: 60, sessionId: null }
      const { placed } = planNew({ ...words, at, zone, frequency, end })

      // Dates from one library and zones from another, both independent of our code.
      const compact = (text: string) => text.replace(/[-:]/g, '')
      const rule = `${rules[frequency]};UNTIL=${compact(end)}T235959Z`
      const found = new RRuleTemporal({ rruleString: `DTSTART:${compact(date)}T${compact(time)}Z\nRRULE:${rule}` }).all()
      const expected = found.map(
        (day) => Temporal.PlainDateTime.from(day.toString().slice(0, 19)).toZonedDateTime(zone).epochMilliseconds,
      )
      expect(placed.map((one) => one.at.getTime())).toEqual(expected)
    }),
    { numRuns: rounds(300, 10_000) },
  )
})
