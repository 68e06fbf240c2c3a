import type { UploadedFile } from '@saathi/contract/core/call'
import { type Question, typeOf } from '@saathi/contract/questions/entities'
import { checkFile, type UploadProblem, uploadRuleOf } from '@saathi/contract/questions/upload-rules'
import { Refusal } from '#core/errors.ts'
import { type KindName } from '#core/files/kinds.ts'
import type { Purposes } from '#core/files/purposes.ts'
import { ownerOnly } from '#core/files/purposes.ts'

const MB = 1024 * 1024
const pictures: readonly KindName[] = ['jpeg', 'png']

/** Only the person who gave the answer may open it. */
export const answerPurposes: Purposes = {
  answer_image: { kinds: pictures, maxBytes: 4 * MB, mayRead: ownerOnly },
  answer_single_image: { kinds: pictures, maxBytes: 2 * MB, mayRead: ownerOnly },
  answer_document: { kinds: ['pdf'], maxBytes: 4 * MB, mayRead: ownerOnly },
}

const purposeOf: Readonly<Record<string, string>> = {
  ImageResponse: 'answer_image',
  SingleImageUpload: 'answer_single_image',
  Document: 'answer_document',
}

export type AnswerFile = { questionKey: string; purpose: string; file: UploadedFile; wrongType: UploadProblem }

/** Each file with its purpose; problems of the others by question, type before size. */
export function sortFiles(questions: readonly Question[], uploaded: Readonly<Record<string, UploadedFile>>) {
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

/** Maps a content error to the message of its question. */
export function explainRefusedFile(error: unknown, { wrongType }: AnswerFile): UploadProblem | undefined {
  return error instanceof Refusal && error.code.startsWith('files.') ? wrongType : undefined
}
