import * as z from 'zod/mini'
import { defineJob } from '#core/jobs/define-job.ts'
import { deleteExpiredTokens, deleteOldSignIns } from './sign-in-store.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Long enough to answer where somebody was signed in; after that it is nobody's business. */
const KEPT_DAYS = 30
const AT_ONCE = 10_000

export const forgetSignInsJob = defineJob({
  name: 'accounts.forget_sign_ins',
  payload: z.strictObject({}),
  retry: { limit: 3, delaySeconds: 600, backoff: true },
  timeoutSeconds: 60,
  everyDayAt: '03:20',
  work: async (ctx) => {
    const signIns = await deleteOldSignIns(ctx.db, new Date(ctx.now().getTime() - KEPT_DAYS * DAY_MS), AT_ONCE)
    const tokens = await deleteExpiredTokens(ctx.db, ctx.now(), AT_ONCE)
    if (Math.max(signIns, tokens) === AT_ONCE) await ctx.enqueue(forgetSignInsJob, {})
  },
})

export const accountsJobs = [forgetSignInsJob]
