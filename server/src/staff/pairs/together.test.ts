import { expect, test } from 'vitest'
import { togetherOf } from './together.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 18, 10, minute))
const stay = (roomId: string, personId: number, from: number, to: number) => ({
  roomId,
  personId,
  joinedAt: at(from),
  leftAt: at(to),
})

test('togetherOf counts the minutes in which at least two people were there', () => {
  const stays = [stay('a', 1, 0, 30), stay('a', 2, 10, 20), stay('a', 2, 25, 40)]
  expect(togetherOf(stays)).toEqual([{ startedAt: at(0).toISOString(), minutes: 15 }])
})

test('togetherOf counts a person who reconnects before the old connection ends once', () => {
  expect(togetherOf([stay('a', 1, 0, 30), stay('a', 1, 20, 50), stay('a', 2, 45, 50)])).toMatchObject([{ minutes: 5 }])
})

test('togetherOf lists the newest call first', () => {
  const stays = [stay('a', 1, 0, 5), stay('a', 2, 0, 5), stay('b', 1, 10, 12), stay('b', 2, 10, 12)]
  expect(togetherOf(stays).map(({ minutes }) => minutes)).toEqual([2, 5])
})
