import { expect, test } from 'vitest'
import { movableClock } from '#core/clock.ts'
import { linePace, socketPace } from './line-pace.ts'

const limits = { commandsASecond: 3, sendsAMinute: 4 }

function open() {
  const clock = movableClock({ now: () => new Date(1_800_000_000_000) })
  return { clock, pace: linePace(limits, clock.now) }
}

test('a second takes so many commands, and the next as many again', () => {
  const { clock, pace } = open()
  const four = () => Array.from({ length: 4 }, () => pace.isWithinCommands(1))
  expect(four()).toEqual([true, true, true, false])
  clock.advance(1)
  expect(four()).toEqual([true, true, true, false])
})

test('each person is counted apart, and sends apart from commands', () => {
  const { pace } = open()
  for (let used = 0; used < 4; used += 1) pace.isWithinCommands(1)
  expect(pace.isWithinCommands(2)).toBe(true)
  expect(Array.from({ length: 5 }, () => pace.isWithinSends(1))).toEqual([true, true, true, true, false])
})

test('pages and large frames are counted apart from both', () => {
  const { pace } = open()
  expect(Array.from({ length: 4 }, () => pace.isWithinPages(1))).toEqual([true, true, true, false])
  expect(Array.from({ length: 5 }, () => pace.isWithinLarge(1))).toEqual([true, true, true, true, false])
  expect([pace.isWithinCommands(1), pace.isWithinSends(1)]).toEqual([true, true])
})

test('a clock that is set back keeps nobody waiting', () => {
  const { clock, pace } = open()
  clock.advance(3_600)
  for (let used = 0; used < 5; used += 1) pace.isWithinSends(1)
  clock.reset()
  expect(pace.isWithinSends(1)).toBe(true)
})

test('one socket may send so many frames a second, whoever it is', () => {
  const clock = movableClock({ now: () => new Date(1_800_000_000_000) })
  const isWithin = socketPace(2, clock.now)
  expect([isWithin(), isWithin(), isWithin()]).toEqual([true, true, false])
  clock.advance(1)
  expect(isWithin()).toBe(true)
})
