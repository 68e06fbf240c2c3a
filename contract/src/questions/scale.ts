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
const IN_A_ROW = 6

type Asked = Pick<Question, 'questionType' | 'scaleQuestionnaire'>

/** The steps of a scale in reading order; undefined for a question that is none. */
export function scaleOptions(question: Asked): readonly ScaleOption[] | undefined {
  const type = typeOf(question)
  if (!type) return undefined
  const highest = agreeability[type]
  if (highest === undefined && type !== 'Scale') return undefined
  const given = question.scaleQuestionnaire
  if (given && given.options.length > 0) return scaleOrder(given)
  return numbersTo(highest ?? DEFAULT_HIGHEST)
}

/** How far an agreeability question runs: its ends are named, not its every step. */
export const agreeabilityTo = ({ questionType }: Pick<Question, 'questionType'>): number | undefined =>
  Object.hasOwn(agreeability, questionType) ? agreeability[questionType] : undefined

const numbersTo = (highest: number): ScaleOption[] =>
  Array.from({ length: highest }, (_, at) => ({ option: at + 1, label: '', localeLabel: '' }))

/** Fewer than six stand side by side, more below each other. */
export const standsInARow = (options: readonly ScaleOption[]): boolean => options.length < IN_A_ROW

/** A digit on the keyboard picks the step of that number; 0 is the ten of a scale that has no nought. */
export function optionForDigit(options: readonly ScaleOption[], key: string): number | undefined {
  if (!/^\d$/.test(key)) return undefined
  const has = (wanted: number) => options.some(({ option }) => option === wanted)
  const digit = Number(key)
  if (has(digit)) return digit
  return digit === 0 && has(10) ? 10 : undefined
}
