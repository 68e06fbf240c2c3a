import { expect, test } from 'vitest'
import { dayAndMonth, dayNumber, weekdayNames, weeksOf } from './days.ts'

const numbers = (now: string) => weeksOf(new Date(now)).map((week) => week.map((day) => day?.number ?? 0))

test('a month starts on its weekday, and contains every day', () => {
  const weeks = numbers('2026-11-15T06:30:00Z')
  expect(weeks[0]).toEqual([0, 0, 0, 0, 0, 0, 1])
  expect(weeks.at(-1)).toEqual([30, 0, 0, 0, 0, 0, 0])
  expect(weeks.flat().filter(Boolean)).toEqual(Array.from({ length: 30 }, (_, place) => place + 1))
})

test('the shortest month takes four weeks, and a leap year has its extra day', () => {
  expect(numbers('2027-02-10T06:30:00Z')).toHaveLength(4)
  expect(numbers('2028-02-10T06:30:00Z').flat().filter(Boolean)).toHaveLength(29)
})

test('the month is that of India, even while UTC is still in the month before', () => {
  expect(weeksOf(new Date('2026-11-30T18:30:00Z'))[0]?.find(Boolean)?.key).toBe('2026-12-01')
  expect(weeksOf(new Date('2026-11-30T18:29:59Z'))[0]?.find(Boolean)?.key).toBe('2026-11-01')
})

test('a deadline at the end of a day in India is on that day', () => {
  expect(dayNumber('2026-11-16T23:59:00+05:30')).toBe(16)
  expect(dayAndMonth('2026-11-16T23:59:00+05:30', 'en')).toBe('16 Nov')
})

test('weeks run from Monday to Sunday', () => {
  expect(weekdayNames('en').map(({ long }) => long)).toEqual([
    'Monday',
    'Tuesday',
    'Wednesday',
    'Thursday',
    'Friday',
    'Saturday',
    'Sunday',
  ])
})
