import type { Answer, AnswerOption, Question } from '@saathi/contract/questions/entities'
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
