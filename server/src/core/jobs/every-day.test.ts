import { expect, test } from 'vitest'
import { nextTimeOfDay } from './runner.ts'

test.each([
  ['later today', '2026-11-15T10:00:00+05:30', '23:15', '2026-11-15T23:15:00+05:30'],
  ['tomorrow if it is past', '2026-11-15T10:00:00+05:30', '03:30', '2026-11-16T03:30:00+05:30'],
  ['tomorrow if it is exactly now', '2026-11-15T03:30:00+05:30', '03:30', '2026-11-16T03:30:00+05:30'],
  ['by India’s date while it is still yesterday in London', '2026-11-15T20:00:00Z', '03:30', '2026-11-15T22:00:00Z'],
  ['across the end of a year', '2026-12-31T23:59:59+05:30', '00:00', '2027-01-01T00:00:00+05:30'],
])('the next time of day is %s', (_what, now, timeOfDay, expected) => {
  expect(nextTimeOfDay(timeOfDay, new Date(now))).toEqual(new Date(expected))
})
