import { ApiError } from '#core/api-error.ts'
import type { StageQuestion } from '@saathi/contract/surveys/entities'
import { checkDraft, type Draft, type Problem } from '#questions/face.ts'

/** What is wrong, by the key of the question. */
export type Problems = Readonly<Record<string, Problem>>

const known: Record<Problem, true> = {
  fieldIsMandatory: true,
  mustBeNumeric: true,
  imageMaxSize2MB: true,
  invalidImageFile: true,
  'questions.notADate': true,
  'questions.notAPhoneNumber': true,
  'questions.notAnOption': true,
  'questions.tooLong': true,
  'questions.outOfRange': true,
  'questions.wrongKind': true,
  'questions.onlySmallerThan4MB': true,
  'questions.onlyJpgPng': true,
  'questions.onlyPdfSmallerThan4MB': true,
}
const isProblem = (text: string): text is Problem => Object.hasOwn(known, text)

/** The questions whose answers the server did not take; nothing where it said none that is shown. */
export function rejectedOf(error: Error, questions: readonly StageQuestion[], fields: Draft): Problems {
  if (!(error instanceof ApiError) || error.code !== 'surveys.answers_rejected') return {}
  const { errors = {} } = error
  const rejected: Record<string, Problem> = {}
  for (const question of questions) {
    const { key } = question
    if (!Object.hasOwn(errors, key)) continue
    const [said = ''] = errors[key] ?? []
    // Given elsewhere meanwhile: its question goes away as soon as that is read.
    if (said === 'questions.alreadyAnswered') continue
    // A reason that only a later version knows: the question is named all the same.
    rejected[key] = isProblem(said) ? said : (checkDraft(question, fields[key]) ?? 'questions.wrongKind')
  }
  return rejected
}

export function problemsOf(questions: readonly StageQuestion[], fields: Draft): Problems {
  const found: Record<string, Problem> = {}
  for (const question of questions) {
    const problem = checkDraft(question, fields[question.key])
    if (problem) found[question.key] = problem
  }
  return found
}
