import { expect, test } from 'vitest'
import { dayAndTime, longDay, plainDay, shortDay } from './india-time.ts'

const lateEvening = '2026-11-14T20:15:00.000Z'

test('[NAV-10] a time is shown as it is in India', () => {
  expect(dayAndTime(lateEvening, 'en')).toBe('15 Nov, 1:45 am')
})

test('a long day names its weekday and year, in the language of the reader', () => {
  expect(longDay(lateEvening, 'en')).toMatch(/^Sunday,? 15 November,? 2026$/)
  expect(longDay(lateEvening, 'hi')).toContain('नवंबर')
})

test('a short day names its year, and a day without a time is that day', () => {
  expect(shortDay(lateEvening, 'en')).toBe('15 Nov 2026')
  expect(shortDay('2026-11-14', 'en')).toBe('14 Nov 2026')
})

test('a plain day is fit for the name of a file', () => {
  expect(plainDay(lateEvening)).toBe('2026-11-15')
})
