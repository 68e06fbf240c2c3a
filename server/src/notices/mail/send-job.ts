import { Id } from '@saathi/contract/core/fields'
import * as z from 'zod/mini'
import { definePreparedJob } from '#core/jobs/define-job.ts'
import { findUnsentMail, updateMailSent } from '../store.ts'

/** Only the row's id is queued: a mail's content may be secret. */
export const sendMailJob = definePreparedJob({
  name: 'notices.send_mail',
  payload: z.strictObject({ mailId: Id }),
  retry: { limit: 10, delaySeconds: 10, backoff: true, maxDelaySeconds: 3600 },
  timeoutSeconds: 60,
  concurrency: 2,
  prepare: async ({ db, engines }, { mailId }) => {
    const mail = await findUnsentMail(db, mailId)
    if (mail) await engines.mail.send(mail)
    return { isSent: mail !== null, keepContent: engines.mail.isOwnMailbox }
  },
  work: async (ctx, { mailId }, { isSent, keepContent }) => {
    if (isSent) await updateMailSent(ctx.db, mailId, ctx.now(), { keepContent })
  },
})
