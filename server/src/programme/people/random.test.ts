import { expect, test } from 'vitest'
import { createRandom } from './random.ts'

const draw = (seed: number) => {
  const random = createRandom(seed)
  return Array.from({ length: 20 }, () => random.between(1, 1000))
}

test('the same seed gives the same numbers, and another seed others', () => {
  expect(draw(7)).toEqual(draw(7))
  expect(draw(7)).not.toEqual(draw(8))
})

test('numbers lie between both bounds, and picked items keep the order of the list', () => {
  const random = createRandom(1)
  const drawn = Array.from({ length: 200 }, () => random.between(3, 5))
  expect(new Set(drawn)).toEqual(new Set([3, 4, 5]))
  const some = random.pickSome([1, 2, 3, 4, 5], 3)
  expect(some).toHaveLength(3)
  expect(some).toEqual(some.toSorted((a, b) => a - b))
})
