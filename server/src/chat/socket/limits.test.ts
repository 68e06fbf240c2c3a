import { expect, test } from 'vitest'
import { movableClock } from '#core/clock.ts'
import { personLimits } from './limits.ts'

const limits = { commandsASecond: 3, sendsAMinute: 4 }

function open() {
  const clock = movableClock({ now: () => new Date(1_800_000_000_000) })
  return { clock, limiter: personLimits(limits, clock.now) }
}

test('allows a number of commands per second, and the same number in the next', () => {
  const { clock, limiter } = open()
  const four = () => Array.from({ length: 4 }, () => limiter.allowsCommand(1))
  expect(four()).toEqual([true, true, true, false])
  clock.advance(1)
  expect(four()).toEqual([true, true, true, false])
})

test('counts each person separately, and sends separately from commands', () => {
  const { limiter } = open()
  for (let used = 0; used < 4; used += 1) limiter.allowsCommand(1)
  expect(limiter.allowsCommand(2)).toBe(true)
  expect(Array.from({ length: 5 }, () => limiter.allowsSend(1))).toEqual([true, true, true, true, false])
})

test('counts pages and large frames separately from both', () => {
  const { limiter } = open()
  expect(Array.from({ length: 4 }, () => limiter.allowsPage(1))).toEqual([true, true, true, false])
  expect(Array.from({ length: 5 }, () => limiter.allowsLargeFrame(1))).toEqual([true, true, true, true, false])
  expect([limiter.allowsCommand(1), limiter.allowsSend(1)]).toEqual([true, true])
})

test('a clock that is set back blocks nobody', () => {
  const { clock, limiter } = open()
  clock.advance(3_600)
  for (let used = 0; used < 5; used += 1) limiter.allowsSend(1)
  clock.reset()
  expect(limiter.allowsSend(1)).toBe(true)
})
