import { expect, test } from 'vitest'
import { streakOf } from './streak.ts'

const third = '2026-11-08T12:00:00+05:30'
const at = (time: string) => streakOf([{ timestamp: '2026-11-01T12:00:00+05:30' }, { timestamp: third }], new Date(time))

test('[MEN-11] each week counts once', () => {
  expect(at('2026-11-09T12:00:00+05:30').count).toBe(2)
})

test('[MEN-11] the streak is maintained for exactly seven days after the newest week', () => {
  expect(at('2026-11-15T12:00:00+05:30').isMaintained).toBe(true)
  expect(at('2026-11-15T12:00:01+05:30').isMaintained).toBe(false)
})

test('the newest week counts in any order', () => {
  const turned = [{ timestamp: third }, { timestamp: '2026-10-01T12:00:00+05:30' }]
  expect(streakOf(turned, new Date('2026-11-10T12:00:00+05:30')).isMaintained).toBe(true)
})

test('an empty streak is not maintained', () => {
  expect(streakOf([], new Date(third))).toEqual({ count: 0, isMaintained: false })
})
