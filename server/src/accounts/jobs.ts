import * as z from 'zod/mini'
import { defineJob } from '#core/jobs/define-job.ts'
import { deleteOldCodes } from './code-store.ts'
import { reportConversionJob } from './conversion-job.ts'
import { leaveJobs } from './leave-job.ts'
import { deleteEndedBlocks, deleteOldTries } from './sign-in-block-store.ts'
import { deleteExpiredTokens, deleteOldSignIns } from './sign-in-store.ts'
import { deleteOldLinks } from './verification-store.ts'

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

/** Long after any of them could still matter: a code lives minutes, a try counts for an hour. */
export const forgetCodesJob = defineJob({
  name: 'accounts.forget_codes',
  payload: z.strictObject({}),
  retry: { limit: 3, delaySeconds: 600, backoff: true },
  timeoutSeconds: 60,
  everyDayAt: '03:30',
  work: async (ctx) => {
    const now = ctx.now()
    const dayAgo = new Date(now.getTime() - DAY_MS)
    await deleteOldCodes(ctx.db, dayAgo)
    await deleteEndedBlocks(ctx.db, now)
    await deleteOldLinks(ctx.db, new Date(now.getTime() - KEPT_DAYS * DAY_MS))
    if ((await deleteOldTries(ctx.db, dayAgo, AT_ONCE)) === AT_ONCE) await ctx.enqueue(forgetCodesJob, {})
  },
})

export const accountsJobs = [forgetSignInsJob, forgetCodesJob, reportConversionJob, ...leaveJobs]
