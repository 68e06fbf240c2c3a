import type { Question, ScaleOption } from '@saathi/contract/questions/entities'
import { agreeabilityTo } from '@saathi/contract/questions/scale'
import type { TextKey } from '@saathi/contract/texts'

type Words = Readonly<Record<number, TextKey>>

/** By how far the question runs; the long ones name their ends only. */
const agreeability: Readonly<Record<number, Words>> = {
  3: { 1: 'questions.disagree', 2: 'questions.neutral', 3: 'questions.agree' },
  5: {
    1: 'questions.stronglyDisagree',
    2: 'questions.disagree',
    3: 'questions.neutral',
    4: 'questions.agree',
    5: 'questions.stronglyAgree',
  },
  7: { 1: 'questions.stronglyDisagree', 7: 'questions.stronglyAgree' },
  10: { 1: 'questions.stronglyDisagree', 10: 'questions.stronglyAgree' },
}

/** The programme's own words for a step go first. */
export function wordsOfStep(question: Question, step: ScaleOption, t: (key: TextKey) => string): string {
  const key = agreeability[agreeabilityTo(question) ?? 0]?.[step.option]
  return step.localeLabel || step.label || (key ? t(key) : '')
}

/** What the digits of a keyboard reach: all of it, all with 0 for ten, or not all. */
export function reachOfDigits(steps: readonly ScaleOption[]): 'all' | 'ten' | 'some' {
  const numbers = steps.map(({ option }) => option)
  const isDigit = (number: number) => number >= 0 && number <= 9
  if (numbers.every(isDigit)) return 'all'
  return numbers.every((number) => isDigit(number) || number === 10) && !numbers.includes(0) ? 'ten' : 'some'
}
