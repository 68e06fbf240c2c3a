import { describe, expect, test } from 'vitest'
import { movableClock } from '#core/clock.ts'
import { helloPace, socketPace } from './line-pace.ts'

const openClock = () => movableClock({ now: () => new Date(1_800_000_000_000) })
const countWithin = (isWithin: () => boolean, tries = 1_000) => Array.from({ length: tries }, isWithin).filter(Boolean).length

describe('one socket', () => {
  test('has a burst for eleven others, and no more until five seconds are over', () => {
    const clock = openClock()
    const { isWithinFrames } = socketPace(1, clock.now)
    expect(countWithin(isWithinFrames)).toBe(450)
    clock.advance(4)
    expect(isWithinFrames()).toBe(false)
    clock.advance(1)
    expect(countWithin(isWithinFrames)).toBe(450)
  })

  test('is counted apart for frames, captions and changes', () => {
    const { isWithinCaptions, isWithinChanges, isWithinFrames } = socketPace(1, openClock().now)
    expect(countWithin(isWithinCaptions)).toBe(25)
    expect(countWithin(isWithinChanges)).toBe(50)
    expect(isWithinFrames()).toBe(true)
  })

  test('may do more where all limits are wider', () => {
    expect(countWithin(socketPace(2, openClock().now).isWithinFrames)).toBe(900)
  })

  test('is not kept waiting by a clock that is set back', () => {
    const clock = openClock()
    const { isWithinFrames } = socketPace(1, clock.now)
    clock.advance(3_600)
    countWithin(isWithinFrames)
    clock.reset()
    expect(isWithinFrames()).toBe(true)
  })
})

test('a person comes in so often a minute, whatever others do', () => {
  const clock = openClock()
  const isWithin = helloPace(1, clock.now)
  expect(countWithin(() => isWithin(1))).toBe(30)
  expect(isWithin(2)).toBe(true)
  clock.advance(60)
  expect(isWithin(1)).toBe(true)
})
