import { expect, test } from 'vitest'
import { badgeOf } from './badges.ts'

const endDate = new Date('2026-11-20T18:30:00Z')
const justLate = new Date(endDate.getTime() + 1)
const early = new Date('2026-11-10T08:00:00Z')

test('[MEN-04] an unfinished session has no badge, regardless of the marks', () => {
  expect(badgeOf({ completedAt: null, endDate, marks: [1, 1] })).toBeNull()
})

test.each([
  ['exactly at the due time', endDate, 'Gold'],
  ['a millisecond later', justLate, 'Bronze'],
  ['long before', early, 'Gold'],
])('[MEN-04] finished %s, with all answers right', (_when, completedAt, badge) => {
  expect(badgeOf({ completedAt, endDate, marks: [1] })).toBe(badge)
})

test.each([
  [[0.8], 'Gold'],
  [[0.79], 'Silver'],
  [[1, 0.8, 0.8], 'Gold'],
  [[1, 0.7, 1], 'Silver'],
  [[1, null], 'Silver'],
  [[], 'Gold'],
])('[MEN-04] in time, with marks of %j', (marks, badge) => {
  expect(badgeOf({ completedAt: early, endDate, marks })).toBe(badge)
})
