import { expect, test } from 'vitest'
import { statusOf, statusTogether } from './sessions.ts'

test.each([
  [{ isStarted: false, completedAt: null }, 'NOT_STARTED'],
  [{ isStarted: true, completedAt: null }, 'ONGOING'],
  [{ isStarted: true, completedAt: new Date() }, 'COMPLETED'],
])('[MEN-09] one person at %j', (walked, status) => {
  expect(statusOf(walked)).toBe(status)
})

test.each([
  [[], 'NOT_STARTED'],
  [['NOT_STARTED', 'NOT_STARTED'], 'NOT_STARTED'],
  [['NOT_STARTED', 'ONGOING'], 'ONGOING'],
  [['NOT_STARTED', 'COMPLETED'], 'ONGOING'],
  [['COMPLETED', 'ONGOING'], 'ONGOING'],
  [['COMPLETED', 'COMPLETED'], 'COMPLETED'],
] as const)('[MEN-09] several together at %j', (statuses, together) => {
  expect(statusTogether(statuses)).toBe(together)
})
