import { describe, expect, test } from 'vitest'
import { movableClock } from '#core/clock.ts'
import { helloLimit, socketLimits } from './limits.ts'

const openClock = () => movableClock({ now: () => new Date(1_800_000_000_000) })
const countWithin = (isWithin: () => boolean, tries = 1_000) => Array.from({ length: tries }, isWithin).filter(Boolean).length

describe('the limits of one socket', () => {
  test('allow a burst for eleven peers, and no more for five seconds', () => {
    const clock = openClock()
    const { isWithinFrames } = socketLimits(1, clock.now)
    expect(countWithin(isWithinFrames)).toBe(450)
    clock.advance(4)
    expect(isWithinFrames()).toBe(false)
    clock.advance(1)
    expect(countWithin(isWithinFrames)).toBe(450)
  })

  test('count frames, captions and changes separately', () => {
    const { isWithinCaptions, isWithinChanges, isWithinFrames } = socketLimits(1, openClock().now)
    expect(countWithin(isWithinCaptions)).toBe(25)
    expect(countWithin(isWithinChanges)).toBe(50)
    expect(isWithinFrames()).toBe(true)
  })

  test('grow with the limit factor', () => {
    expect(countWithin(socketLimits(2, openClock().now).isWithinFrames)).toBe(900)
  })

  test('tolerate a clock that is set back', () => {
    const clock = openClock()
    const { isWithinFrames } = socketLimits(1, clock.now)
    clock.advance(3_600)
    countWithin(isWithinFrames)
    clock.reset()
    expect(isWithinFrames()).toBe(true)
  })
})

test('the number of joins per minute is limited per person', () => {
  const clock = openClock()
  const isWithin = helloLimit(1, clock.now)
  expect(countWithin(() => isWithin(1))).toBe(30)
  expect(isWithin(2)).toBe(true)
  clock.advance(60)
  expect(isWithin(1)).toBe(true)
})
