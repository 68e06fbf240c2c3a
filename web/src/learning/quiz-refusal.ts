import type { Question } from '@saathi/contract/questions/entities'
import { ApiError } from '#core/api-error.ts'
import { type Draft, type Problem, serverProblem } from '#questions/public.ts'

/** A problem with the answer to one question. */
export type Complaint = { key: string; problem: Problem }

/** The first question the server rejected, in question order. */
export function complaintOf(error: Error, questions: readonly Question[], fields: Draft): Complaint | undefined {
  if (!(error instanceof ApiError) || error.code !== 'learning.answers_rejected') return undefined
  const { errors = {} } = error
  const question = questions.find(({ key }) => Object.hasOwn(errors, key))
  if (!question) return undefined
  const { key } = question
  const [code = ''] = errors[key] ?? []
  return { key, problem: serverProblem(code, question, fields[key]) }
}
