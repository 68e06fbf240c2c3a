import type { Secret } from './secret.ts'
import type { OAuthClient } from '../providers/oauth-client.ts'
import { type Access, ProviderFailure } from '../providers/provider.ts'

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
