import { expect, test } from 'vitest'
import { daysLater, indiaDate, indiaMoment, indiaTime, inIndia, minutesLater } from './relative-time.ts'

test('days follow the calendar of India, which may already be tomorrow', () => {
  const now = new Date('2026-03-10T20:00:00Z')
  expect(indiaTime(now, 0, '00:30').toISOString()).toBe('2026-03-10T19:00:00.000Z')
  expect(indiaTime(now, 1, '18:30').toISOString()).toBe('2026-03-10T13:00:00.000Z')
  expect(indiaTime(new Date('2026-03-10T18:00:00Z'), 1, '18:30').toISOString()).toBe('2026-03-09T13:00:00.000Z')
})

test('a future time becomes now, because progress cannot be in the future', () => {
  const now = new Date('2026-03-10T04:00:00Z')
  expect(indiaTime(now, 0, '18:30')).toEqual(now)
  expect(minutesLater(new Date('2026-03-10T03:50:00Z'), 25, now)).toEqual(now)
  expect(minutesLater(new Date('2026-03-10T03:00:00Z'), 25, now).toISOString()).toBe('2026-03-10T03:25:00.000Z')
})

test('indiaMoment counts days ahead in the calendar of India', () => {
  const now = new Date('2026-03-10T20:00:00Z')
  expect(indiaMoment(now, 7, '19:30').toISOString()).toBe('2026-03-18T14:00:00.000Z')
  expect(indiaMoment(now, -1, '00:15').toISOString()).toBe('2026-03-09T18:45:00.000Z')
  expect([indiaDate(now, 0), indiaDate(now, 21), indiaDate(now, -11)]).toEqual(['2026-03-11', '2026-04-01', '2026-02-28'])
})

test('inIndia and indiaTime are inverse', () => {
  const now = new Date('2026-03-10T20:00:00Z')
  const moment = new Date('2026-03-08T18:31:00Z')
  expect(inIndia(now, moment)).toEqual({ daysAgo: 2, at: '00:01' })
  expect(indiaTime(now, 2, '00:01')).toEqual(moment)
  expect(inIndia(now, daysLater(now, 3))).toMatchObject({ daysAgo: 0 })
})
