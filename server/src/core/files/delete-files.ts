import type { Ctx } from '#core/ctx.ts'
import { deleteBytesJob } from './jobs.ts'
import { deleteFiles } from './store.ts'

const FILES_PER_JOB = 100

/** Deletes the rows in the caller's transaction, and the bytes after it has committed. */
export async function deleteFilesAndBytes(ctx: Pick<Ctx, 'db' | 'enqueue'>, fileIds: readonly string[]): Promise<void> {
  if (fileIds.length === 0) return
  await deleteFiles(ctx.db, fileIds)
  for (let at = 0; at < fileIds.length; at += FILES_PER_JOB) {
    await ctx.enqueue(deleteBytesJob, { fileIds: fileIds.slice(at, at + FILES_PER_JOB) })
  }
}
