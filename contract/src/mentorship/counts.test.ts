import { expect, test } from 'vitest'
import { remainingSessions } from './counts.ts'

test.each([
  [12, 5, 7],
  [12, 12, 0],
  [0, 0, 0],
  // A session was removed from the schedule after it was completed.
  [4, 5, 0],
])('of %i sessions with %i completed, %i remain', (totalSessions, completedSessions, remaining) => {
  expect(remainingSessions({ totalSessions, completedSessions })).toBe(remaining)
})
