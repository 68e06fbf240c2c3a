import { expect, test } from 'vitest'
import { elsewhere, indiaTime } from './day-times.ts'

const evening = '2026-11-14T14:00:00.000Z'

test('[CAL-01] the hour is India’s, in twelve hours', () => {
  expect(indiaTime(evening, 'en')).toMatch(/^7:30\spm$/)
})

test.each(['Asia/Kolkata', 'Asia/Calcutta', 'Asia/Colombo', null])('%s shows the same hour, and is not named', (zone) => {
  expect(elsewhere(evening, 'en', zone)).toBeNull()
})

test('[CAL-01] another clock shows its own hour, with the name of its zone', () => {
  const there = elsewhere(evening, 'en', 'Europe/London')
  expect(there?.time).toMatch(/^2:00\spm$/)
  expect(there?.zone).toBe('Greenwich Mean Time')
})

test('[CAL-01] where it is another day there, the day stands before the hour', () => {
  expect(elsewhere('2026-11-14T02:00:00Z', 'en', 'America/Los_Angeles')?.time).toMatch(/13 Nov.*6:00\spm/)
})

test('[CAL-01] a clock that changes over the year is read as it is on that day', () => {
  expect(elsewhere('2026-07-14T14:00:00Z', 'en', 'Europe/London')?.zone).toBe('British Summer Time')
})
