import { type AnswerProblem, convertAnswer } from './answers.ts'
import { type Answer, type Question, typeOf } from './entities.ts'

type SubmittedValues = Readonly<Record<string, unknown>>
export type CheckResult = { answers: Record<string, Answer>; problems: Record<string, AnswerProblem> }

/** A question that cannot be shown or answered is never required. */
export const mustBeAnswered = (question: Question): boolean =>
  question.mandatory && !question.disabled && typeOf(question) !== undefined

/** A quiz is mandatory if one of its questions is. */
export const isMandatory = (questions: readonly Question[]): boolean => questions.some(mustBeAnswered)

export function checkAnswer(question: Question, given: unknown): AnswerProblem | undefined {
  const converted = convertAnswer(question, given)
  if ('problem' in converted) return converted.problem
  return converted.answer === undefined && mustBeAnswered(question) ? 'fieldIsMandatory' : undefined
}

/** Checks every question: returns the answers in stored form, and the problems by key. */
export function checkAnswers(questions: readonly Question[], given: SubmittedValues): CheckResult {
  const checked: CheckResult = { answers: {}, problems: {} }
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
