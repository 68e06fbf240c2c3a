import type { Question } from '@saathi/contract/questions/entities'
import { checkDraft, type DraftValue, type Problem } from './draft.ts'

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

/** What the server said of a question, in words this page has: a reason that only a later version knows still names it. */
export function serverProblem(said: string, question: Question, field: DraftValue | undefined): Problem {
  return isProblem(said) ? said : (checkDraft(question, field) ?? 'questions.wrongKind')
}
