import { expect, test } from 'vitest'
import { fits, scoreOf } from './score.ts'

const criteria = [
  { key: 'languages', strength: 'must' },
  { key: 'goals', strength: 'high' },
  { key: 'times', strength: 'medium' },
  { key: 'city', strength: 'low' },
] as const
const mentee = { languages: ['hindi'], goals: ['job', 'money'], times: ['morning', 'evening'], city: ['pune'] }

test('[MAT-08] shared answers score 5, 3 and 1 points, scaled to the maximum for this mentee', () => {
  const mentor = { languages: ['hindi', 'tamil'], goals: ['job'], times: ['evening'], city: ['pune', 'delhi'] }
  const { score, reasons } = scoreOf(criteria, mentee, mentor)
  // 5 + 3 + 1 of 2 x 5 + 2 x 3 + 1 = 53 of 100: 29.4, 17.6 and 5.9; the two with the largest remainders are rounded up.
  expect({ score, points: reasons.map(({ points }) => points) }).toEqual({ score: 53, points: [0, 29, 18, 6] })
  expect(reasons[1]).toEqual({ key: 'goals', points: 29, shared: ['job'], mentor: ['job'], mentee: ['job', 'money'] })
})

test('the score is 100 if everything is shared and 0 if nothing is', () => {
  expect(scoreOf(criteria, mentee, mentee).score).toBe(100)
  expect(scoreOf(criteria, mentee, { languages: ['hindi'] }).score).toBe(0)
  expect(scoreOf(criteria, { languages: ['hindi'] }, mentee)).toMatchObject({
    score: 0,
    reasons: [{ points: 0, shared: ['hindi'] }, {}, {}, {}],
  })
})

test('an answer given twice counts once', () => {
  expect(scoreOf(criteria, { goals: ['job', 'job'] }, { goals: ['job', 'job'] })).toMatchObject({
    score: 100,
    reasons: [{}, { shared: ['job'], mentor: ['job'], mentee: ['job'] }, {}, {}],
  })
})

test('[MAT-08] two people do not fit if they share no answer to a required criterion', () => {
  expect(fits(criteria, mentee, { languages: ['tamil', 'hindi'] })).toBe(true)
  expect(fits(criteria, mentee, { languages: ['tamil'] })).toBe(false)
  expect(fits(criteria, mentee, {})).toBe(false)
  expect(fits(criteria, { languages: [] }, { languages: [] })).toBe(false)
})
