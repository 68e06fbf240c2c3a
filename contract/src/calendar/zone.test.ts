import { describe, expect, test } from 'vitest'
import { INDIA, isZone, momentOf, wallAt } from './zone.ts'

const at = (wall: string, zone: string) => {
  const [date = '', time = ''] = wall.split(' ')
  return momentOf({ date, time: `${time}:00` }, zone).toISOString()
}

describe('momentOf', () => {
  test('India has one offset all year', () => {
    expect(at('2026-01-15 19:30', INDIA)).toBe('2026-01-15T14:00:00.000Z')
    expect(at('2026-07-15 19:30', INDIA)).toBe('2026-07-15T14:00:00.000Z')
  })

  test('[CAL-03] the local time stays the same when clocks change', () => {
    expect(at('2026-10-24 19:30', 'Europe/London')).toBe('2026-10-24T18:30:00.000Z')
    expect(at('2026-10-31 19:30', 'Europe/London')).toBe('2026-10-31T19:30:00.000Z')
  })

  test('a skipped time moves forward by the gap', () => {
    expect(at('2026-03-29 01:30', 'Europe/London')).toBe('2026-03-29T01:30:00.000Z')
    expect(wallAt(new Date('2026-03-29T01:30:00Z'), 'Europe/London').time).toBe('02:30:00')
  })

  test('a repeated time is its first occurrence', () => {
    expect(at('2026-10-25 01:30', 'Europe/London')).toBe('2026-10-25T00:30:00.000Z')
  })

  test('handles half-hour shifts and a skipped day', () => {
    expect(at('2026-10-04 02:15', 'Australia/Lord_Howe')).toBe('2026-10-03T15:45:00.000Z')
    expect(at('2011-12-30 12:00', 'Pacific/Apia')).toBe('2011-12-30T22:00:00.000Z')
  })

  test('wallAt is the inverse of momentOf', () => {
    expect(wallAt(new Date('2026-11-14T14:00:00Z'), INDIA)).toEqual({ date: '2026-11-14', time: '19:30:00' })
  })
})

test.each([
  ['Asia/Kolkata', true],
  ['Europe/London', true],
  ['America/Argentina/Buenos_Aires', true],
  ['UTC', true],
  ['Mars/Olympus', false],
  ['+05:30', false],
  ['', false],
  ['Asia/Kolkata\r\nX:1', false],
  ['../etc', false],
])('%j is a zone: %s', (zone, is) => expect(isZone(zone)).toBe(is))
