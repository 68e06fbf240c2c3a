import { DAY_MS } from '@saathi/contract/core/time'
import * as z from 'zod/mini'
import { defineJob } from '#core/jobs/define-job.ts'
import { retentionCutoff } from '#core/jobs/retention.ts'
import { deleteOldCodes, deleteOldLinks } from './codes/store.ts'
import { reportConversionJob } from './sign-up/conversions.ts'
import { inviteJob } from './import/invite-job.ts'
import { runImportJob } from './import/run-job.ts'
import { forgetImportsJob, undoImportJob } from './import/undo-job.ts'
import { leaveJobs } from './leave/leave.ts'
import { deleteEndedBlocks, deleteOldTries } from './sign-in/block-store.ts'
import { deleteExpiredTokens, deleteOldSignIns } from './sign-in/store.ts'

/** A link that was never used. */
const LINK_RETENTION_DAYS = 30
const BATCH_SIZE = 10_000

const forgetSignInsJob = defineJob({
  name: 'accounts.forget_sign_ins',
  payload: z.strictObject({}),
  retry: { limit: 3, delaySeconds: 600, backoff: true },
  timeoutSeconds: 60,
  everyDayAt: '03:20',
  work: async (ctx) => {
    const signIns = await deleteOldSignIns(ctx.db, await retentionCutoff(ctx, 'sign_ins'), BATCH_SIZE)
    const tokens = await deleteExpiredTokens(ctx.db, ctx.now(), BATCH_SIZE)
    if (Math.max(signIns, tokens) === BATCH_SIZE) await ctx.enqueue(forgetSignInsJob, {})
  },
})

/** A code lives for minutes and a try counts for an hour, so a day is more than enough. */
const forgetCodesJob = defineJob({
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
    await deleteOldLinks(ctx.db, new Date(now.getTime() - LINK_RETENTION_DAYS * DAY_MS))
    if ((await deleteOldTries(ctx.db, dayAgo, BATCH_SIZE)) === BATCH_SIZE) await ctx.enqueue(forgetCodesJob, {})
  },
})

export const accountsJobs = [
  forgetSignInsJob,
  forgetCodesJob,
  forgetImportsJob,
  runImportJob,
  inviteJob,
  undoImportJob,
  reportConversionJob,
  ...leaveJobs,
]
