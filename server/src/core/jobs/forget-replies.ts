import * as z from 'zod/mini'
import { deleteOldReplies } from '../idempotency.ts'
import { defineJob } from './define-job.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const AT_ONCE = 10_000

/** A phone repeats a write within minutes; after a day its answer is of no use to anybody. */
export const forgetRepliesJob = defineJob({
  name: 'core.forget_replies',
  payload: z.strictObject({}),
  retry: { limit: 3, delaySeconds: 600, backoff: true },
  timeoutSeconds: 60,
  everyDayAt: '03:30',
  work: async (ctx) => {
    const deleted = await deleteOldReplies(ctx.db, new Date(ctx.now().getTime() - DAY_MS), AT_ONCE)
    if (deleted === AT_ONCE) await ctx.enqueue(forgetRepliesJob, {})
  },
})
