import type { StoredFile } from '@saathi/contract/core/stored-file'
import type { AnswerProblem } from '@saathi/contract/questions/answers'
import { checkAnswer } from '@saathi/contract/questions/check-answers'
import { type Question, typeOf } from '@saathi/contract/questions/entities'
import { checkFile, type UploadProblem, uploadRuleOf } from '@saathi/contract/questions/upload-rules'

/** What stands in one question's field: text, the number of a scale, keys of options, or a file new or kept. */
export type DraftValue = string | number | readonly string[] | File | StoredFile | undefined
export type Draft = Readonly<Record<string, DraftValue>>
export type Problem = AnswerProblem | UploadProblem

export const isStored = (value: DraftValue): value is StoredFile =>
  typeof value === 'object' && !(value instanceof File) && 'expiresAt' in value

/** What the rules look at: a new file counts as an answer, a kept one by its id. */
function givenOf(value: DraftValue): unknown {
  if (value instanceof File) return value.name
  return isStored(value) ? value.id : value
}

export function checkDraft(question: Question, value: DraftValue): Problem | undefined {
  const rule = uploadRuleOf(typeOf(question))
  if (rule && value instanceof File && !question.disabled) return checkFile(rule, value)
  return checkAnswer(question, givenOf(value))
}

/** As parts of a form: text as it is, everything else as JSON. */
export const partsOf = (answers: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(answers).map(([key, answer]) => [key, typeof answer === 'string' ? answer : JSON.stringify(answer)]),
  )

/** As a form carries them: the answers in one part, each new file in one of its own. */
export function splitDraft(questions: readonly Question[], draft: Draft) {
  const answers: Record<string, unknown> = {}
  const files: Record<string, File> = {}
  for (const question of questions) {
    const value = draft[question.key]
    if (question.disabled || value === undefined || value === '') continue
    if (value instanceof File) files[question.key] = value
    else answers[question.key] = givenOf(value)
  }
  return { answers, files }
}
