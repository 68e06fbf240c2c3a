import type { Question, ScaleOption } from './entities.ts'
import { typeOf } from './entities.ts'
import { scaleOrder } from './order.ts'

const agreeability: Readonly<Record<string, number>> = {
  AgreeabilityThreeOptions: 3,
  AgreeabilityFiveOptions: 5,
  AgreeabilitySevenScale: 7,
  AgreeabilityTenScale: 10,
}
const DEFAULT_HIGHEST = 10
const MIN_LIST_LENGTH = 6

type ScaleQuestion = Pick<Question, 'questionType' | 'scaleQuestionnaire'>

/** The steps of a scale in reading order; undefined if the question is not a scale. */
export function scaleOptions(question: ScaleQuestion): readonly ScaleOption[] | undefined {
  const type = typeOf(question)
  if (!type) return undefined
  const highest = agreeability[type]
  if (highest === undefined && type !== 'Scale') return undefined
  const questionnaire = question.scaleQuestionnaire
  if (questionnaire && questionnaire.options.length > 0) return scaleOrder(questionnaire)
  return numbersTo(highest ?? DEFAULT_HIGHEST)
}

/** The highest step of an agreeability question: only its ends are named, not every step. */
export const agreeabilityMax = ({ questionType }: Pick<Question, 'questionType'>): number | undefined =>
  Object.hasOwn(agreeability, questionType) ? agreeability[questionType] : undefined

const numbersTo = (highest: number): ScaleOption[] =>
  Array.from({ length: highest }, (_, at) => ({ option: at + 1, label: '', localeLabel: '' }))

/** Fewer than six steps are shown in a row, more in a list. */
export const isRowLayout = (options: readonly ScaleOption[]): boolean => options.length < MIN_LIST_LENGTH

/** A digit key selects the step with that number; 0 selects 10 if the scale has no 0. */
export function optionForDigit(options: readonly ScaleOption[], key: string): number | undefined {
  if (!/^\d$/.test(key)) return undefined
  const has = (number: number) => options.some(({ option }) => option === number)
  const digit = Number(key)
  if (has(digit)) return digit
  return digit === 0 && has(10) ? 10 : undefined
}
