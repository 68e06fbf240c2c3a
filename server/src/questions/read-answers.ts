import type { Keyed, UploadedFile } from '@saathi/contract/core/call'
import { isForbiddenKey } from '@saathi/contract/core/wire'
import { MAX_ANSWERS } from '@saathi/contract/questions/answer-form'
import { badField } from '#core/errors.ts'
import { parsePlainJson } from '#core/http/plain-json.ts'

export type SubmittedAnswers = { values: Readonly<Record<string, unknown>>; files: Readonly<Record<string, UploadedFile>> }

type AnswerForm = {
  answers: string | Readonly<Record<string, unknown>>
  keyed: Keyed<UploadedFile>
  /** The map's name on the wire, for a refusal. */
  field: string
}

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const MAX_NAME = 100

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
