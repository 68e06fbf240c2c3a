import type { StoredFile } from '@saathi/contract/core/stored-file'
import { type AnswerProblem, checkAnswer } from '@saathi/contract/questions/answers'
import { type Question, typeOf } from '@saathi/contract/questions/entities'
import { checkFile, type UploadProblem, uploadRuleOf } from '@saathi/contract/questions/upload-rules'

/** The value of a question's field: text, the number of a scale, option keys, or a new or stored file. */
export type DraftValue = string | number | readonly string[] | File | StoredFile | undefined
export type Draft = Readonly<Record<string, DraftValue>>
export type Problem = AnswerProblem | UploadProblem

export const isStored = (value: DraftValue): value is StoredFile =>
  typeof value === 'object' && !(value instanceof File) && 'expiresAt' in value

/** The value to validate: a new file counts as an answer, a stored one by its id. */
function rawValueOf(value: DraftValue): unknown {
  if (value instanceof File) return value.name
  return isStored(value) ? value.id : value
}

export function checkDraft(question: Question, value: DraftValue): Problem | undefined {
  const rule = uploadRuleOf(typeOf(question))
  if (rule && value instanceof File && !question.disabled) return checkFile(rule, value)
  return checkAnswer(question, rawValueOf(value))
}

/** As form parts: text unchanged, everything else as JSON. */
export const partsOf = (answers: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(answers).map(([key, answer]) => [key, typeof answer === 'string' ? answer : JSON.stringify(answer)]),
  )

/** As sent in a form: the answers in one part, each new file in its own. */
export function splitDraft(questions: readonly Question[], draft: Draft) {
  const answers: Record<string, unknown> = {}
  const files: Record<string, File> = {}
  for (const question of questions) {
    const value = draft[question.key]
    if (question.disabled || value === undefined || value === '') continue
    if (value instanceof File) files[question.key] = value
    else answers[question.key] = rawValueOf(value)
  }
  return { answers, files }
}

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

/**
 * The text key for the server's problem. An unknown problem, from a later version, has a general text, so that the question is
 * still marked.
 */
export function serverProblem(reason: string, question: Question, field: DraftValue | undefined): Problem {
  return isProblem(reason) ? reason : (checkDraft(question, field) ?? 'questions.wrongKind')
}
