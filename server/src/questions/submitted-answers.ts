import type { Keyed, UploadedFile } from '@saathi/contract/core/call'
import { isForbiddenKey } from '@saathi/contract/core/wire'
import { MAX_ANSWERS } from '@saathi/contract/questions/answer-form'
import { checkAnswers } from '@saathi/contract/questions/answers'
import { Answer, type Question, typeOf } from '@saathi/contract/questions/entities'
import { checkFile, type UploadProblem, uploadRuleOf } from '@saathi/contract/questions/upload-rules'
import type { RefusalCode } from '@saathi/contract/texts'
import * as z from 'zod/mini'
import { badField, Refusal } from '#core/errors.ts'
import { parsePlainJson } from '#core/http/plain-json.ts'

/** By question key; for a file its id. */
export const StoredAnswers = z.record(z.string(), Answer)
export type StoredAnswers = z.infer<typeof StoredAnswers>

const MAX_NAME = 100

export type SubmittedAnswers = { values: Readonly<Record<string, unknown>>; files: Readonly<Record<string, UploadedFile>> }

type AnswerForm = {
  answers: string | Readonly<Record<string, unknown>>
  keyed: Keyed<UploadedFile>
  /** The name of the map on the wire, for the reply if it is refused. */
  field: string
}

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Answers come as a map, as JSON text, or each in its own part; the map takes precedence. */
export function readAnswers({ answers, keyed, field }: AnswerForm): SubmittedAnswers {
  const map = typeof answers === 'string' ? parseMap(answers, field) : answers
  const values: Record<string, unknown> = { ...keyed.texts, ...map }
  if (Object.keys(values).length + Object.keys(keyed.files).length > MAX_ANSWERS) throw badField(field, 'too_many_answers')
  return { values, files: keyed.files }
}

function parseMap(text: string, field: string): Record<string, unknown> {
  if (text.trim() === '') return {}
  try {
    const value = parsePlainJson(text)
    if (isMap(value) && Object.keys(value).every((key) => key.length <= MAX_NAME && !isForbiddenKey(key))) return value
  } catch {
    // Falls through to the refusal below.
  }
  throw badField(field, 'not_a_map')
}

export const isUpload = (question: Question): boolean => uploadRuleOf(typeOf(question)) !== undefined

const purposeOf: Readonly<Record<string, string>> = {
  ImageResponse: 'answer_image',
  SingleImageUpload: 'answer_single_image',
  Document: 'answer_document',
}

export type AnswerFile = { questionKey: string; purpose: string; file: UploadedFile; wrongType: UploadProblem }

/** Splits the files into accepted ones, with their purpose, and problems by question. The type is checked before the size. */
function sortFiles(questions: readonly Question[], uploaded: Readonly<Record<string, UploadedFile>>) {
  const files: AnswerFile[] = []
  const problems: Record<string, UploadProblem | 'questions.wrongKind'> = {}
  for (const [questionKey, file] of Object.entries(uploaded)) {
    const question = questions.find(({ key }) => key === questionKey)
    const rule = question && uploadRuleOf(typeOf(question))
    const purpose = question && purposeOf[question.questionType]
    if (!question || question.disabled || !rule || !purpose) {
      problems[questionKey] = 'questions.wrongKind'
      continue
    }
    const problem = checkFile(rule, { name: file.name, type: file.type, size: file.bytes.byteLength })
    if (problem) problems[questionKey] = problem
    else files.push({ questionKey, purpose, file, wrongType: rule.wrongType })
  }
  return { files, problems }
}

export type CheckedAnswers = {
  /** In stored form, without the new files. */
  answers: Record<string, Answer>
  files: AnswerFile[]
  /** By question key, or by an unknown name from the request. */
  problems: Record<string, string>
}

const NOT_A_QUESTION = 'questions.notAQuestion'

/** Unknown questions are refused by name; a new file counts as the answer. */
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
