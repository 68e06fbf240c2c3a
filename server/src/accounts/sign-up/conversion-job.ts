import { createHash } from 'node:crypto'
import { Id } from '@saathi/contract/core/fields'
import * as z from 'zod/mini'
import { definePreparedJob } from '#core/jobs/define-job.ts'
import { findAddressOf } from '../address-store.ts'

/** The queue holds only the person's id, never an address. */
export const reportConversionJob = definePreparedJob({
  name: 'accounts.report_conversion',
  payload: z.strictObject({ personId: Id }),
  retry: { limit: 5, delaySeconds: 60, backoff: true, maxDelaySeconds: 3600 },
  timeoutSeconds: 30,
  prepare: async ({ db, engines, signal }, { personId }) => {
    const email = await findAddressOf(db, personId)
    if (email === null) return
    const emailSha256 = createHash('sha256').update(email.toLowerCase()).digest('hex')
    const eventId = createHash('sha256').update(`sign-up ${personId} ${emailSha256}`).digest('hex').slice(0, 32)
    await engines.conversions.report({ eventId, emailSha256 }, signal)
  },
  work: async () => {},
})
