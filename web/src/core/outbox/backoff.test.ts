import { expect, test } from 'vitest'
import { retryDelayMs } from './backoff.ts'

test('retry delays grow to at most ten minutes', () => {
  expect([0, 1, 2, 3, 4, 5, 99].map((failures) => retryDelayMs(failures) / 60_000)).toEqual([0.5, 1, 2, 5, 10, 10, 10])
})
