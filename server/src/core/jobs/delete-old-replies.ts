import * as z from 'zod/mini'
import { deleteOldReplies } from '../http/idempotency.ts'
import { defineJob } from './define-job.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** A phone that was offline repeats writes whose reply it missed; within this time they must count only once. */
const RETENTION_MS = 30 * DAY_MS
const BATCH = 10_000

export const deleteOldRepliesJob = defineJob({
  name: 'core.forget_replies',
  payload: z.strictObject({}),
  retry: { limit: 3, delaySeconds: 600, backoff: true },
  timeoutSeconds: 60,
  everyDayAt: '03:30',
  work: async (ctx) => {
    const deleted = await deleteOldReplies(ctx.db, new Date(ctx.now().getTime() - RETENTION_MS), BATCH)
    if (deleted === BATCH) await ctx.enqueue(deleteOldRepliesJob, {})
  },
})
