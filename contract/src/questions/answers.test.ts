import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { convertAnswer, TEXT_BOX_MAX_LENGTH, TEXT_MAX_LENGTH } from './answers.ts'
import { type Question, QuestionType } from './entities.ts'
import { makeOption, makeQuestion } from './fakes.ts'

const keys = ['first', 'second', 'third']
const answerOptions = keys.map((key) => makeOption(key))
const questionOf = (questionType: string, changes: Partial<Question> = {}) =>
  makeQuestion({ questionType, answerOptions, ...changes })
const convert = (questionType: string, given: unknown) => convertAnswer(questionOf(questionType), given)

describe('a number', () => {
  test.each([
    ['42', 42],
    [' 42\t', 42],
    ['-3.5', -3.5],
    ['−3.5', -3.5],
    ['.5', 0.5],
    ['5.', 5],
    ['007', 7],
    ['0', 0],
    [0, 0],
    [-7.25, -7.25],
  ])('[QST-04] becomes numeric: %j', (given, answer) => {
    expect(convert('Number', given)).toEqual({ answer })
  })

  test('[QST-04] equals the typed number, for any sign and decimals', () => {
    const typed = fc.double({ min: -1e9, max: 1e9, noNaN: true }).map((value) => value.toFixed(4))
    fc.assert(
      fc.property(typed, (given) => {
        const converted = convert('Number', ` ${given} `)
        return 'answer' in converted && converted.answer === Number(given)
      }),
    )
  })

  test.each(['abc', '12abc', '1e3', '0x10', 'Infinity', 'NaN', '1,000', '1.2.3', '--5', '-', '.', '5 6', '4'.repeat(400)])(
    '[QST-03] must be numeric: %s is rejected',
    (given) => {
      expect(convert('Number', given)).toEqual({ problem: 'mustBeNumeric' })
    },
  )

  test.each([[true], [Number.NaN], [Infinity], [['5']], [{ valueOf: () => 5 }]])(
    '[QST-03] must be numeric: another kind of value is rejected (%o)',
    (given) => {
      expect(convert('Number', given)).toEqual({ problem: 'mustBeNumeric' })
    },
  )

  test('may be typed with the digits of a Hindi keyboard', () => {
    expect(convertAnswer(makeQuestion({ questionType: 'Number' }), '-१२.५०')).toEqual({ answer: -12.5 })
  })

  test('may be up to 1e12 either way, and not more', () => {
    expect(convert('Number', '1000000000000')).toEqual({ answer: 1e12 })
    expect(convert('Number', '-1000000000000')).toEqual({ answer: -1e12 })
    expect(convert('Number', '1000000000001')).toEqual({ problem: 'questions.outOfRange' })
    expect(convert('Number', -1e13)).toEqual({ problem: 'questions.outOfRange' })
  })
})

describe('a date', () => {
  test('[QST-04] is stored as YYYY-MM-DD, for every day of the calendar', () => {
    const days = fc
      .date({ min: new Date('1000-01-01T00:00Z'), max: new Date('9999-12-31T00:00Z'), noInvalidDate: true })
      .map((moment) => moment.toISOString().slice(0, 10))
    fc.assert(
      fc.property(days, (day) => {
        expect(convert('Date', day)).toEqual({ answer: day })
      }),
    )
    expect(convert('Date', '2024-02-29')).toEqual({ answer: '2024-02-29' })
  })

  test.each([
    '2026-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-1-5',
    '28-02-2026',
    '0026-01-01',
    '2026-02-28T00:00:00Z',
    '2026-02-28\n',
    'tomorrow',
    20260228,
  ])('[QST-04] must exist in the calendar: %j is rejected', (given) => {
    expect(convert('Date', given)).toEqual({ problem: 'questions.notADate' })
  })
})

describe('a choice', () => {
  describe.each(['SingleChoiceRadio', 'SingleChoiceDropDown', 'SingleChoiceButton'])('of one (%s)', (type) => {
    test('[QST-04] is the key of its option', () => {
      expect(convert(type, 'second')).toEqual({ answer: 'second' })
    })

    test.each(['fourth', 'The second one', 'Second', 'constructor', 2, true, ['second']])(
      '[QST-04] is rejected if it is not an option key: %j',
      (given) => {
        expect(convert(type, given)).toEqual({ problem: 'questions.notAnOption' })
      },
    )
  })

  test('[QST-04] of several is a list of keys: each once, in option order', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...keys), { minLength: 1 }), (given) => {
        expect(convert('MultiChoiceDropDown', given)).toEqual({ answer: keys.filter((key) => given.includes(key)) })
      }),
    )
  })

  test('[QST-04] of several is rejected if one is not an option, or if it is not a list', () => {
    expect(convert('MultiChoiceDropDown', ['first', 'fourth'])).toEqual({ problem: 'questions.notAnOption' })
    expect(convert('MultiChoiceDropDown', ['first', 2])).toEqual({ problem: 'questions.notAnOption' })
    expect(convert('MultiChoiceDropDown', 'first')).toEqual({ problem: 'questions.wrongKind' })
  })
})

