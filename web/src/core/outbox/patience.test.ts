import { expect, test } from 'vitest'
import { waitMs } from './patience.ts'

test('the waits grow to ten minutes and no further', () => {
  expect([0, 1, 2, 3, 4, 5, 99].map((failures) => waitMs(failures) / 60_000)).toEqual([0.5, 1, 2, 5, 10, 10, 10])
})
