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

/** The server's problem as a text key this page knows; an unknown reason from a later version still marks the question. */
export function serverProblem(reason: string, question: Question, field: DraftValue | undefined): Problem {
  return isProblem(reason) ? reason : (checkDraft(question, field) ?? 'questions.wrongKind')
}
