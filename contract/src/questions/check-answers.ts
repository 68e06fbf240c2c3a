import { type AnswerProblem, convertAnswer } from './answers.ts'
import { type Answer, type Question, typeOf } from './entities.ts'

type Given = Readonly<Record<string, unknown>>
export type Checked = { answers: Record<string, Answer>; problems: Record<string, AnswerProblem> }

/** Nobody can be held to a question that cannot be shown or may not be answered. */
export const mustBeAnswered = (question: Question): boolean =>
  question.mandatory && !question.disabled && typeOf(question) !== undefined

/** A quiz that must be taken is one with a question that must be answered. */
export const isMandatory = (questions: readonly Question[]): boolean => questions.some(mustBeAnswered)

export function checkAnswer(question: Question, given: unknown): AnswerProblem | undefined {
  const converted = convertAnswer(question, given)
  if ('problem' in converted) return converted.problem
  return converted.answer === undefined && mustBeAnswered(question) ? 'fieldIsMandatory' : undefined
}

/** Every question at once: the answers as they are kept, and what is wrong with the others by key. */
export function checkAnswers(questions: readonly Question[], given: Given): Checked {
  const checked: Checked = { answers: {}, problems: {} }
  for (const question of questions) {
    const { key } = question
    const own = Object.hasOwn(given, key) ? given[key] : undefined
    const wrong = checkAnswer(question, own)
    if (wrong) checked.problems[key] = wrong
    const converted = convertAnswer(question, own)
    if ('answer' in converted && converted.answer !== undefined) checked.answers[key] = converted.answer
  }
  return checked
}
