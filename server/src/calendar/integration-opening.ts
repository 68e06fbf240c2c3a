import type { Secret } from './integration-secret.ts'
import type { OAuthClient } from './oauth-client.ts'
import { type Access, ProviderFailure } from './provider.ts'

type OpeningParts = {
  secret: Secret
  email: string
  client: OAuthClient | null
  /** Written down before it is used: a provider may take back the old one the moment it gives a new one. */
  keep: (secret: Secret, expiresInSeconds: number | null) => Promise<void>
}

/** What is sealed, as the provider wants to see it. */
export function openAccess({ secret, email, client, keep }: OpeningParts): Access {
  const over = new ProviderFailure('revoked', 'What we were given no longer opens the calendar')
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
      // We have no settings for it at the moment: a mistake of ours, which ends nobody's access.
      if (!client) throw new ProviderFailure('down', 'There is nobody to ask for what is newer')
      const newer = await client.renew(refreshToken)
      accessToken = newer.accessToken
      refreshToken = newer.refreshToken ?? refreshToken
      await keep({ accessToken, refreshToken }, newer.expiresInSeconds)
    },
  }
}
