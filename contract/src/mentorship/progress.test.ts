import { expect, test } from 'vitest'
import { daysLeft, timeColour, remainingSessions, cardState, streakOf } from './progress.ts'

// Noon in India on the fifteenth.
const noon = new Date('2026-11-15T06:30:00Z')
const due = (day: string) => `${day}T23:59:00+05:30`

test.each([
  ['2026-11-13', -2],
  ['2026-11-14', -1],
  ['2026-11-15', 0],
  ['2026-11-16', 1],
  ['2026-11-22', 7],
])('a session due on %s is %i days away', (day, days) => {
  expect(daysLeft(due(day), noon)).toBe(days)
})

test('daysLeft counts calendar days, not hours: a minute before and after midnight are a day apart', () => {
  const before = new Date('2026-11-15T23:59:00+05:30')
  const after = new Date('2026-11-16T00:01:00+05:30')
  expect(daysLeft(due('2026-11-16'), before)).toBe(1)
  expect(daysLeft(due('2026-11-16'), after)).toBe(0)
  expect(daysLeft(due('2026-11-15'), before)).toBe(0)
  expect(daysLeft(due('2026-11-15'), after)).toBe(-1)
})

test('days are those of India, even while UTC is still on the day before', () => {
  // 00:30 on the sixteenth in India.
  const now = new Date('2026-11-15T19:00:00Z')
  expect(daysLeft('2026-11-16T00:00:00+05:30', now)).toBe(0)
  expect(daysLeft('2026-11-15T18:29:59Z', now)).toBe(-1)
  expect(daysLeft('2026-11-15T18:30:00Z', now)).toBe(0)
})

test('month and year boundaries count like any other day', () => {
  expect(daysLeft(due('2027-01-01'), new Date('2026-12-31T12:00:00+05:30'))).toBe(1)
})

test('daysLeft is null without a date or with an invalid one', () => {
  expect(daysLeft(null, noon)).toBeNull()
  expect(daysLeft('soon', noon)).toBeNull()
})

test.each([
  [30, 'green'],
  [3, 'green'],
  [2, 'yellow'],
  [1, 'yellow'],
  [0, 'yellow'],
  [-1, 'red'],
  [null, 'red'],
])('[MEN-10] %s days left are shown in %s', (days, colour) => {
  expect(timeColour(days)).toBe(colour)
})

test.each([
  [12, 5, 7],
  [12, 12, 0],
  [0, 0, 0],
  // A session was removed from the schedule after it was completed.
  [4, 5, 0],
])('of %i sessions with %i completed, %i remain', (totalSessions, completedSessions, remaining) => {
  expect(remainingSessions({ totalSessions, completedSessions })).toBe(remaining)
})

const now = new Date('2026-11-15T06:30:00Z')
const endDate = '2026-11-17T23:59:00+05:30'

test.each(['NOT_STARTED', 'ONGOING', 'COMPLETED'] as const)(
  '[MEN-09] a member who is done sees that the partner is yet to complete, with the partner at %s',
  (partnerStatus) => {
    expect(cardState({ sessionStatus: 'PARTIAL_COMPLETE', partnerStatus, endDate }, now)).toEqual({ says: 'partnerOpen' })
  },
)

test('[MEN-09] a session completed by all shows as completed, even long after its due date', () => {
  const late = '2026-11-01T23:59:00+05:30'
  expect(cardState({ sessionStatus: 'COMPLETED', partnerStatus: 'COMPLETED', endDate: late }, now)).toEqual({ says: 'completed' })
})

test.each(['NOT_STARTED', 'ONGOING'] as const)(
  '[MEN-09] at %s, with the partner done, the card shows the due date',
  (sessionStatus) => {
    const state = cardState({ sessionStatus, partnerStatus: 'COMPLETED', endDate }, now)
    expect(state).toEqual({ says: 'completeBy', endDate, colour: 'yellow' })
  },
)

test.each(['NOT_STARTED', 'ONGOING'] as const)('with the partner at %s the card shows the time left', (partnerStatus) => {
  const state = cardState({ sessionStatus: 'ONGOING', partnerStatus, endDate }, now)
  expect(state).toEqual({ says: 'timeLeft', days: 2, colour: 'yellow' })
})

test('without a due date the card says so in red', () => {
  const open = { sessionStatus: 'ONGOING', endDate: null } as const
  expect(cardState({ ...open, partnerStatus: 'ONGOING' }, now)).toEqual({ says: 'timeLeft', days: null, colour: 'red' })
  expect(cardState({ ...open, partnerStatus: 'COMPLETED' }, now)).toEqual({ says: 'completeBy', endDate: null, colour: 'red' })
})

const third = '2026-11-08T12:00:00+05:30'
const at = (time: string) => streakOf([{ timestamp: '2026-11-01T12:00:00+05:30' }, { timestamp: third }], new Date(time))

test('[MEN-11] each week counts once', () => {
  expect(at('2026-11-09T12:00:00+05:30').count).toBe(2)
})

test('[MEN-11] the streak is maintained for exactly seven days after the newest week', () => {
  expect(at('2026-11-15T12:00:00+05:30').isMaintained).toBe(true)
  expect(at('2026-11-15T12:00:01+05:30').isMaintained).toBe(false)
})

test('the newest week counts in any order', () => {
  const turned = [{ timestamp: third }, { timestamp: '2026-10-01T12:00:00+05:30' }]
  expect(streakOf(turned, new Date('2026-11-10T12:00:00+05:30')).isMaintained).toBe(true)
})

test('an empty streak is not maintained', () => {
  expect(streakOf([], new Date(third))).toEqual({ count: 0, isMaintained: false })
})
