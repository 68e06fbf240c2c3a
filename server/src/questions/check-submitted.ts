import { checkAnswers } from '@saathi/contract/questions/check-answers'
import type { Answer, Question } from '@saathi/contract/questions/entities'
import { Refusal } from '#core/errors.ts'
import { type AnswerFile, sortFiles } from './answer-files.ts'
import type { SubmittedAnswers } from './read-answers.ts'
import { isUpload, type StoredAnswers } from './stored-answers.ts'

export type CheckedAnswers = {
  /** As they are kept, but for the new files. */
  answers: Record<string, Answer>
  files: AnswerFile[]
  /** By the question's key, or by a name that is none. */
  problems: Record<string, string>
}

const NOT_A_QUESTION = 'questions.notAQuestion'

/** Questions that are not asked here are refused by name; a new file stands in for its answer. */
export function checkSubmitted(questions: readonly Question[], given: SubmittedAnswers, earlier: StoredAnswers): CheckedAnswers {
  const withFiles = { ...given.values, ...Object.fromEntries(Object.keys(given.files).map((key) => [key, 'a new file'])) }
  const { answers, problems } = checkAnswers(questions, withFiles)
  const all: Record<string, string> = { ...problems }
  for (const key of Object.keys(withFiles)) {
    if (!questions.some((question) => question.key === key)) all[key] = NOT_A_QUESTION
  }
  for (const { key } of questions.filter(isUpload)) {
    const isNew = Object.hasOwn(given.files, key)
    const isKept = Object.hasOwn(earlier, key) && earlier[key] === answers[key]
    if (!isNew && answers[key] !== undefined && !isKept) all[key] = 'questions.wrongKind'
    if (isNew) delete answers[key]
  }
  const { files, problems: fileProblems } = sortFiles(questions, given.files)
  return { answers, files, problems: { ...all, ...fileProblems } }
}

/** What a room refuses such answers with. */
export type Reject = (problems: Readonly<Record<string, string>>) => Refusal

const MAX_UNKNOWN = 20
const MAX_NAME = 100

/** Every question is told of. Names from the request: no more of them, and no longer ones, than are of use. */
export const rejectWith =
  (code: string, message: string): Reject =>
  (problems) => {
    const all = Object.entries(problems)
    const unknown = all.filter(([, problem]) => problem === NOT_A_QUESTION).slice(0, MAX_UNKNOWN)
    const told = [...all.filter(([, problem]) => problem !== NOT_A_QUESTION), ...unknown]
    const errors = Object.fromEntries(told.map(([key, problem]) => [key.slice(0, MAX_NAME), [problem]]))
    return new Refusal(422, code, message, { errors })
  }

export function requireNoProblems(problems: Readonly<Record<string, string>>, reject: Reject): void {
  if (Object.keys(problems).length > 0) throw reject(problems)
}
