import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeOption, makeQuestion } from '@saathi/contract/questions/fakes'
import { countMarked, markAnswers } from './quiz.ts'

const right = { isCorrect: true }
const wrong = { isCorrect: false }
const one = makeQuestion({
  key: 'one',
  questionType: 'SingleChoiceRadio',
  answerOptions: [makeOption('listen', right), makeOption('shout', wrong)],
})
const several = makeQuestion({
  key: 'several',
  questionType: 'MultiChoiceDropDown',
  answerOptions: [makeOption('ask', right), makeOption('wait', right), makeOption('leave', wrong)],
})
const opinion = makeQuestion({
  key: 'opinion',
  questionType: 'SingleChoiceRadio',
  answerOptions: [makeOption('tea'), makeOption('coffee')],
})
const story = makeQuestion({ key: 'story' })

describe('a mark', () => {
  test('for a single choice is right only for the right option', () => {
    expect(markAnswers([one], { one: 'listen' })).toEqual([{ questionKey: 'one', isCorrect: true }])
    expect(markAnswers([one], { one: 'shout' })).toEqual([{ questionKey: 'one', isCorrect: false }])
  })

  test('for several choices is right for exactly all right options', () => {
    const keys = several.answerOptions.map(({ key }) => key)
    fc.assert(
      fc.property(fc.shuffledSubarray(keys, { minLength: 1 }), (chosen) => {
        const isCorrect = chosen.includes('ask') && chosen.includes('wait') && !chosen.includes('leave')
        expect(markAnswers([several], { several: chosen })).toEqual([{ questionKey: 'several', isCorrect }])
      }),
    )
  })

  test('is wrong if one right option is given twice', () => {
    expect(markAnswers([several], { several: ['ask', 'ask'] })).toEqual([{ questionKey: 'several', isCorrect: false }])
  })

  test('is given only to answered questions with a right option', () => {
    const all = [story, one, opinion, several]
    expect(markAnswers(all, { story: 'We spoke.', opinion: 'tea', several: ['wait', 'ask'] })).toEqual([
      { questionKey: 'several', isCorrect: true },
    ])
    expect(markAnswers(all, {})).toEqual([])
  })

  test('follows the order of the questions', () => {
    const marks = markAnswers([several, one], { one: 'listen', several: ['ask'] })
    expect(marks.map(({ questionKey }) => questionKey)).toEqual(['several', 'one'])
  })
})

test('countMarked counts questions with a right option, answered or not', () => {
  expect(countMarked([story, one, opinion, several])).toBe(2)
  expect(countMarked([story, opinion])).toBe(0)
  expect(countMarked([makeQuestion({ answerOptions: [makeOption('shout', wrong)] })])).toBe(0)
})
