import { expect, test } from 'vitest'
import { daysLeft, timeColour } from './time-left.ts'

// Noon in India on the fifteenth.
const noon = new Date('2026-11-15T06:30:00Z')
const due = (day: string) => `${day}T23:59:00+05:30`

test.each([
  ['2026-11-13', -2],
  ['2026-11-14', -1],
  ['2026-11-15', 0],
  ['2026-11-16', 1],
  ['2026-11-22', 7],
])('a session due on %s is %i days away', (day, days) => {
  expect(daysLeft(due(day), noon)).toBe(days)
})

test('daysLeft counts calendar days, not hours: a minute before and after midnight are a day apart', () => {
  const before = new Date('2026-11-15T23:59:00+05:30')
  const after = new Date('2026-11-16T00:01:00+05:30')
  expect(daysLeft(due('2026-11-16'), before)).toBe(1)
  expect(daysLeft(due('2026-11-16'), after)).toBe(0)
  expect(daysLeft(due('2026-11-15'), before)).toBe(0)
  expect(daysLeft(due('2026-11-15'), after)).toBe(-1)
})

test('days are those of India, even while UTC is still on the day before', () => {
  // 00:30 on the sixteenth in India.
  const now = new Date('2026-11-15T19:00:00Z')
  expect(daysLeft('2026-11-16T00:00:00+05:30', now)).toBe(0)
  expect(daysLeft('2026-11-15T18:29:59Z', now)).toBe(-1)
  expect(daysLeft('2026-11-15T18:30:00Z', now)).toBe(0)
})

test('month and year boundaries count like any other day', () => {
  expect(daysLeft(due('2027-01-01'), new Date('2026-12-31T12:00:00+05:30'))).toBe(1)
})

test('daysLeft is null without a date or with an invalid one', () => {
  expect(daysLeft(null, noon)).toBeNull()
  expect(daysLeft('soon', noon)).toBeNull()
})

test.each([
  [30, 'green'],
  [3, 'green'],
  [2, 'yellow'],
  [1, 'yellow'],
  [0, 'yellow'],
  [-1, 'red'],
  [null, 'red'],
])('[MEN-10] %s days are %s', (days, colour) => {
  expect(timeColour(days)).toBe(colour)
})
