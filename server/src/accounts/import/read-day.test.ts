import { expect, test } from 'vitest'
import { readDay } from './read-day.ts'

test.each([
  ['2026-09-15', '2026-09-15'],
  ['15/09/2026', '2026-09-15'],
  ['15-9-2026', '2026-09-15'],
  ['5.9.2026', '2026-09-05'],
  ['29/02/2028', '2028-02-29'],
  ['46280', '2026-09-15'],
])('[STF-10] %s is a day', (text, day) => {
  expect(readDay(text)).toBe(day)
})

test.each([
  '31/06/2026',
  '29/02/2026',
  '09/15/2026',
  '15/09-2026',
  '15 September',
  '15/09/26',
  '00000',
  '99999',
  '2026-13-01',
  '-1',
])('[STF-10] %s is no day', (text) => {
  expect(readDay(text)).toBeNull()
})
