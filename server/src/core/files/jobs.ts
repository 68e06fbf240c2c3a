import * as z from 'zod/mini'
import type { Ctx } from '#core/ctx.ts'
import { definePreparedJob } from '#core/jobs/define-job.ts'
import { type FileStore, keyOf, variants } from './file-store.ts'
import { deleteFiles } from './store.ts'
import { sweepFiles } from './sweep.ts'

declare module '#core/jobs/define-job.ts' {
  interface Engines {
    fileStore: FileStore
  }
}

/** Enqueued in the transaction that deletes the rows, so bytes are deleted only when no row references them. */
export const deleteBytesJob = definePreparedJob({
  name: 'core.delete_bytes',
  payload: z.strictObject({ fileIds: z.array(z.uuid()) }),
  retry: { limit: 10, delaySeconds: 10, backoff: true, maxDelaySeconds: 3600 },
  timeoutSeconds: 300,
  prepare: async ({ engines, signal }, { fileIds }) => {
    for (const id of fileIds) {
      signal.throwIfAborted()
      for (const variant of variants) await engines.fileStore.delete(keyOf(id, variant))
    }
  },
  work: async () => {},
})

export const sweepFilesJob = definePreparedJob({
  name: 'core.sweep_files',
  payload: z.strictObject({}),
  retry: { limit: 3, delaySeconds: 600, backoff: true },
  timeoutSeconds: 3600,
  everyDayAt: '03:10',
  prepare: ({ db, log, engines, signal }) => sweepFiles({ db, store: engines.fileStore, log, signal }),
  work: async () => {},
})

const FILES_PER_JOB = 100

/** Deletes the rows in the caller's transaction, and the bytes after it has committed. */
export async function deleteFilesAndBytes(ctx: Pick<Ctx, 'db' | 'enqueue'>, fileIds: readonly string[]): Promise<void> {
  if (fileIds.length === 0) return
  await deleteFiles(ctx.db, fileIds)
  for (let at = 0; at < fileIds.length; at += FILES_PER_JOB) {
    await ctx.enqueue(deleteBytesJob, { fileIds: fileIds.slice(at, at + FILES_PER_JOB) })
  }
}
