import { expect, test } from 'vitest'
import { localTime, indiaTime } from './day-times.ts'

const evening = '2026-11-14T14:00:00.000Z'

test('[CAL-01] the time is India’s, in 12-hour format', () => {
  expect(indiaTime(evening, 'en')).toMatch(/^7:30\spm$/)
})

test.each(['Asia/Kolkata', 'Asia/Calcutta', 'Asia/Colombo', null])('%s has the same time, so none is shown', (zone) => {
  expect(localTime(evening, 'en', zone)).toBeNull()
})

test('[CAL-01] another zone shows its local time and name', () => {
  const there = localTime(evening, 'en', 'Europe/London')
  expect(there?.time).toMatch(/^2:00\spm$/)
  expect(there?.zone).toBe('Greenwich Mean Time')
})

test('[CAL-01] the day is included if it differs', () => {
  expect(localTime('2026-11-14T02:00:00Z', 'en', 'America/Los_Angeles')?.time).toMatch(/13 Nov.*6:00\spm/)
})

test('[CAL-01] daylight saving time is respected', () => {
  expect(localTime('2026-07-14T14:00:00Z', 'en', 'Europe/London')?.zone).toBe('British Summer Time')
})
