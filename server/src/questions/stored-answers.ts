import { Answer, type Question, typeOf } from '@saathi/contract/questions/entities'
import { uploadRuleOf } from '@saathi/contract/questions/upload-rules'
import * as z from 'zod/mini'
import type { Ctx } from '#core/ctx.ts'
import { describeFile } from '#core/files/describe-file.ts'
import { findFile } from '#core/files/store.ts'

/** By question key; for a file its id. */
export const StoredAnswers = z.record(z.string(), Answer)
export type StoredAnswers = z.infer<typeof StoredAnswers>

export const isUpload = (question: Question): boolean => uploadRuleOf(typeOf(question)) !== undefined

/** For a password only the fact that it was given is stored: the question is only practice. */
export function toStored(questions: readonly Question[], answers: Readonly<Record<string, Answer>>): StoredAnswers {
  return Object.fromEntries(
    questions.flatMap((question) => {
      const answer = Object.hasOwn(answers, question.key) ? answers[question.key] : undefined
      if (answer === undefined) return []
      return [[question.key, typeOf(question) === 'Password' ? true : answer]]
    }),
  )
}

export const filesOf = (questions: readonly Question[], answers: StoredAnswers) =>
  questions.filter(isUpload).flatMap(({ key }) => {
    const fileId = Object.hasOwn(answers, key) ? answers[key] : undefined
    return typeof fileId === 'string' ? [{ questionKey: key, fileId }] : []
  })

/** A file comes with links signed for the reader; a file whose bytes were deleted is no answer any more. */
export async function showAnswer(ctx: Ctx, question: Question, answer: Answer) {
  if (!isUpload(question)) return answer
  const file = await findFile(ctx.db, String(answer))
  return file ? describeFile(ctx, file) : undefined
}
