import { describe, expect, test } from 'vitest'
import { datesOf, MAX_OCCURRENCES } from './recurrence.ts'

const from = (anchor: string, frequency: 'NONE' | 'WEEKLY' | 'BIWEEKLY' | 'MONTHLY', end: string | null) =>
  datesOf({ anchor, from: anchor, frequency, end })

describe('datesOf', () => {
  test('[CAL-03] weekly includes the end date', () => {
    expect(from('2026-11-07', 'WEEKLY', '2026-11-28')).toEqual(['2026-11-07', '2026-11-14', '2026-11-21', '2026-11-28'])
  })

  test('[CAL-03] every two weeks continues into the next year', () => {
    expect(from('2026-12-10', 'BIWEEKLY', '2027-01-20')).toEqual(['2026-12-10', '2026-12-24', '2027-01-07'])
  })

  test('[CAL-03] monthly on the 31st uses the last day of shorter months', () => {
    expect(from('2026-12-31', 'MONTHLY', '2027-05-31')).toEqual([
      '2026-12-31',
      '2027-01-31',
      '2027-02-28',
      '2027-03-31',
      '2027-04-30',
      '2027-05-31',
    ])
  })

  test('a leap year has a 29 February', () => {
    expect(from('2027-12-29', 'MONTHLY', '2028-03-01')).toEqual(['2027-12-29', '2028-01-29', '2028-02-29'])
  })

  test('a series split from another keeps the day of its anchor', () => {
    const rest = datesOf({ anchor: '2027-01-31', from: '2027-02-28', frequency: 'MONTHLY', end: '2027-04-30' })
    expect(rest).toEqual(['2027-02-28', '2027-03-31', '2027-04-30'])
  })

  test('counting back from a later anchor keeps the 31st', () => {
    const rule = { anchor: '2027-03-31', from: '2027-01-15', frequency: 'MONTHLY' as const, end: '2027-05-01' }
    expect(datesOf(rule)).toEqual(['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30'])
  })

  test('an event that does not repeat has one date', () => {
    expect(from('2026-11-07', 'NONE', null)).toEqual(['2026-11-07'])
  })

  test('returns at most one date more than the maximum', () => {
    expect(from('2026-01-01', 'WEEKLY', '2027-02-18')).toHaveLength(MAX_OCCURRENCES)
    expect(from('2026-01-01', 'WEEKLY', '2027-02-25')).toHaveLength(MAX_OCCURRENCES + 1)
    expect(from('2026-01-01', 'WEEKLY', '9999-12-31')).toHaveLength(MAX_OCCURRENCES + 1)
  })
})
