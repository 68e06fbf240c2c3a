import { expect, test } from 'vitest'
import { movableClock } from '../clock.ts'
import { bufferBudget, pendingSockets, windowLimit } from './pacing.ts'

test('allows a number of calls in each window, which starts with the first call', () => {
  const clock = movableClock({ now: () => new Date(1_800_000_000_500) })
  const isWithin = windowLimit(2, 1_000, clock.now)
  expect([isWithin(), isWithin(), isWithin()]).toEqual([true, true, false])
  clock.advance(0.9)
  expect(isWithin()).toBe(false)
  clock.advance(0.1)
  expect(isWithin()).toBe(true)
})

const KB = 1024

test('small frames are not counted, however many sockets send them', () => {
  const budget = bufferBudget(100 * KB)
  const sockets = Array.from({ length: 1_000 }, budget.open)
  expect(sockets.every((socket) => budget.addBytes(socket, 60 * KB))).toBe(true)
  expect(budget.used()).toBe(0)
})

test('large frames share the budget, arriving or queued, and a socket over the budget is refused', () => {
  const budget = bufferBudget(100 * KB)
  const [first, second, small] = [budget.open(), budget.open(), budget.open()]
  expect(budget.addBytes(first, 150 * KB)).toBe(true)
  budget.addFrame(first, 150 * KB)
  expect(budget.addBytes(second, 64 * KB)).toBe(true)
  expect(budget.addBytes(second, 20 * KB)).toBe(false)
  expect(budget.addBytes(small, KB)).toBe(true)
  budget.close(second)
  budget.removeFrame(first, 150 * KB)
  expect(budget.used()).toBe(0)
})

test('a closed socket returns its bytes, even if one of its frames is handled later', () => {
  const budget = bufferBudget(100 * KB)
  const socket = budget.open()
  budget.addBytes(socket, 90 * KB)
  budget.addFrame(socket, 90 * KB)
  budget.addBytes(socket, 70 * KB)
  budget.close(socket)
  budget.removeFrame(socket, 90 * KB)
  budget.addBytes(socket, KB)
  budget.close(socket)
  expect(budget.used()).toBe(0)
})

test('control frames do not add up', () => {
  const budget = bufferBudget(KB)
  const socket = budget.open()
  for (let pulse = 0; pulse < 100_000; pulse += 1) {
    budget.addBytes(socket, 6)
    budget.skipControlFrame(socket, 6)
  }
  expect(budget.addBytes(socket, 60 * KB)).toBe(true)
})

test('over the limit, the oldest unauthenticated socket is closed, and authenticated ones stay', () => {
  const closed: number[] = []
  const pending = pendingSockets<number>(2, (socket) => closed.push(socket))
  for (const socket of [1, 2]) pending.enter(socket)
  pending.leave(1)
  pending.enter(3)
  expect(closed).toEqual([])
  pending.enter(4)
  expect(closed).toEqual([2])
})
