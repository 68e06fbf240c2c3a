import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkAnswer, checkAnswers, isMandatory, mustBeAnswered } from './answers.ts'
import { type Question, QuestionType } from './entities.ts'
import { makeOption, makeQuestion } from './fakes.ts'

const answerOptions = [makeOption('yes'), makeOption('no')]
const required = (questionType: string, changes: Partial<Question> = {}) =>
  makeQuestion({ questionType, mandatory: true, answerOptions, ...changes })

describe('a required question', () => {
  test.each(QuestionType.options)('[QST-03] is mandatory while it is empty (%s)', (type) => {
    for (const given of [undefined, null, '']) expect(checkAnswer(required(type), given)).toBe('fieldIsMandatory')
    expect(checkAnswer(makeQuestion({ questionType: type }), '')).toBeUndefined()
  })

  test('[QST-03] is still empty with only space in it, or without a choice', () => {
    expect(checkAnswer(required('TextBox'), ' \n ')).toBe('fieldIsMandatory')
    expect(checkAnswer(required('MultiChoiceDropDown'), [])).toBe('fieldIsMandatory')
  })

  test('[QST-03] reports empty before not numeric', () => {
    for (const given of ['', '   ', undefined]) expect(checkAnswer(required('Number'), given)).toBe('fieldIsMandatory')
    expect(checkAnswer(required('Number'), 'many')).toBe('mustBeNumeric')
  })

  test('[QST-03] is answered by 0', () => {
    expect(checkAnswer(required('Number'), 0)).toBeUndefined()
    expect(checkAnswer(required('Number'), '0')).toBeUndefined()
  })
})

test('[QST-03] an optional number must still be numeric', () => {
  expect(checkAnswer(makeQuestion({ questionType: 'Number' }), 'many')).toBe('mustBeNumeric')
  expect(checkAnswer(makeQuestion({ questionType: 'Number' }), '')).toBeUndefined()
})

describe('a question is not required', () => {
  test('if it is not mandatory', () => {
    expect(mustBeAnswered(makeQuestion())).toBe(false)
    expect(mustBeAnswered(makeQuestion({ mandatory: true }))).toBe(true)
  })

  test('if it is disabled, whatever its value', () => {
    const disabled = required('Number', { disabled: true })
    expect(mustBeAnswered(disabled)).toBe(false)
    expect(checkAnswer(disabled, '')).toBeUndefined()
    expect(checkAnswer(disabled, 'many')).toBeUndefined()
  })

  test('if its type is unknown', () => {
    const unknown = required('Hologram')
    expect(mustBeAnswered(unknown)).toBe(false)
    expect(checkAnswer(unknown, undefined)).toBeUndefined()
    expect(checkAnswer(unknown, 'anything')).toBeUndefined()
  })
})

describe('a quiz', () => {
  const optional = makeQuestion({ key: 'optional' })

  test('[LRN-10] is mandatory if one of its questions is', () => {
    expect(isMandatory([optional, required('Text'), optional])).toBe(true)
    expect(isMandatory([optional, optional])).toBe(false)
    expect(isMandatory([])).toBe(false)
  })

  test('[LRN-10] is not mandatory for a disabled or unknown question', () => {
    expect(isMandatory([optional, required('Text', { disabled: true }), required('Hologram')])).toBe(false)
  })
})

describe('checkAnswers', () => {
  const questions = [
    makeQuestion({ key: 'age', questionType: 'Number', mandatory: true }),
    makeQuestion({ key: 'born', questionType: 'Date' }),
    makeQuestion({ key: 'agreed', questionType: 'SingleChoiceRadio', answerOptions }),
    makeQuestion({ key: 'tried', questionType: 'MultiChoiceDropDown', answerOptions }),
    makeQuestion({ key: 'story', questionType: 'TextBox' }),
  ]

  test('[QST-04] returns answers in stored form, without the empty ones', () => {
    const given = { age: ' 17 ', born: '2009-05-01', agreed: 'yes', tried: ['no', 'yes'], story: '  ' }
    expect(checkAnswers(questions, given)).toEqual({
      answers: { age: 17, born: '2009-05-01', agreed: 'yes', tried: ['yes', 'no'] },
      problems: {},
    })
  })

  test('[QST-04] checks every question, with each problem by key', () => {
    expect(checkAnswers(questions, { born: 'May', agreed: 'maybe', tried: ['yes', 'maybe'], story: 'We spoke.' })).toEqual({
      answers: { story: 'We spoke.' },
      problems: {
        age: 'fieldIsMandatory',
        born: 'questions.notADate',
        agreed: 'questions.notAnOption',
        tried: 'questions.notAnOption',
      },
    })
  })

  test('drops answers to unknown questions', () => {
    expect(checkAnswers(questions, { age: 17, weight: 60 }).answers).toEqual({ age: 17 })
  })

  test('ignores inherited properties', () => {
    const inherited: Record<string, unknown> = Object.create({ question: 'inherited' })
    expect(checkAnswers([required('Text')], inherited).problems).toEqual({ question: 'fieldIsMandatory' })
  })

  test('returns an answer, a problem or nothing for each question, never both', () => {
    const value = fc.oneof(
      fc.string(),
      fc.integer(),
      fc.constantFrom('yes', 'no', '2009-05-01', null),
      fc.array(fc.constant('yes')),
    )
    const given = fc.dictionary(fc.constantFrom(...questions.map(({ key }) => key)), value)
    fc.assert(
      fc.property(given, (map) => {
        const { answers, problems } = checkAnswers(questions, map)
        for (const question of questions) {
          const { key } = question
          expect([Object.hasOwn(answers, key), Object.hasOwn(problems, key)]).not.toEqual([true, true])
          expect(problems[key]).toBe(checkAnswer(question, map[key]))
        }
        expect(checkAnswers(questions, answers).answers).toEqual(answers)
      }),
    )
  })
})
