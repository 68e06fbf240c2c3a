import { expect, test } from 'vitest'
import { spanOf } from './span.ts'

test('spanOf() starts with the month of the first day, ends with the last one and names at most six months', () => {
  const cohorts = [
    { startsOn: '2026-02-01', endsOn: '2027-01-31' },
    { startsOn: '2026-09-15', endsOn: '2027-04-30' },
  ]
  const { place, months } = spanOf(cohorts, '2026-01-16')
  expect([place('2026-01-01'), place('2027-04-30')]).toEqual([0, 100])
  expect(place('2026-09-15')).toBeCloseTo(53, 0)
  expect(months.filter(({ isFirstOfYear }) => isFirstOfYear).map(({ day }) => day)).toEqual(['2026-01-01', '2027-01-01'])
  expect(months.map(({ day }) => day)).toEqual([
    '2026-01-01',
    '2026-04-01',
    '2026-07-01',
    '2026-10-01',
    '2027-01-01',
    '2027-04-01',
  ])
})

test('spanOf() has a width even on the first day of a month without cohorts', () => {
  expect(spanOf([], '2026-11-01').place('2026-11-01')).toBe(0)
})
