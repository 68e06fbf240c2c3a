import { expect, test } from 'vitest'
import { expiryOf, groupStartOf, groupTimeLeft, timeLeft } from './countdown.ts'

const turned = '2026-11-14T10:00:00+05:30'
const at = (time: string) => Date.parse(time)

test('[MAT-07] a match can be decided for the programme’s hours from the start of the reader’s turn', () => {
  expect(expiryOf({ updatedTimestamp: turned, expiresAt: null }, 72)).toBe(at('2026-11-17T10:00:00+05:30'))
  expect(expiryOf({ updatedTimestamp: turned, expiresAt: null }, 1)).toBe(at('2026-11-14T11:00:00+05:30'))
})

test('[MAT-07] the expiry sent by the server takes precedence over the programme’s hours', () => {
  const expiresAt = '2026-11-15T10:00:00+05:30'
  expect(expiryOf({ updatedTimestamp: turned, expiresAt }, 72)).toBe(at(expiresAt))
})

test('[MAT-07] a group starts the programme’s days after it was created', () => {
  const group = { createdOn: turned, groupStartsIn: 3, startsAt: null }
  expect(groupStartOf(group)).toBe(at('2026-11-17T10:00:00+05:30'))
  expect(groupTimeLeft(group, at('2026-11-15T06:00:00+05:30'))).toEqual({ days: 2, hours: 4, minutes: 0, isOver: false })
})

test('[MAT-07] no group waits longer than five days', () => {
  const group = { createdOn: turned, groupStartsIn: 9, startsAt: null }
  expect(groupStartOf(group)).toBe(at('2026-11-19T10:00:00+05:30'))
  const late = { createdOn: turned, groupStartsIn: 5, startsAt: '2026-12-24T10:00:00+05:30' }
  expect(groupTimeLeft(late, at(turned))).toEqual({ days: 5, hours: 0, minutes: 0, isOver: false })
})

test('[MAT-07] a start postponed by staff counts', () => {
  const group = { createdOn: turned, groupStartsIn: 3, startsAt: '2026-11-20T10:00:00+05:30' }
  expect(groupTimeLeft(group, at('2026-11-18T10:00:00+05:30'))?.days).toBe(2)
})

test('a group without members has no countdown', () => {
  expect(groupTimeLeft({ createdOn: null, groupStartsIn: 3, startsAt: null }, at(turned))).toBeNull()
})

test.each([
  [38 * 3_600_000 + 59 * 60_000, { days: 1, hours: 14, minutes: 59, isOver: false }],
  [59_999, { days: 0, hours: 0, minutes: 0, isOver: false }],
  [0, { days: 0, hours: 0, minutes: 0, isOver: true }],
  [-5, { days: 0, hours: 0, minutes: 0, isOver: true }],
])('%i ms are shown as %o', (left, expected) => {
  expect(timeLeft(at(turned) + left, at(turned))).toEqual(expected)
})
