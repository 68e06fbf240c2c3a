import type { CalendarProvider } from '@saathi/contract/calendar/entities'
import { DAY_MS } from '@saathi/contract/core/india-day'
import type { JobTools } from '#core/jobs/define-job.ts'
import type { Secret } from './integration-secret.ts'
import { hasConnected } from './integration-store.ts'
import { ProviderFailure } from './provider.ts'

/** So long is it tried to take out what we brought; then it is the person's own to delete. */
const TAKE_OUT_WITHIN_MS = DAY_MS

/** It failed for good: the provider no longer lets us in, or has not answered for as long as we try. */
export const isOver = ({ kind }: ProviderFailure, since: Date, now: Date): boolean =>
  kind === 'revoked' || now.getTime() - since.getTime() > TAKE_OUT_WITHIN_MS

type Given = { provider: CalendarProvider; email: string; secret: Secret }

/** The token is taken back where the provider has a call for it; if it cannot be, we forget it all the same. */
export async function giveBack({ db, engines, log }: JobTools, { provider, email, secret }: Given): Promise<void> {
  if ('password' in secret) return
  // With one token goes all that this account has allowed us: also for who has connected it again, or beside.
  if (await hasConnected(db, provider, email)) return
  try {
    await engines.calendars.clientOf(provider)?.revoke(secret.refreshToken ?? secret.accessToken)
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    log.warn({ provider, said: error.message }, 'calendar: a token could not be taken back')
  }
}
