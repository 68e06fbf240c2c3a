import { expect, test, vi } from 'vitest'
import { createEvent, createStore, createTimer } from './store.ts'

test('a store notifies its subscribers of changes only, until they unsubscribe', () => {
  const count = createStore(0)
  const listener = vi.fn()
  const stop = count.subscribe(listener)
  count.set(1)
  count.set(1)
  expect(count.get()).toBe(1)
  expect(listener).toHaveBeenCalledTimes(1)
  stop()
  count.set(2)
  expect(listener).toHaveBeenCalledTimes(1)
})

test('reset restores the initial value and notifies', () => {
  const name = createStore('first')
  name.set('second')
  const listener = vi.fn()
  name.subscribe(listener)
  name.reset()
  expect(name.get()).toBe('first')
  expect(listener).toHaveBeenCalledTimes(1)
})

test('an event passes its arguments to every listener', () => {
  const renewed = createEvent<[token: string]>()
  const [first, second] = [vi.fn(), vi.fn()]
  renewed.on(first)
  renewed.on(second)
  renewed.emit('a')
  expect(first).toHaveBeenCalledWith('a')
  expect(second).toHaveBeenCalledWith('a')
})

test('a timer fires once; start does not change a running timer, restart replaces it', () => {
  vi.useFakeTimers()
  try {
    const timer = createTimer()
    const [early, late] = [vi.fn(), vi.fn()]
    timer.start(early, 100)
    timer.start(late, 10)
    vi.advanceTimersByTime(50)
    expect(late).not.toHaveBeenCalled()
    timer.restart(late, 100)
    vi.advanceTimersByTime(100)
    expect(early).not.toHaveBeenCalled()
    expect(late).toHaveBeenCalledTimes(1)
    expect(timer.isRunning()).toBe(false)
    timer.start(early, 100)
    timer.stop()
    vi.advanceTimersByTime(100)
    expect(early).not.toHaveBeenCalled()
  } finally {
    vi.useRealTimers()
  }
})
