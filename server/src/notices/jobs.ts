import * as z from 'zod/mini'
import { defineJob, definePreparedJob } from '#core/jobs/define-job.ts'
import { mailAwayJob } from './away-mail-job.ts'
import { deleteOldNotices } from './notice-store.ts'
import { pushJob, pushMorningJob, pushNowJob } from './push-job.ts'
import { sendMailJob } from './send-mail-job.ts'
import { deleteOldMail, wipeOldMail } from './store.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const KEPT_DAYS = 90
/** Longer than the attempts to send it go on; a mail may hold a code or a link that opens an account. */
const WORDS_KEPT_DAYS = 1
const NOTICES_KEPT_DAYS = 180
const AT_ONCE = 10_000

const forgetMailJob = definePreparedJob({
  name: 'notices.forget_mail',
  payload: z.strictObject({}),
  retry: { limit: 3, delaySeconds: 600, backoff: true },
  timeoutSeconds: 60,
  everyDayAt: '03:40',
  prepare: async ({ engines }) => ({ keepWords: engines.mail.isOwnMailbox }),
  work: async (ctx, _payload, { keepWords }) => {
    const daysAgo = (days: number) => new Date(ctx.now().getTime() - days * DAY_MS)
    const deleted = await deleteOldMail(ctx.db, daysAgo(KEPT_DAYS), AT_ONCE)
    const wiped = keepWords ? 0 : await wipeOldMail(ctx.db, daysAgo(WORDS_KEPT_DAYS), AT_ONCE)
    if (deleted === AT_ONCE || wiped === AT_ONCE) await ctx.enqueue(forgetMailJob, {})
  },
})

/** Read or not: after half a year it is no longer news. */
const forgetNoticesJob = defineJob({
  name: 'notices.forget_notices',
  payload: z.strictObject({}),
  retry: { limit: 3, delaySeconds: 600, backoff: true },
  timeoutSeconds: 60,
  everyDayAt: '03:50',
  work: async (ctx) => {
    const deleted = await deleteOldNotices(ctx.db, new Date(ctx.now().getTime() - NOTICES_KEPT_DAYS * DAY_MS), AT_ONCE)
    if (deleted === AT_ONCE) await ctx.enqueue(forgetNoticesJob, {})
  },
})

export const noticesJobs = [sendMailJob, mailAwayJob, pushJob, pushNowJob, pushMorningJob, forgetMailJob, forgetNoticesJob]
