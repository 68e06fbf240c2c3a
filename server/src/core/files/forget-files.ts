import type { Ctx } from '#core/ctx.ts'
import { deleteBytesJob } from './jobs.ts'
import { deleteFiles } from './store.ts'

const IN_ONE_JOB = 100

/** The rows go with the caller's transaction, the bytes once it has committed. */
export async function forgetFiles(ctx: Pick<Ctx, 'db' | 'enqueue'>, fileIds: readonly string[]): Promise<void> {
  if (fileIds.length === 0) return
  await deleteFiles(ctx.db, fileIds)
  for (let at = 0; at < fileIds.length; at += IN_ONE_JOB) {
    await ctx.enqueue(deleteBytesJob, { fileIds: fileIds.slice(at, at + IN_ONE_JOB) })
  }
}
