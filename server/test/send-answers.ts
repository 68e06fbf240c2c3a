import { saveAnswers } from '@saathi/contract/learning/quiz-calls'
import type { TestServer } from './harness.ts'
import { type Part, sendForm } from './send-form.ts'

export { replyOf } from './send-form.ts'

export type QuizRef = { session: number; step: number; quiz: number }

/** The answers are in `data` and in the other parts. */
export const sendQuizForm = (
  server: TestServer,
  personId: number | null,
  parts: Iterable<readonly [string, Part]>,
  headers: Record<string, string> = {},
) => sendForm(server, saveAnswers, personId, parts, headers)

type AnswersInput = { answers?: unknown; parts?: Readonly<Record<string, Part>>; key?: string }

/** The answers as an object in `data`, with files and single answers as separate parts. */
export function sendAnswers(
  server: TestServer,
  personId: number | null,
  place: QuizRef,
  { answers, parts = {}, key }: AnswersInput = {},
) {
  const data = { ...place, ...(answers !== undefined && { answer_json: answers }), mentorship: '' }
  const form = [['data', JSON.stringify(data)] as const, ...Object.entries(parts)]
  return sendQuizForm(server, personId, form, key === undefined ? {} : { 'idempotency-key': key })
}
