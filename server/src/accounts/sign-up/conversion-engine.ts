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
