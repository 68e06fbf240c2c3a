import * as z from 'zod/mini'
import { forgetFiles } from '#core/files/forget-files.ts'
import { defineJob } from '#core/jobs/define-job.ts'
import { lockUnsentFiles } from './attachment-store.ts'

/** Who has chosen a file and not sent it within a day has changed their mind. */
const KEPT_MS = 24 * 60 * 60 * 1000
/** What is more than this waits for the next night. */
const IN_ONE_NIGHT = 5_000

/** What hangs on no message: never sent, or its conversation is gone. */
export const forgetUnsentJob = defineJob({
  name: 'chat.forget_unsent',
  payload: z.strictObject({}),
  retry: { limit: 3, delaySeconds: 600, backoff: true },
  timeoutSeconds: 300,
  everyDayAt: '04:40',
  work: async (ctx) => {
    const before = new Date(ctx.now().getTime() - KEPT_MS)
    await forgetFiles(ctx, await lockUnsentFiles(ctx.db, before, IN_ONE_NIGHT))
  },
})
