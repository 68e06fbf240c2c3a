import { expect, test } from 'vitest'
import { quizzesInWeekOf, streakWeeks, type WeeklyQuiz } from './progress.ts'

const sent = (week: string, quizId: number, firstAt: string): WeeklyQuiz => ({ week, quizId, firstAt: new Date(firstAt) })

test('[MEN-11] a week with three quizzes counts from when the third was submitted, ignoring later ones', () => {
  const quizzes = [
    sent('2026-11-02', 4, '2026-11-07T10:00:00Z'),
    sent('2026-11-02', 2, '2026-11-04T10:00:00Z'),
    sent('2026-11-02', 3, '2026-11-05T10:00:00Z'),
    sent('2026-11-02', 1, '2026-11-03T10:00:00Z'),
  ]
  expect(streakWeeks(quizzes)).toEqual([new Date('2026-11-05T10:00:00Z')])
})

test('[MEN-11] six quizzes in one week count as one week, and two in each of two weeks as none', () => {
  const six = [1, 2, 3, 4, 5, 6].map((quizId) => sent('2026-11-02', quizId, `2026-11-0${quizId + 1}T10:00:00Z`))
  expect(streakWeeks(six)).toHaveLength(1)
  const halves = ['2026-11-02', '2026-11-09'].flatMap((week) => [1, 2].map((id) => sent(week, id, `${week}T10:00:00Z`)))
  expect(streakWeeks(halves)).toEqual([])
})

test('[MEN-11] the oldest week comes first, in any input order', () => {
  const weekOf = (week: string) => [1, 2, 3].map((quizId) => sent(week, quizId, `${week}T0${quizId}:00:00Z`))
  expect(streakWeeks([...weekOf('2026-11-16'), ...weekOf('2026-11-02'), ...weekOf('2026-11-09')])).toEqual([
    new Date('2026-11-02T03:00:00Z'),
    new Date('2026-11-09T03:00:00Z'),
    new Date('2026-11-16T03:00:00Z'),
  ])
})

test.each([
  ['the last moment of Sunday in India', '2026-11-08T18:29:59Z', 1],
  ['the first of Monday', '2026-11-08T18:30:00Z', 2],
  ['Thursday', '2026-11-12T06:30:00Z', 2],
  ['the Monday after', '2026-11-16T06:30:00Z', 0],
])('[CAL-01] at %s the quizzes of that week are counted', (_when, now, count) => {
  const quizzes = [
    sent('2026-11-02 00:00:00', 1, '2026-11-03T10:00:00Z'),
    sent('2026-11-09 00:00:00', 1, '2026-11-09T10:00:00Z'),
    sent('2026-11-09 00:00:00', 2, '2026-11-10T10:00:00Z'),
  ]
  expect(quizzesInWeekOf(quizzes, new Date(now))).toBe(count)
})
