import { describe, expect, test } from 'vitest'
import { nextMorning, quietUntil, defaultQuietHours } from './quiet-hours.ts'

const at = (text: string) => new Date(`2026-11-${text}:00+05:30`)
const until = (changes: Partial<typeof defaultQuietHours>, now: string) =>
  quietUntil({ ...defaultQuietHours, ...changes }, at(now))?.toISOString() ?? null
const moment = (text: string) => at(text).toISOString()

describe('quiet hours', () => {
  test.each([
    ['15T21:59', null],
    ['15T22:00', '16T07:00'],
    ['15T23:59', '16T07:00'],
    ['16T00:00', '16T07:00'],
    ['16T06:59', '16T07:00'],
    ['16T07:00', null],
    ['16T12:00', null],
  ])('from ten to seven: at %s they end at %s', (now, ends) => {
    expect(until({}, now)).toBe(ends && moment(ends))
  })

  test.each([
    ['15T12:59', null],
    ['15T13:00', '15T15:30'],
    ['15T15:29', '15T15:30'],
    ['15T15:30', null],
  ])('within one day: at %s they end at %s', (now, ends) => {
    expect(until({ from: '13:00', until: '15:30' }, now)).toBe(ends && moment(ends))
  })

  test('do not apply if switched off', () => {
    expect(until({ isOn: false }, '15T23:00')).toBeNull()
  })
})

test.each([
  ['15T00:10', '16T07:00'],
  ['15T12:00', '16T07:00'],
  ['15T23:50', '16T07:00'],
])('the morning after %s is at %s, with quiet hours or without', (now, morning) => {
  expect(nextMorning(defaultQuietHours, at(now)).toISOString()).toBe(moment(morning))
  expect(nextMorning({ isOn: false, from: '20:00', until: '05:00' }, at(now)).toISOString()).toBe(moment(morning))
})
