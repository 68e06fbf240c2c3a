import { expect, test } from 'vitest'
import { callDurations } from './together.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 18, 10, minute))
const visit = (roomId: string, personId: number, from: number, to: number) => ({
  roomId,
  personId,
  joinedAt: at(from),
  leftAt: at(to),
})

test('callDurations counts the minutes in which at least two people were there', () => {
  const visits = [visit('a', 1, 0, 30), visit('a', 2, 10, 20), visit('a', 2, 25, 40)]
  expect(callDurations(visits)).toEqual([{ startedAt: at(0).toISOString(), minutes: 15 }])
})

test('callDurations counts a person who reconnects before the old connection ends once', () => {
  expect(callDurations([visit('a', 1, 0, 30), visit('a', 1, 20, 50), visit('a', 2, 45, 50)])).toMatchObject([{ minutes: 5 }])
})

test('callDurations lists the newest call first', () => {
  const visits = [visit('a', 1, 0, 5), visit('a', 2, 0, 5), visit('b', 1, 10, 12), visit('b', 2, 10, 12)]
  expect(callDurations(visits).map(({ minutes }) => minutes)).toEqual([2, 5])
})
