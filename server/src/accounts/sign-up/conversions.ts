import { createHash } from 'node:crypto'
import { Id } from '@saathi/contract/core/fields'
import * as z from 'zod/mini'
import { definePreparedJob } from '#core/jobs/define-job.ts'
import { findAddressOf } from '../address-store.ts'

/** Reports sign-ups to a third-party ads service. Only if the operator has configured it, and only for adults. */
export type ConversionEngine = {
  /** `eventId` stays the same across retries, so that the receiver counts a sign-up once. */
  report: (event: { eventId: string; emailSha256: string }, signal: AbortSignal) => Promise<void>
}

declare module '#core/jobs/define-job.ts' {
  interface Engines {
    conversions: ConversionEngine
  }
}

const TIMEOUT_MS = 10_000

/** The URL comes from the operator, not from a user, so it is fetched directly; redirects are not followed. */
export function conversionEngine(url: string | undefined): ConversionEngine {
  return {
    async report({ eventId, emailSha256 }, signal) {
      if (url === undefined) return
      const response = await fetch(url, {
        method: 'POST',
        redirect: 'error',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ event: 'sign_up', event_id: eventId, email_sha256: emailSha256 }),
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      })
      await response.body?.cancel()
      if (!response.ok) throw new Error(`The ads service replied with status ${response.status}`)
    },
  }
}

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
