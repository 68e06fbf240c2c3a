import { expect, test } from 'vitest'
import { dayAndTime, longDay, plainDay, shortDay } from './india-time.ts'

const lateEvening = '2026-11-14T20:15:00.000Z'

test('[NAV-10] a time is shown in Indian time', () => {
  expect(dayAndTime(lateEvening, 'en')).toBe('15 Nov, 1:45 am')
})

test("longDay includes the weekday and year, in the reader's language", () => {
  expect(longDay(lateEvening, 'en')).toMatch(/^Sunday,? 15 November,? 2026$/)
  expect(longDay(lateEvening, 'hi')).toContain('नवंबर')
})

test('shortDay includes the year, and a date without a time stays that date', () => {
  expect(shortDay(lateEvening, 'en')).toBe('15 Nov 2026')
  expect(shortDay('2026-11-14', 'en')).toBe('14 Nov 2026')
})

test('plainDay is an ISO date for file names', () => {
  expect(plainDay(lateEvening)).toBe('2026-11-15')
})
