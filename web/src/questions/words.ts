import type { Answer, AnswerOption, Question, ScaleOption } from '@saathi/contract/questions/entities'
import { optionsInOrder } from '@saathi/contract/questions/order'
import { agreeabilityMax } from '@saathi/contract/questions/scale'
import type { TextKey } from '@saathi/contract/texts'

// The reader's language first; an untranslated text is better than none.
export const titleOf = ({ localeTitle, title }: Question): string => localeTitle || title
export const labelOf = ({ localeLabel, label }: Question): string => localeLabel || label || ''
export const helpOf = ({ localeHelpText, helpText }: Question): string => localeHelpText || helpText || ''

export type Choice = { key: string; words: string }
const choiceOf = ({ key, localeLabel, label }: AnswerOption): Choice => ({ key, words: localeLabel || label })
export const choicesOf = ({ answerOptions }: Question): Choice[] => optionsInOrder(answerOptions).map(choiceOf)

/** An answer in words: the chosen options, or what was typed. */
export function wordsOf(question: Question, answer: Answer): string {
  const words = new Map(choicesOf(question).map((choice) => [choice.key, choice.words]))
  const parts = Array.isArray(answer) ? answer : [answer]
  return parts.map((part) => words.get(String(part)) ?? String(part)).join(', ')
}

type Words = Readonly<Record<number, TextKey>>

/** The words of each scale, by its number of steps. The long scales have words only at their ends. */
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

/** The programme's own text for a step takes precedence. */
export function wordsOfStep(question: Question, step: ScaleOption, t: (key: TextKey) => string): string {
  const key = agreeability[agreeabilityMax(question) ?? 0]?.[step.option]
  return step.localeLabel || step.label || (key ? t(key) : '')
}

/** Which steps digit keys can select: all, all with 0 for 10, or only some. */
export function digitCoverage(steps: readonly ScaleOption[]): 'all' | 'ten' | 'some' {
  const numbers = steps.map(({ option }) => option)
  const isDigit = (number: number) => number >= 0 && number <= 9
  if (numbers.every(isDigit)) return 'all'
  return numbers.every((number) => isDigit(number) || number === 10) && !numbers.includes(0) ? 'ten' : 'some'
}
