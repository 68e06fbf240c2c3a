import type { CalendarProvider } from '@saathi/contract/calendar/entities'
import { DAY_MS } from '@saathi/contract/core/time'
import type { JobTools } from '#core/jobs/define-job.ts'
import type { OAuthClient } from '../providers/oauth-client.ts'
import { type Access, ProviderFailure } from '../providers/provider.ts'
import type { Secret } from './secret.ts'
import { hasConnected } from './store.ts'

type AccessParts = {
  secret: Secret
  email: string
  client: OAuthClient | null
  /** Stored before it is used: the provider may invalidate the old token immediately. */
  keep: (secret: Secret, expiresInSeconds: number | null) => Promise<void>
}

/** The credentials as an Authorization header. */
export function openAccess({ secret, email, client, keep }: AccessParts): Access {
  const over = new ProviderFailure('revoked', 'The credentials no longer grant access')
  if ('password' in secret) {
    return {
      header: () => `Basic ${Buffer.from(`${email}:${secret.password}`).toString('base64')}`,
      renew: () => Promise.reject(over),
    }
  }
  let { accessToken, refreshToken } = secret
  return {
    header: () => `Bearer ${accessToken}`,
    async renew() {
      if (refreshToken === null) throw over
      // Missing settings are our mistake and must not revoke the connection.
      if (!client) throw new ProviderFailure('down', 'There is no OAuth client to renew the token')
      const newer = await client.renew(refreshToken)
      accessToken = newer.accessToken
      refreshToken = newer.refreshToken ?? refreshToken
      await keep({ accessToken, refreshToken }, newer.expiresInSeconds)
    },
  }
}

/** How long we try to remove synced events; after that the person must delete them. */
const REMOVE_WITHIN_MS = DAY_MS

/** The removal has failed permanently: access was revoked, or the time limit has passed. */
export const isFinalFailure = ({ kind }: ProviderFailure, since: Date, now: Date): boolean =>
  kind === 'revoked' || now.getTime() - since.getTime() > REMOVE_WITHIN_MS

type TokenOwner = { provider: CalendarProvider; email: string; secret: Secret }

/** Revokes the token if the provider supports it; a failure is only logged. */
export async function revokeToken({ db, engines, log }: JobTools, { provider, email, secret }: TokenOwner): Promise<void> {
  if ('password' in secret) return
  // Revoking one token ends all access to this provider account, so skip it while another person is connected to it.
  if (await hasConnected(db, provider, email)) return
  try {
    await engines.calendars.clientOf(provider)?.revoke(secret.refreshToken ?? secret.accessToken)
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    log.warn({ provider, reason: error.message }, 'calendar: token revocation failed')
  }
}
