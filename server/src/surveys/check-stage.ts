import type { Answer, Question } from '@saathi/contract/questions/entities'
import { type CheckedAnswers, checkSubmitted, type SubmittedAnswers, type StoredAnswers, toStored } from '#questions/public.ts'

/** The stored answers, and whether the stage was submitted: unanswered questions of a submitted stage stay unanswered. */
export type StoredStageAnswers = { answers: StoredAnswers; isSent: boolean }

/**
 * The first answer is final. The same answer again is ignored, another one is refused, and answered questions are no longer
 * mandatory.
 */
export function checkStage(
  questions: readonly Question[],
  submitted: SubmittedAnswers,
  before: StoredStageAnswers,
): CheckedAnswers {
  const checked = checkSubmitted(questions, submitted, before.answers)
  const stored = toStored(questions, checked.answers)
  const answers: Record<string, Answer> = {}
  const problems = { ...checked.problems }
  for (const { key } of questions) {
    const answer = Object.hasOwn(stored, key) ? stored[key] : undefined
    const isSettled = before.isSent || Object.hasOwn(before.answers, key)
    if (!isSettled) {
      if (answer !== undefined && checked.answers[key] !== undefined) answers[key] = checked.answers[key]
      continue
    }
    const isSubmitted = answer !== undefined || Object.hasOwn(submitted.files, key)
    const isOther = isSubmitted && !isSame(answer, Object.hasOwn(before.answers, key) ? before.answers[key] : undefined)
    const isUnreadable = Object.hasOwn(problems, key) && problems[key] !== 'fieldIsMandatory'
    delete problems[key]
    if (isOther || isUnreadable) problems[key] = 'questions.alreadyAnswered'
  }
  return { answers, files: checked.files, problems }
}

/** Multiple choices are stored in option order, so equal choices have equal JSON. */
const isSame = (one: Answer | undefined, other: Answer | undefined): boolean => JSON.stringify(one) === JSON.stringify(other)
