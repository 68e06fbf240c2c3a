import { DAY_MS } from '@saathi/contract/core/time'
import * as z from 'zod/mini'
import { defineJob, definePreparedJob } from '#core/jobs/define-job.ts'
import { retentionCutoff } from '#core/jobs/retention.ts'
import { mailAwayJob } from './mail/away-job.ts'
import { deleteOldNotices } from './notice-store.ts'
import { pushJob, pushMorningJob, pushNowJob } from './push/job.ts'
import { sendMailJob } from './mail/send.ts'
import { deleteOldMail, wipeOldMail } from './store.ts'

/** Longer than sending is retried; a mail may contain a code or a link that opens an account. */
const CONTENT_MS = DAY_MS
const BATCH_SIZE = 10_000

const forgetMailJob = definePreparedJob({
  name: 'notices.forget_mail',
  payload: z.strictObject({}),
  retry: { limit: 3, delaySeconds: 600, backoff: true },
  timeoutSeconds: 60,
  everyDayAt: '03:40',
  prepare: async ({ engines }) => ({ keepContent: engines.mail.isOwnMailbox }),
  work: async (ctx, _payload, { keepContent }) => {
    const deleted = await deleteOldMail(ctx.db, await retentionCutoff(ctx, 'mail'), BATCH_SIZE)
    const wiped = keepContent ? 0 : await wipeOldMail(ctx.db, new Date(ctx.now().getTime() - CONTENT_MS), BATCH_SIZE)
    if (deleted === BATCH_SIZE || wiped === BATCH_SIZE) await ctx.enqueue(forgetMailJob, {})
  },
})

/** After half a year a notice is no longer news, whether it was read or not. */
const forgetNoticesJob = defineJob({
  name: 'notices.forget_notices',
  payload: z.strictObject({}),
  retry: { limit: 3, delaySeconds: 600, backoff: true },
  timeoutSeconds: 60,
  everyDayAt: '03:50',
  work: async (ctx) => {
    const deleted = await deleteOldNotices(ctx.db, await retentionCutoff(ctx, 'notices'), BATCH_SIZE)
    if (deleted === BATCH_SIZE) await ctx.enqueue(forgetNoticesJob, {})
  },
})

export const noticesJobs = [sendMailJob, mailAwayJob, pushJob, pushNowJob, pushMorningJob, forgetMailJob, forgetNoticesJob]
