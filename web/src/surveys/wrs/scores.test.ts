import { expect, test } from 'vitest'
import { areaScores } from './scores.ts'

const survey = { id: 1, name: 'About you', localeName: '' }
const score = (value: number, scoredAt: string) => ({ score: value, scoredAt, survey })
const area = (...scores: ReturnType<typeof score>[]) => ({ key: 'talk', name: 'Talking', localeName: 'बोलना', scores })
const earlierOf = (scores: ReturnType<typeof score>[], language = 'en') =>
  areaScores([area(...scores)], language)[0]?.earlier.map(({ score: value, month }) => `${value} ${month}`)

test('[NAV-09] earlier scores have their month in India, and the year if it differs', () => {
  const scores = [score(70, '2026-11-14T10:00:00Z'), score(55, '2026-05-31T20:00:00Z'), score(40, '2025-12-31T10:00:00Z')]
  expect(earlierOf(scores)).toEqual(['55 June', '40 December 2025'])
  expect(earlierOf(scores, 'hi')?.[0]).toBe('55 जून')
})

test('[NAV-09] an area has its translated name and at most three earlier scores', () => {
  const scores = [5, 4, 3, 2, 1].map((value) => score(value, `2026-0${value}-10T10:00:00Z`))
  expect(areaScores([area(...scores)], 'hi')[0]?.name).toBe('बोलना')
  expect(earlierOf(scores)).toEqual(['4 April', '3 March', '2 February'])
})
