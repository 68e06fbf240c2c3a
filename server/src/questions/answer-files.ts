import type { Answer, Question } from '@saathi/contract/questions/entities'
import type { UploadProblem } from '@saathi/contract/questions/upload-rules'
import type { Ctx } from '#core/ctx.ts'
import { Refusal } from '#core/errors.ts'
import { describeFile } from '#core/files/describe-file.ts'
import { type KindName } from '#core/files/kinds.ts'
import type { Files } from '#core/files/open-files.ts'
import { ownerOnly, type Purposes } from '#core/files/purposes.ts'
import { findFile } from '#core/files/store.ts'
import { deleteBytes, insertUpload, storeUpload, type StoredUpload } from '#core/files/upload.ts'
import { type AnswerFile, isUpload, type Reject } from './submitted-answers.ts'

const MB = 1024 * 1024
const pictures: readonly KindName[] = ['jpeg', 'png']

/** Only the person who gave the answer may open it. */
export const answerPurposes: Purposes = {
  answer_image: { kinds: pictures, maxBytes: 4 * MB, mayRead: ownerOnly },
  answer_single_image: { kinds: pictures, maxBytes: 2 * MB, mayRead: ownerOnly },
  answer_document: { kinds: ['pdf'], maxBytes: 4 * MB, mayRead: ownerOnly },
}

/** The bytes are stored, but the row that refers to them is not written yet. */
export type StoredFile = { questionKey: string; upload: StoredUpload }
export type FileKeeper = {
  keep: (purpose: string, file: AnswerFile['file'], personId: number) => Promise<StoredUpload>
  drop: (upload: StoredUpload) => Promise<void>
}

export const fileKeeper = (files: Files, log: Ctx['log']): FileKeeper => ({
  keep: (purpose, file, personId) => storeUpload(files, purpose, file, { personId, log }),
  drop: (upload) => deleteBytes(files, upload),
})

/** Runs before the transaction and after all answers were checked: a refusal leaves no file behind. */
export async function keepFiles(
  { personId }: { personId: number },
  files: readonly AnswerFile[],
  keeper: FileKeeper,
  reject: Reject,
): Promise<StoredFile[]> {
  const stored: StoredFile[] = []
  try {
    for (const answer of files) {
      stored.push({ questionKey: answer.questionKey, upload: await keeper.keep(answer.purpose, answer.file, personId) })
    }
  } catch (error) {
    await dropAll(stored, keeper)
    const refused = files[stored.length]
    const problem = refused && explainRefusedFile(error, refused)
    throw problem ? reject({ [refused.questionKey]: problem }) : error
  }
  return stored
}

/** Deletes the files if the transaction is refused, for example because another submission came first. */
export async function dropIfRefused<T>(files: readonly StoredFile[], keeper: FileKeeper, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    // Other errors may be retried and then need the files.
    if (error instanceof Refusal) await dropAll(files, keeper)
    throw error
  }
}

async function dropAll(files: readonly StoredFile[], { drop }: FileKeeper): Promise<void> {
  for (const { upload } of files) await drop(upload)
}

/** The id of each new file, by question. */
export async function insertStoredFiles(ctx: Ctx, files: readonly StoredFile[]): Promise<Record<string, string>> {
  const ids = new Map<string, string>()
  for (const { questionKey, upload } of files) ids.set(questionKey, (await insertUpload(ctx, upload)).id)
  return Object.fromEntries(ids)
}

/** Maps a content error to the message of its question. */
function explainRefusedFile(error: unknown, { wrongType }: AnswerFile): UploadProblem | undefined {
  return error instanceof Refusal && error.code.startsWith('files.') ? wrongType : undefined
}

/** A file comes with links signed for the reader; a file whose bytes were deleted is no answer any more. */
export async function showAnswer(ctx: Ctx, question: Question, answer: Answer) {
  if (!isUpload(question)) return answer
  const file = await findFile(ctx.db, String(answer))
  return file ? describeFile(ctx, file) : undefined
}
