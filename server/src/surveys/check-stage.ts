import type { Answer, Question } from '@saathi/contract/questions/entities'
import { type CheckedAnswers, checkSubmitted, type SubmittedAnswers, type StoredAnswers, toStored } from '#questions/public.ts'

/** What was answered before, and whether the stage was sent: from then on what was left open stays open. */
export type Before = { answers: StoredAnswers; isSent: boolean }

/**
 * The first answer stays. Given again it is passed over; another one is refused, and nobody is held to a question that
 * was answered before.
 */
export function checkStage(questions: readonly Question[], given: SubmittedAnswers, before: Before): CheckedAnswers {
  const checked = checkSubmitted(questions, given, before.answers)
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
    const isGiven = answer !== undefined || Object.hasOwn(given.files, key)
    const isOther = isGiven && !isSame(answer, Object.hasOwn(before.answers, key) ? before.answers[key] : undefined)
    const isUnreadable = Object.hasOwn(problems, key) && problems[key] !== 'fieldIsMandatory'
    delete problems[key]
    if (isOther || isUnreadable) problems[key] = 'questions.alreadyAnswered'
  }
  return { answers, files: checked.files, problems }
}

/** Several choices are kept in the order of the options, so the same choice is the same text. */
const isSame = (one: Answer | undefined, other: Answer | undefined): boolean => JSON.stringify(one) === JSON.stringify(other)
