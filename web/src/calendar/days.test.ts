import { describe, expect, test } from 'vitest'
import { addDays, addMonths, dayByKey, isDay, weeksOf } from './days.ts'

test.each([
  ['2026-11-14', true],
  ['2028-02-29', true],
  ['2027-02-29', false],
  ['2026-11-31', false],
  ['2026-13-01', false],
  ['9999-12-31', false],
  ['1999-12-31', false],
  ['14-11-2026', false],
  ['', false],
  ['javascript:alert(1)', false],
  [undefined, false],
])('isDay(%j) is %s', (text, is) => expect(isDay(text)).toBe(is))

test('addMonths returns the same day, or the last day of a shorter month', () => {
  expect(addMonths('2026-11-14', 1)).toBe('2026-12-14')
  expect(addMonths('2026-12-31', 2)).toBe('2027-02-28')
  expect(addMonths('2026-03-31', -1)).toBe('2026-02-28')
  expect(addMonths('2028-02-29', 12)).toBe('2029-02-28')
})

test('addDays and addMonths stay within the calendar range', () => {
  expect(addDays('2099-12-31', 1)).toBe('2099-12-31')
  expect(addMonths('2000-01-15', -1)).toBe('2000-01-01')
})

describe('weeksOf a month', () => {
  test('starts on Monday and is filled with adjacent days', () => {
    const weeks = weeksOf('2026-11-14')
    expect(weeks).toHaveLength(6)
    expect(weeks[0]).toEqual(['2026-10-26', '2026-10-27', '2026-10-28', '2026-10-29', '2026-10-30', '2026-10-31', '2026-11-01'])
    expect(weeks.at(-1)?.at(-1)).toBe('2026-12-06')
  })

  test('returns four weeks if they fit exactly', () => {
    expect(weeksOf('2027-02-10')).toHaveLength(4)
    expect(weeksOf('2027-02-10')[0]?.[0]).toBe('2027-02-01')
  })
})

test.each([
  ['ArrowLeft', false, '2026-11-13'],
  ['ArrowRight', false, '2026-11-15'],
  ['ArrowUp', false, '2026-11-07'],
  ['ArrowDown', false, '2026-11-21'],
  ['Home', false, '2026-11-09'],
  ['End', false, '2026-11-15'],
  ['PageUp', false, '2026-10-14'],
  ['PageDown', false, '2026-12-14'],
  ['PageUp', true, '2025-11-14'],
  ['PageDown', true, '2027-11-14'],
  ['a', false, undefined],
])('the key %s (with Shift: %s) moves from 14 November to %s', (key, isFar, to) => {
  expect(dayByKey(key, '2026-11-14', isFar)).toBe(to)
})
