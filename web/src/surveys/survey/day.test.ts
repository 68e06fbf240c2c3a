import { describe, expect, test } from 'vitest'
import { surveyDay } from './day.ts'

describe('[SUR-02] the day of a survey', () => {
  test.each([
    ['2026-11-01', '1st Nov'],
    ['2026-12-02', '2nd Dec'],
    ['2026-11-03', '3rd Nov'],
    ['2026-09-04', '4th Sep'],
    ['2026-11-11', '11th Nov'],
    ['2026-11-12', '12th Nov'],
    ['2026-11-13', '13th Nov'],
    ['2026-11-20', '20th Nov'],
    ['2026-01-21', '21st Jan'],
    ['2026-05-22', '22nd May'],
    ['2026-06-23', '23rd Jun'],
    ['2026-07-31', '31st Jul'],
  ])('%s is %s in English', (day, shown) => {
    expect(surveyDay(`${day}T12:00:00+05:30`, 'en')).toBe(shown)
  })

  test('is the day in India', () => {
    expect(surveyDay('2026-11-19T18:30:00Z', 'en')).toBe('20th Nov')
    expect(surveyDay('2026-11-19T18:29:59Z', 'en')).toBe('19th Nov')
  })

  test('has no English ordinal in other languages', () => {
    expect(surveyDay('2026-11-20T12:00:00+05:30', 'hi')).toMatch(/^20 नव/)
  })
})
