import type { QuestionType } from './entities.ts'

const MB = 1024 * 1024

/** The texts are the specification's; `imageMaxSize2MB` and `invalidImageFile` are keys of its dictionary. */
export type UploadProblem =
  | 'questions.onlySmallerThan4MB'
  | 'questions.onlyJpgPng'
  | 'imageMaxSize2MB'
  | 'invalidImageFile'
  | 'questions.onlyPdfSmallerThan4MB'

export type UploadRule = {
  extensions: readonly string[]
  types: readonly string[]
  /** Up to and including. */
  maxBytes: number
  wrongType: UploadProblem
  tooLarge: UploadProblem
}

/** What no question's rule goes beyond. */
export const LARGEST_ANSWER_BYTES = 4 * MB

const images = { extensions: ['jpg', 'jpeg', 'png'], types: ['image/jpeg', 'image/png'] }

const rules: Partial<Record<QuestionType, UploadRule>> = {
  ImageResponse: {
    ...images,
    maxBytes: LARGEST_ANSWER_BYTES,
    wrongType: 'questions.onlyJpgPng',
    tooLarge: 'questions.onlySmallerThan4MB',
  },
  SingleImageUpload: { ...images, maxBytes: 2 * MB, wrongType: 'invalidImageFile', tooLarge: 'imageMaxSize2MB' },
  Document: {
    extensions: ['pdf'],
    types: ['application/pdf'],
    maxBytes: LARGEST_ANSWER_BYTES,
    wrongType: 'questions.onlyPdfSmallerThan4MB',
    tooLarge: 'questions.onlyPdfSmallerThan4MB',
  },
}

/** A little more than any question takes, so that whoever is just over learns it in the question's own words. */
export const ANSWER_FILE_MAX_BYTES = 5 * MB

export const uploadRuleOf = (type: QuestionType | undefined): UploadRule | undefined => (type ? rules[type] : undefined)

type Described = { name: string; type: string; size: number }

/** By what the file says of itself, its type before its size; the server looks inside as well. */
export function checkFile(rule: UploadRule, { name, type, size }: Described): UploadProblem | undefined {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  const isNamedRight = name.includes('.') && rule.extensions.includes(extension)
  // Some systems declare nothing, which on its way becomes a name for any bytes, or an older name for the same thing.
  const isDeclaredRight =
    type === '' || type === 'application/octet-stream' || rule.types.includes(type === 'image/jpg' ? 'image/jpeg' : type)
  if (!isNamedRight || !isDeclaredRight || size === 0) return rule.wrongType
  return size > rule.maxBytes ? rule.tooLarge : undefined
}
