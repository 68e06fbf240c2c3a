import * as z from 'zod/mini'
import { deleteOldReplies } from '../idempotency.ts'
import { defineJob } from './define-job.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** A phone that was away repeats what it had sent without hearing the answer; so long it must count only once. */
const KEPT_MS = 30 * DAY_MS
const AT_ONCE = 10_000

export const forgetRepliesJob = defineJob({
  name: 'core.forget_replies',
  payload: z.strictObject({}),
  retry: { limit: 3, delaySeconds: 600, backoff: true },
  timeoutSeconds: 60,
  everyDayAt: '03:30',
  work: async (ctx) => {
    const deleted = await deleteOldReplies(ctx.db, new Date(ctx.now().getTime() - KEPT_MS), AT_ONCE)
    if (deleted === AT_ONCE) await ctx.enqueue(forgetRepliesJob, {})
  },
})
