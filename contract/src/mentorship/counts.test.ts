import { expect, test } from 'vitest'
import { remainingSessions } from './counts.ts'

test.each([
  [12, 5, 7],
  [12, 12, 0],
  [0, 0, 0],
  // One was taken out of the schedule after it was done.
  [4, 5, 0],
])('of %i sessions with %i done, %i remain', (totalSessions, completedSessions, remaining) => {
  expect(remainingSessions({ totalSessions, completedSessions })).toBe(remaining)
})
