import { expect, test } from 'vitest'
import { dayOf, startOfDay, startOfNextDay } from './service.ts'

test('a day starts and ends at midnight in India', () => {
  expect(startOfDay('2026-03-01')).toEqual(new Date('2026-03-01T00:00:00+05:30'))
  expect(startOfNextDay('2026-02-28')).toEqual(new Date('2026-03-01T00:00:00+05:30'))
})

test.each([
  ['2026-02-28T18:29:59.999Z', '2026-02-28'],
  ['2026-02-28T18:30:00Z', '2026-03-01'],
])('%s is the %s in India', (moment, day) => {
  expect(dayOf(new Date(moment))).toBe(day)
})
