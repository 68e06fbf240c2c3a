import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { QuestionType } from './entities.ts'
import { makeQuestion } from './fakes.ts'
import { agreeabilityMax, optionForDigit, scaleOptions, isRowLayout } from './scale.ts'

const steps = (...numbers: number[]) => numbers.map((option) => ({ option, label: `Step ${option}`, localeLabel: '' }))
const upTo = (highest: number) => Array.from({ length: highest }, (_, at) => at + 1)
const numbersOf = (questionType: string) => scaleOptions(makeQuestion({ questionType }))?.map(({ option }) => option)
const agreeability: [string, number][] = [
  ['AgreeabilityThreeOptions', 3],
  ['AgreeabilityFiveOptions', 5],
  ['AgreeabilitySevenScale', 7],
  ['AgreeabilityTenScale', 10],
]
const isScale = (type: string) => type === 'Scale' || type.startsWith('Agreeability')

describe('the steps of a scale', () => {
  test('[QST-05] go from 1 to 10 by default', () => {
    expect(numbersOf('Scale')).toEqual(upTo(10))
    const unnamed = makeQuestion({ questionType: 'Scale', scaleQuestionnaire: { sorting: 'descending', options: [] } })
    expect(scaleOptions(unnamed)?.map(({ option }) => option)).toEqual(upTo(10))
  })

  test.each(agreeability)('[QST-05] of %s go to %i', (type, highest) => {
    expect(numbersOf(type)).toEqual(upTo(highest))
    expect(agreeabilityMax({ questionType: type })).toBe(highest)
  })

  test('[QST-05] come from its questionnaire, with labels and sorting', () => {
    const options = steps(2, 0, 1)
    const ascending = makeQuestion({ questionType: 'Scale', scaleQuestionnaire: { sorting: 'ascending', options } })
    const descending = makeQuestion({ questionType: 'Scale', scaleQuestionnaire: { sorting: 'descending', options } })
    expect(scaleOptions(ascending)).toEqual(steps(0, 1, 2))
    expect(scaleOptions(descending)).toEqual(steps(2, 1, 0))
  })

  test.each([...QuestionType.options.filter((type) => !isScale(type)), 'Hologram', 'constructor'])(
    'do not exist for %s',
    (type) => {
      const scaleQuestionnaire = { sorting: 'ascending' as const, options: steps(1, 2) }
      expect(scaleOptions(makeQuestion({ questionType: type, scaleQuestionnaire }))).toBeUndefined()
      expect(agreeabilityMax({ questionType: type })).toBeUndefined()
    },
  )

  test('of a plain scale have no labels such as Agree', () => {
    expect(agreeabilityMax({ questionType: 'Scale' })).toBeUndefined()
  })

  test.each([
    [1, true],
    [5, true],
    [6, false],
    [10, false],
  ])('[QST-05] %i of them are shown in a row: %s', (count, inARow) => {
    expect(isRowLayout(steps(...upTo(count)))).toBe(inARow)
  })
})

describe('a digit on the keyboard', () => {
  test('[QST-05] selects the step with its number, and nothing outside the range', () => {
    const five = steps(...upTo(5))
    expect(['1', '3', '5'].map((key) => optionForDigit(five, key))).toEqual([1, 3, 5])
    expect(['0', '6', '9'].map((key) => optionForDigit(five, key))).toEqual([undefined, undefined, undefined])
  })

  test('[QST-05] 0 selects 10 on a scale without 0', () => {
    expect(optionForDigit(steps(...upTo(10)), '0')).toBe(10)
    expect(optionForDigit(steps(...upTo(10)), '1')).toBe(1)
    expect(optionForDigit(steps(0, ...upTo(10)), '0')).toBe(0)
  })

  test.each(['', ' ', 'a', '10', '-1', '1 ', 'Digit1', 'ArrowUp', 'F1'])(
    '[QST-05] must be a single digit: %j selects nothing',
    (key) => {
      expect(optionForDigit(steps(...upTo(10)), key)).toBeUndefined()
    },
  )

  test('[QST-05] never selects a missing step', () => {
    const numbers = fc.uniqueArray(fc.integer({ min: -3, max: 12 }))
    fc.assert(
      fc.property(numbers, fc.integer({ min: 0, max: 9 }), (options, digit) => {
        const picked = optionForDigit(steps(...options), String(digit))
        return picked === undefined ? !options.includes(digit) : options.includes(picked)
      }),
    )
  })
})
