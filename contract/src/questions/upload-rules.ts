import type { QuestionType } from './entities.ts'

const MB = 1024 * 1024

/** The texts come from the specification; `imageMaxSize2MB` and `invalidImageFile` are keys of its dictionary. */
export type UploadProblem =
  | 'questions.onlySmallerThan4MB'
  | 'questions.onlyJpgPng'
  | 'imageMaxSize2MB'
  | 'invalidImageFile'
  | 'questions.onlyPdfSmallerThan4MB'

export type UploadRule = {
  extensions: readonly string[]
  types: readonly string[]
  /** Inclusive. */
  maxBytes: number
  wrongType: UploadProblem
  tooLarge: UploadProblem
}

/** The maximum over all upload rules. */
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

/** A little more than any question allows, so that slightly too large files get the question's own message. */
export const ANSWER_FILE_MAX_BYTES = 5 * MB

export const uploadRuleOf = (type: QuestionType | undefined): UploadRule | undefined => (type ? rules[type] : undefined)

type FileDescription = { name: string; type: string; size: number }

/** Checks the declared properties, type before size; the server also checks the content. */
export function checkFile(rule: UploadRule, { name, type, size }: FileDescription): UploadProblem | undefined {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  const isNamedRight = name.includes('.') && rule.extensions.includes(extension)
  // Some systems declare no type, which becomes application/octet-stream on the way, or use an older name.
  const isDeclaredRight =
    type === '' || type === 'application/octet-stream' || rule.types.includes(type === 'image/jpg' ? 'image/jpeg' : type)
  if (!isNamedRight || !isDeclaredRight || size === 0) return rule.wrongType
  return size > rule.maxBytes ? rule.tooLarge : undefined
}
