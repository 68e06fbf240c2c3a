import { expect, test } from 'vitest'
import { isSideways, stretched, directionOf } from './swipe.ts'

const width = 366

test.each([
  ['a long push', { distance: -150, speed: -0.1 }, 'forward'],
  ['a long push in the other direction', { distance: 150, speed: 0 }, 'back'],
  ['a short quick flick', { distance: -40, speed: -0.9 }, 'forward'],
  ['a short slow drag', { distance: -60, speed: -0.2 }, undefined],
  ['a quick small movement', { distance: -12, speed: -2 }, undefined],
  ['a push reversed at the end', { distance: -150, speed: 0.8 }, undefined],
] as const)('%s', (_what, moved, direction) => {
  expect(directionOf({ ...moved, width })).toBe(direction)
})

test('a slanted movement scrolls, a horizontal one turns the page', () => {
  expect(isSideways(30, 5)).toBe(true)
  expect(isSideways(-30, 20)).toBe(true)
  expect(isSideways(30, 28)).toBe(false)
  expect(isSideways(6, 0)).toBe(false)
})

test('the resistance grows with the distance, and the movement is limited', () => {
  expect(stretched(40)).toBeGreaterThan(stretched(20))
  expect(stretched(40) - stretched(20)).toBeLessThan(stretched(20))
  expect(stretched(4000)).toBeLessThanOrEqual(48)
  expect(stretched(-40)).toBe(-stretched(40))
})
