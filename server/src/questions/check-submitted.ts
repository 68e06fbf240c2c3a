import { checkAnswers } from '@saathi/contract/questions/answers'
import type { Answer, Question } from '@saathi/contract/questions/entities'
import type { RefusalCode } from '@saathi/contract/texts'
import { Refusal } from '#core/errors.ts'
import { type AnswerFile, sortFiles } from './answer-files.ts'
import type { SubmittedAnswers } from './read-answers.ts'
import { isUpload, type StoredAnswers } from './stored-answers.ts'

export type CheckedAnswers = {
  /** In stored form, without the new files. */
  answers: Record<string, Answer>
  files: AnswerFile[]
  /** By question key, or by an unknown name from the request. */
  problems: Record<string, string>
}

const NOT_A_QUESTION = 'questions.notAQuestion'

/** Unknown questions are refused by name; a new file stands in for its answer. */
export function checkSubmitted(
  questions: readonly Question[],
  submitted: SubmittedAnswers,
  earlier: StoredAnswers,
): CheckedAnswers {
  const withFiles = { ...submitted.values, ...Object.fromEntries(Object.keys(submitted.files).map((key) => [key, 'a new file'])) }
  const { answers, problems } = checkAnswers(questions, withFiles)
  const all: Record<string, string> = { ...problems }
  for (const key of Object.keys(withFiles)) {
    if (!questions.some((question) => question.key === key)) all[key] = NOT_A_QUESTION
  }
  for (const { key } of questions.filter(isUpload)) {
    const isNew = Object.hasOwn(submitted.files, key)
    const isUnchanged = Object.hasOwn(earlier, key) && earlier[key] === answers[key]
    if (!isNew && answers[key] !== undefined && !isUnchanged) all[key] = 'questions.wrongKind'
    if (isNew) delete answers[key]
  }
  const { files, problems: fileProblems } = sortFiles(questions, submitted.files)
  return { answers, files, problems: { ...all, ...fileProblems } }
}

/** Creates the refusal a domain uses for such answers. */
export type Reject = (problems: Readonly<Record<string, string>>) => Refusal

const MAX_UNKNOWN = 20
const MAX_NAME = 100

/** Reports every question. Unknown names from the request are limited in number and length. */
export const rejectWith =
  (code: RefusalCode): Reject =>
  (problems) => {
    const all = Object.entries(problems)
    const unknown = all.filter(([, problem]) => problem === NOT_A_QUESTION).slice(0, MAX_UNKNOWN)
    const reported = [...all.filter(([, problem]) => problem !== NOT_A_QUESTION), ...unknown]
    const errors = Object.fromEntries(reported.map(([key, problem]) => [key.slice(0, MAX_NAME), [problem]]))
    return new Refusal(422, code, { errors })
  }

export function requireNoProblems(problems: Readonly<Record<string, string>>, reject: Reject): void {
  if (Object.keys(problems).length > 0) throw reject(problems)
}
