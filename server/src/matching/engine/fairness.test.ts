import { DAY_MS } from '@saathi/contract/core/time'
import { expect, test } from 'vitest'
import { fairnessOf } from './fairness.ts'
import type { PoolPerson } from './pool.ts'

const NOW = 100 * DAY_MS
const mentee = (id: number, city: string[], days: number, language: string): PoolPerson => ({
  id,
  since: NOW - days * DAY_MS,
  quota: 3,
  answers: { city },
  attributes: { language: [language] },
})
const mentees = [mentee(1, ['pune'], 2, 'en'), mentee(2, ['pune', 'delhi'], 4, 'hi'), mentee(3, [], 1, 'hi')]
const pairs = [
  { mentorId: 9, menteeId: 1, score: 80 },
  { mentorId: 8, menteeId: 1, score: 71 },
  { mentorId: 9, menteeId: 2, score: 50 },
]

test('[MAT-08] lists match rate, mean score and waiting time per value, largest group first', () => {
  const line = { matched: 1, matchRate: 100, meanWaitingDays: 4, meanScore: 50 }
  expect(fairnessOf({ mentees }, pairs, ['city', 'language'], NOW)).toEqual([
    { attribute: 'city', value: 'pune', mentees: 2, matched: 2, matchRate: 100, meanScore: 67, meanWaitingDays: 3 },
    { attribute: 'city', value: '-', mentees: 1, matched: 0, matchRate: 0, meanScore: null, meanWaitingDays: 1 },
    { ...line, attribute: 'city', value: 'delhi', mentees: 1 },
    { attribute: 'language', value: 'hi', mentees: 2, matched: 1, matchRate: 50, meanScore: 50, meanWaitingDays: 2.5 },
    { attribute: 'language', value: 'en', mentees: 1, matched: 1, matchRate: 100, meanScore: 75.5, meanWaitingDays: 2 },
  ])
})

test('an empty pool has no fairness rows', () => {
  expect(fairnessOf({ mentees: [] }, [], ['city'], NOW)).toEqual([])
})
