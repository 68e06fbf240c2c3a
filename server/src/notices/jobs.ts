import { Id } from '@saathi/contract/core/fields'
import * as z from 'zod/mini'
import { defineJob, definePreparedJob } from '#core/jobs/define-job.ts'
import { deleteOldNotices } from './notice-store.ts'
import { deleteOldMail, findUnsentMail, updateMailSent, wipeOldMail } from './store.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const KEPT_DAYS = 90
/** Longer than the attempts to send it go on; a mail may hold a code or a link that opens an account. */
const WORDS_KEPT_DAYS = 1
const NOTICES_KEPT_DAYS = 180
const AT_ONCE = 10_000

/** Only the row's id travels: what a mail says may be secret and has no place in a queue. */
export const sendMailJob = definePreparedJob({
  name: 'notices.send_mail',
  payload: z.strictObject({ mailId: Id }),
  retry: { limit: 10, delaySeconds: 10, backoff: true, maxDelaySeconds: 3600 },
  timeoutSeconds: 60,
  concurrency: 2,
  prepare: async ({ db, engines }, { mailId }) => {
    const mail = await findUnsentMail(db, mailId)
    if (mail) await engines.mail.send(mail)
    return { isSent: mail !== null, keepWords: engines.mail.isOwnMailbox }
  },
  work: async (ctx, { mailId }, { isSent, keepWords }) => {
    if (isSent) await updateMailSent(ctx.db, mailId, ctx.now(), { keepWords })
  },
})

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

export const noticesJobs = [sendMailJob, forgetMailJob, forgetNoticesJob]
