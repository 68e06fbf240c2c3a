/** Tells a third party's ads service of a sign-up. Only where an operator has configured it, and only of adults. */
export type ConversionEngine = {
  /** `eventId` is the same however often one sign-up has to be reported, so that the other side counts it once. */
  report: (event: { eventId: string; emailSha256: string }, signal: AbortSignal) => Promise<void>
}

declare module '#core/jobs/define-job.ts' {
  interface Engines {
    conversions: ConversionEngine
  }
}

const TIMEOUT_MS = 10_000

/** The address is the operator's own choice and no user's wish, so it is asked directly; where it redirects to is not followed. */
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
      if (!response.ok) throw new Error(`The ads service answered ${response.status}`)
    },
  }
}
