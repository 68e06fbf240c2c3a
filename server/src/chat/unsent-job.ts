import * as z from 'zod/mini'
import { deleteFilesAndBytes } from '#core/files/delete-files.ts'
import { defineJob } from '#core/jobs/define-job.ts'
import { lockUnsentFiles } from './attachment-store.ts'

/** A file that was not sent within a day is deleted. */
const UNSENT_KEPT_MS = 24 * 60 * 60 * 1000
/** The rest waits for the next night. */
const IN_ONE_NIGHT = 5_000

/** Files that no message uses: never sent, or their conversation was deleted. */
export const deleteUnsentJob = defineJob({
  name: 'chat.forget_unsent',
  payload: z.strictObject({}),
  retry: { limit: 3, delaySeconds: 600, backoff: true },
  timeoutSeconds: 300,
  everyDayAt: '04:40',
  work: async (ctx) => {
    const before = new Date(ctx.now().getTime() - UNSENT_KEPT_MS)
    await deleteFilesAndBytes(ctx, await lockUnsentFiles(ctx.db, before, IN_ONE_NIGHT))
  },
})
