import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { progressPercent, remainingMinutes, showsCompleted } from './progress.ts'

const timed = (sessionDuration: number, durationCompleted: number) => ({ sessionDuration, durationCompleted })

describe('progress', () => {
  test('[LRN-08] progress is the completed part of the duration', () => {
    expect(progressPercent(timed(35, 21))).toBe(60)
    expect(progressPercent(timed(30, 10))).toBe(33)
    expect(progressPercent(timed(35, 0))).toBe(0)
  })

  test('[LRN-08] progress never goes above 100 or below 0, whatever the numbers say', () => {
    expect(progressPercent(timed(20, 25))).toBe(100)
    fc.assert(
      fc.property(fc.integer({ min: -500, max: 500 }), fc.integer({ min: -500, max: 500 }), (duration, completed) => {
        const percent = progressPercent(timed(duration, completed))
        return Number.isInteger(percent) && percent >= 0 && percent <= 100
      }),
    )
  })

  test('a session without a length has no progress', () => {
    expect(progressPercent(timed(0, 0))).toBe(0)
    expect(progressPercent(timed(Number.NaN, 5))).toBe(0)
  })

  test('what remains is never below nothing', () => {
    expect(remainingMinutes(timed(35, 21))).toBe(14)
    expect(remainingMinutes(timed(20, 25))).toBe(0)
  })
})

describe('completed', () => {
  test('[LRN-04] a session shows as completed by its status', () => {
    expect(showsCompleted({ ...timed(35, 0), sessionStatus: 'COMPLETED' })).toBe(true)
    expect(showsCompleted({ ...timed(35, 21), sessionStatus: 'ONGOING' })).toBe(false)
  })

  test('[LRN-04] a session shows as completed with less than a minute remaining, and not with a whole one', () => {
    expect(showsCompleted({ ...timed(35, 34.5), sessionStatus: 'ONGOING' })).toBe(true)
    expect(showsCompleted({ ...timed(35, 34), sessionStatus: 'ONGOING' })).toBe(false)
  })

  test('a session without a length is not completed by having nothing left', () => {
    expect(showsCompleted({ ...timed(0, 0), sessionStatus: 'NOT_STARTED' })).toBe(false)
  })
})
