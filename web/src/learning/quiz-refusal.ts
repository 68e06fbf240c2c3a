import type { Question } from '@saathi/contract/questions/entities'
import { ApiError } from '#core/api-error.ts'
import { checkDraft, type Draft, type Problem } from '#questions/face.ts'

/** What is wrong with the answer to one question. */
export type Complaint = { key: string; problem: Problem }

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

/** The first question that the server did not take, in the order in which they are asked. */
export function complaintOf(error: Error, questions: readonly Question[], fields: Draft): Complaint | undefined {
  if (!(error instanceof ApiError) || error.code !== 'learning.answers_rejected') return undefined
  const { errors = {} } = error
  const question = questions.find(({ key }) => Object.hasOwn(errors, key))
  if (!question) return undefined
  const { key } = question
  const [said = ''] = errors[key] ?? []
  if (isProblem(said)) return { key, problem: said }
  // A reason that only a later version knows: the question is named all the same.
  return { key, problem: checkDraft(question, fields[key]) ?? 'questions.wrongKind' }
}
