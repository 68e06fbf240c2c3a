import type { Answer, Question } from '@saathi/contract/questions/entities'
import { scaleOptions } from '@saathi/contract/questions/scale'

/** For the history of a demo account: the right option, or the middle of a scale. Text is never made up. */
export function likelyAnswer(question: Question): [string, Answer][] {
  const { key, answerOptions, questionType } = question
  const steps = scaleOptions(question)
  const middle = steps?.[Math.floor(steps.length / 2)]?.option
  if (middle !== undefined) return [[key, middle]]
  const right = answerOptions.filter(({ isCorrect }) => isCorrect)
  const chosen = (right.length > 0 ? right : answerOptions.slice(0, 1)).map((option) => option.key)
  const [first] = chosen
  if (first === undefined) return []
  return [[key, questionType === 'MultiChoiceDropDown' ? chosen : first]]
}
