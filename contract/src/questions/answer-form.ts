import * as z from 'zod/mini'
import { ANSWER_FILE_MAX_BYTES, LARGEST_ANSWER_BYTES } from './upload-rules.ts'

export const MAX_ANSWERS = 100
const MAX_FILES = 10

const AnswerMap = z
  .record(z.string().check(z.maxLength(100)), z.unknown())
  .check(z.refine((answers) => Object.keys(answers).length <= MAX_ANSWERS, 'must not hold so many answers'))

/** Answers by question key. Some pages send the map as an object, some as JSON text. */
export const AnswerJson = z._default(z.union([AnswerMap, z.string().check(z.maxLength(200_000))]), {})

/** In addition, each question may have its own part with text or a file, each as large as a question allows. */
export const answerParts = {
  maxBytes: ANSWER_FILE_MAX_BYTES,
  maxFiles: MAX_FILES,
  maxTotalBytes: MAX_FILES * LARGEST_ANSWER_BYTES,
}
