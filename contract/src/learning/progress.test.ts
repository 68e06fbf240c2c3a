import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { progressPercent, remainingMinutes, showsCompleted } from './progress.ts'

const timed = (sessionDuration: number, durationCompleted: number) => ({ sessionDuration, durationCompleted })

describe('progress', () => {
  test('[LRN-08] is the completed part of the duration', () => {
    expect(progressPercent(timed(35, 21))).toBe(60)
    expect(progressPercent(timed(30, 10))).toBe(33)
    expect(progressPercent(timed(35, 0))).toBe(0)
  })

  test('[LRN-08] never goes above 100 or below 0 for any numbers', () => {
    expect(progressPercent(timed(20, 25))).toBe(100)
    fc.assert(
      fc.property(fc.integer({ min: -500, max: 500 }), fc.integer({ min: -500, max: 500 }), (duration, completed) => {
        const percent = progressPercent(timed(duration, completed))
        return Number.isInteger(percent) && percent >= 0 && percent <= 100
      }),
    )
  })

  test('is zero for a session without a duration', () => {
    expect(progressPercent(timed(0, 0))).toBe(0)
    expect(progressPercent(timed(Number.NaN, 5))).toBe(0)
  })

  test('remainingMinutes is never negative', () => {
    expect(remainingMinutes(timed(35, 21))).toBe(14)
    expect(remainingMinutes(timed(20, 25))).toBe(0)
  })
})

describe('showsCompleted', () => {
  test('[LRN-04] is true for the status COMPLETED', () => {
    expect(showsCompleted({ ...timed(35, 0), sessionStatus: 'COMPLETED' })).toBe(true)
    expect(showsCompleted({ ...timed(35, 21), sessionStatus: 'ONGOING' })).toBe(false)
  })

  test('[LRN-04] is true with less than a minute remaining, and false with a whole minute', () => {
    expect(showsCompleted({ ...timed(35, 34.5), sessionStatus: 'ONGOING' })).toBe(true)
    expect(showsCompleted({ ...timed(35, 34), sessionStatus: 'ONGOING' })).toBe(false)
  })

  test('is false for a session without a duration', () => {
    expect(showsCompleted({ ...timed(0, 0), sessionStatus: 'NOT_STARTED' })).toBe(false)
  })
})
