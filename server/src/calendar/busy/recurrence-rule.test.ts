import { RRuleTemporal } from 'rrule-temporal'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { dayNumber, daysOfRule } from './recurrence-rule.ts'

const FIRST = '2025-01-30'
const [from, until] = [dayNumber('2026-11-01'), dayNumber('2026-11-20')]
const toDate = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10)
const ours = (rule: string, first = FIRST, budget = { left: 200_000 }) =>
  daysOfRule(rule, dayNumber(first), { from, until, budget }).map(toDate)

function theirs(rule: string, first = FIRST): string[] {
  const text = `DTSTART;TZID=UTC:${first.replaceAll('-', '')}T100000\nRRULE:${rule}`
  const between = new RRuleTemporal({ rruleString: text, temporal: Temporal }).between(
    new Date('2026-11-01T00:00:00Z'),
    new Date('2026-11-20T23:59:59Z'),
    true,
  )
  return between.map((moment) => new Date(moment.epochMilliseconds).toISOString().slice(0, 10))
}

test.each([
  'FREQ=DAILY',
  'FREQ=DAILY;INTERVAL=3',
  'FREQ=DAILY;BYDAY=SA,SU',
  'FREQ=DAILY;BYMONTH=11;BYMONTHDAY=1,-1,15',
  'FREQ=DAILY;COUNT=660',
  'FREQ=WEEKLY',
  'FREQ=WEEKLY;INTERVAL=2',
  'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU',
  'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU;WKST=SU',
  'FREQ=WEEKLY;BYDAY=TU,TH;COUNT=188',
  'FREQ=MONTHLY;BYMONTHDAY=5,-12',
  'FREQ=MONTHLY;BYDAY=2TU,-2FR',
  'FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=10',
  'FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR',
  'FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=9',
  'FREQ=YEARLY;BYMONTH=11;BYDAY=1MO',
  'FREQ=YEARLY;BYMONTHDAY=7',
])('[DAY-29] %s falls on the same days as in another library', (rule) => {
  expect(ours(rule).length).toBeGreaterThan(0)
  expect(ours(rule)).toEqual(theirs(rule))
})

test('[DAY-29] a rule that never matches, or that we cannot read, ends', () => {
  expect(ours('FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30')).toEqual([])
  expect(ours('FREQ=SECONDLY')).toEqual([])
  expect(ours('FREQ=SECONDLY', '2026-11-03')).toEqual(['2026-11-03'])
  expect(ours('FREQ=WEEKLY;INTERVAL=0', '2026-11-03')).toEqual(['2026-11-03'])
  const budget = { left: 5 }
  expect(ours('FREQ=DAILY', FIRST, budget)).toHaveLength(5)
  expect(budget.left).toBe(0)
})
