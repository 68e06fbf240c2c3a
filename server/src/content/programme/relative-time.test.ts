import { expect, test } from 'vitest'
import { indiaTime, minutesLater } from './relative-time.ts'

test('days are counted by the calendar of India, which is already tomorrow while London still has today', () => {
  const now = new Date('2026-03-10T20:00:00Z')
  expect(indiaTime(now, 0, '00:30').toISOString()).toBe('2026-03-10T19:00:00.000Z')
  expect(indiaTime(now, 1, '18:30').toISOString()).toBe('2026-03-10T13:00:00.000Z')
  expect(indiaTime(new Date('2026-03-10T18:00:00Z'), 1, '18:30').toISOString()).toBe('2026-03-09T13:00:00.000Z')
})

test('a time that has not come yet becomes now, because nobody has learnt in the future', () => {
  const now = new Date('2026-03-10T04:00:00Z')
  expect(indiaTime(now, 0, '18:30')).toEqual(now)
  expect(minutesLater(new Date('2026-03-10T03:50:00Z'), 25, now)).toEqual(now)
  expect(minutesLater(new Date('2026-03-10T03:00:00Z'), 25, now).toISOString()).toBe('2026-03-10T03:25:00.000Z')
})