describe('a step of a scale', () => {
  test.each([
    ['AgreeabilityThreeOptions', 3],
    ['AgreeabilityFiveOptions', 5],
    ['AgreeabilitySevenScale', 7],
    ['AgreeabilityTenScale', 10],
    ['Scale', 10],
  ])('[QST-05] of %s is between 1 and %i', (type, highest) => {
    expect(convert(type, 1)).toEqual({ answer: 1 })
    expect(convert(type, highest)).toEqual({ answer: highest })
    expect(convert(type, ` ${highest} `)).toEqual({ answer: highest })
    for (const given of [0, highest + 1, -1, 2.5, '2.5', '1e0', 'two', true, [1]])
      expect(convert(type, given)).toEqual({ problem: 'questions.notAnOption' })
  })

  test('[QST-05] must be in its questionnaire, including 0 and negative numbers', () => {
    const options = [-2, 0, 2].map((option) => ({ option, label: `${option}`, localeLabel: '' }))
    const question = questionOf('Scale', { scaleQuestionnaire: { sorting: 'ascending', options } })
    expect(convertAnswer(question, 0)).toEqual({ answer: 0 })
    expect(convertAnswer(question, '-2')).toEqual({ answer: -2 })
    expect(convertAnswer(question, 1)).toEqual({ problem: 'questions.notAnOption' })
  })
})

describe('a text', () => {
  test.each([
    ['Text', TEXT_MAX_LENGTH],
    ['TextBox', TEXT_BOX_MAX_LENGTH],
  ])('(%s) is stored as typed except for surrounding space, up to %i characters', (type, most) => {
    expect(convert(type, '  मैंने बात की,\n  then listened. ')).toEqual({ answer: 'मैंने बात की,\n  then listened.' })
    expect(convert(type, ` ${'a'.repeat(most)} `)).toEqual({ answer: 'a'.repeat(most) })
    expect(convert(type, 'a'.repeat(most + 1))).toEqual({ problem: 'questions.tooLong' })
    expect(convert(type, 5)).toEqual({ problem: 'questions.wrongKind' })
  })

  test('is rejected if the database cannot store it: a lone surrogate or a NUL', () => {
    expect(convert('Text', '👍 done')).toEqual({ answer: '👍 done' })
    expect(convert('Text', 'done \ud83d')).toEqual({ problem: 'questions.wrongKind' })
    const units = fc.array(fc.oneof(fc.constantFrom(0, 0xd83d, 0xdc4d), fc.integer({ min: 0, max: 0xffff })))
    fc.assert(
      fc.property(fc.constantFrom('Text', 'TextBox'), units, (type, codes) => {
        const converted = convert(type, String.fromCharCode(...codes))
        const stored = 'answer' in converted ? String(converted.answer) : ''
        return stored.isWellFormed() && !stored.includes('\0')
      }),
    )
  })

  test('of a password keeps surrounding space, and may be only space', () => {
    expect(convert('Password', ' Saathi@2026 ')).toEqual({ answer: ' Saathi@2026 ' })
    expect(convert('Password', '   ')).toEqual({ answer: '   ' })
    expect(convert('Password', 'a'.repeat(201))).toEqual({ problem: 'questions.tooLong' })
    expect(convert('Password', 12345678)).toEqual({ problem: 'questions.wrongKind' })
  })

  test('of a phone number is digits with the country code', () => {
    expect(convert('PhoneNumber', '919800000001')).toEqual({ answer: '919800000001' })
    for (const given of ['+919800000001', '91980', '9198000000012', 'call me'])
      expect(convert('PhoneNumber', given)).toEqual({ problem: 'questions.notAPhoneNumber' })
    expect(convert('PhoneNumber', 919800000001)).toEqual({ problem: 'questions.wrongKind' })
  })
})

test.each(['ImageResponse', 'SingleImageUpload', 'Document'])('a file answer is its id (%s)', (type) => {
  expect(convert(type, 'a-file')).toEqual({ answer: 'a-file' })
  expect(convert(type, { id: 'a-file' })).toEqual({ problem: 'questions.wrongKind' })
})

describe('an empty answer', () => {
  test.each(QuestionType.options)('[QST-04] is dropped (%s)', (type) => {
    for (const given of [undefined, null, '']) expect(convert(type, given)).toEqual({ answer: undefined })
  })

  test.each(QuestionType.options.filter((type) => type !== 'Password'))(
    '[QST-04] is dropped if it only contains space (%s)',
    (type) => {
      for (const given of [' \n\t', []]) expect(convert(type, given)).toEqual({ answer: undefined })
    },
  )

  test('[QST-04] is not 0 or false, which are answers', () => {
    expect(convert('Number', 0)).toEqual({ answer: 0 })
    for (const type of QuestionType.options) expect(convert(type, false)).toHaveProperty('problem')
  })
})

test.each(QuestionType.options)('an answer to a disabled question is dropped without a problem (%s)', (type) => {
  const question = questionOf(type, { disabled: true, mandatory: true })
  for (const given of ['first', 1, ['fourth'], {}]) expect(convertAnswer(question, given)).toEqual({ answer: undefined })
})

test.each(['Hologram', 'text', 'constructor', ''])('an answer to a question of an unknown type is dropped: %j', (type) => {
  expect(convert(type, 'first')).toEqual({ answer: undefined })
})

test('[QST-04] converting a stored answer again does not change it', () => {
  const given = fc.oneof(
    fc.string(),
    fc.double(),
    fc.integer({ min: -2, max: 12 }),
    fc.integer({ min: -2, max: 12 }).map(String),
    fc.constantFrom('2026-02-28', '919800000001', ...keys),
    fc.array(fc.constantFrom(...keys)),
  )
  fc.assert(
    fc.property(fc.constantFrom(...QuestionType.options), given, (type, value) => {
      const once = convert(type, value)
      const again = 'answer' in once ? convert(type, once.answer) : once
      expect(again).toEqual(once)
    }),
    { numRuns: 500 },
  )
})
