import { createHash, randomUUID } from 'node:crypto'
import { UnsecuredJWT } from 'jose'
import { type OAuthProvider, oauthRules } from '#calendar/public.ts'
import { type ProviderRequest, inJson, type ProviderReply, unknownIn } from './calendar-messages.ts'

export const CLIENT = { clientId: 'saathi-demo-calendar', clientSecret: 'everybody knows this one' }
const EXPIRES_IN_SECONDS = 3599
const MAX_STORED = 500

const commonParameters =
  'client_id redirect_uri response_type scope state code_challenge code_challenge_method prompt login_hint nonce'
type OAuthBehaviour = {
  /** Documented parameters of its authorisation page, in addition to the common ones. */
  authorizesWith: string
  /** Whether a renewal issues a new refresh token and revokes the old one. */
  rotates: boolean
  renewsWith: string
  /** The parameters of token revocation; null if the provider has none. */
  revokesWith: string | null
}
const behaviours: Readonly<Record<OAuthProvider, OAuthBehaviour>> = {
  google: {
    authorizesWith: 'access_type include_granted_scopes enable_granular_consent hd',
    rotates: false,
    renewsWith: '',
    revokesWith: 'token',
  },
  outlook: { authorizesWith: 'response_mode domain_hint', rotates: true, renewsWith: 'scope', revokesWith: null },
  yahoo: {
    authorizesWith: 'language',
    rotates: true,
    renewsWith: 'redirect_uri',
    revokesWith: 'client_id client_secret token token_type_hint',
  },
}

type Grant = { email: string; redirectUri: string; challenge: string; scope: string }
export type SimulatedOAuth = ReturnType<typeof simulateOAuth>

/**
 * The OAuth endpoints of a provider: codes that work once and only with their verifier, and tokens that can expire or be revoked.
 */
export function simulateOAuth(provider: OAuthProvider) {
  const { authorizesWith, rotates, renewsWith, revokesWith } = behaviours[provider]
  const grants = new Map<string, Grant>()
  const access = new Map<string, string>()
  const refresh = new Map<string, string>()

  const store = <V>(map: Map<string, V>, value: V): string => {
    const token = randomUUID()
    map.set(token, value)
    for (const oldest of [...map.keys()].slice(0, Math.max(0, map.size - MAX_STORED))) map.delete(oldest)
    return token
  }

  /** The problem of an authorisation request; null if there is none. */
  function wrongIn(query: URLSearchParams): string | null {
    const unknown = unknownIn(query.keys(), `${commonParameters} ${authorizesWith}`.split(' '))
    if (unknown) return `${provider} knows no ${unknown}`
    if (query.get('client_id') !== CLIENT.clientId) return 'unauthorized_client'
    if (query.get('response_type') !== 'code') return 'unsupported_response_type'
    if (!/^[\w-]{43}$/.test(query.get('code_challenge') ?? '')) return 'code_challenge is missing'
    if (query.get('code_challenge_method') !== 'S256') return 'code_challenge_method must be S256'
    const isOffline = provider !== 'google' || query.get('access_type') === 'offline'
    if (!isOffline || !query.get('scope')?.includes(oauthRules[provider].needed)) return 'invalid_scope'
    return null
  }

  const issueCode = (query: URLSearchParams, email: string, scope = query.get('scope') ?? ''): string =>
    store(grants, {
      email,
      scope,
      redirectUri: query.get('redirect_uri') ?? '',
      challenge: query.get('code_challenge') ?? '',
    })

  function tokensFor(email: string, scope: string, refreshToken: string | null): ProviderReply {
    const claims = {
      aud: CLIENT.clientId,
      sub: `${provider} ${email}`,
      ...(provider === 'outlook' ? { preferred_username: email } : { email }),
    }
    return inJson(200, {
      access_token: store(access, email),
      token_type: 'Bearer',
      expires_in: EXPIRES_IN_SECONDS,
      scope,
      id_token: new UnsecuredJWT(claims).encode(),
      ...(refreshToken !== null && { refresh_token: refreshToken }),
    })
  }

  function token(request: ProviderRequest): ProviderReply {
    const fields = formOf(request)
    if (!fields) return inJson(400, { error: 'invalid_request' })
    if (!isClient(fields)) return inJson(401, { error: 'invalid_client' })
    const kind = fields.get('grant_type')
    const known = kind === 'refresh_token' ? `refresh_token ${renewsWith}` : 'code code_verifier redirect_uri'
    const required = known.split(' ').filter((name) => name !== '' && name !== 'scope')
    if (unknownIn(fields.keys(), ['client_id', 'client_secret', 'grant_type', ...known.split(' ')])) {
      return inJson(400, { error: 'invalid_request' })
    }
    if (required.some((name) => !fields.get(name))) return inJson(400, { error: 'invalid_request' })
    return kind === 'refresh_token' ? renew(fields) : redeem(fields)
  }

  function redeem(fields: URLSearchParams): ProviderReply {
    const code = fields.get('code') ?? ''
    const grant = grants.get(code)
    grants.delete(code)
    const challenge = createHash('sha256')
      .update(fields.get('code_verifier') ?? '')
      .digest('base64url')
    if (!grant || grant.challenge !== challenge || grant.redirectUri !== fields.get('redirect_uri')) {
      return inJson(400, { error: 'invalid_grant' })
    }
    return tokensFor(grant.email, grant.scope, store(refresh, grant.email))
  }

  function renew(fields: URLSearchParams): ProviderReply {
    const oldToken = fields.get('refresh_token') ?? ''
    const email = refresh.get(oldToken)
    if (email === undefined) return inJson(400, { error: 'invalid_grant' })
    if (rotates) refresh.delete(oldToken)
    return tokensFor(email, oauthRules[provider].scope, rotates ? store(refresh, email) : null)
  }

  /** As in RFC 7009: revoking one token revokes everything the person has allowed. */
  function revoke(request: ProviderRequest): ProviderReply {
    const fields = formOf(request)
    if (revokesWith === null || !fields || request.query.size > 0) return inJson(404, { error: 'not_found' })
    const known = revokesWith.split(' ')
    if (unknownIn(fields.keys(), known)) return inJson(400, { error: 'invalid_request' })
    if (known.includes('client_secret') && !isClient(fields)) return inJson(401, { error: 'invalid_client' })
    const revokedToken = fields.get('token') ?? ''
    const email = refresh.get(revokedToken) ?? access.get(revokedToken)
    if (email === undefined) return inJson(400, { error: 'invalid_token' })
    end(email)
    return { status: 200 }
  }

  function end(email: string): void {
    for (const map of [access, refresh]) for (const [word, owner] of map) if (owner === email) map.delete(word)
  }

  return {
    wrongIn,
    issueCode,
    token,
    revoke,
    /** The account of a request; null for an unknown or expired token. */
    accountOf: (header: string | null) => access.get(/^Bearer (.+)$/.exec(header ?? '')?.[1] ?? '') ?? null,
    /** As if the person had revoked the permission at the provider. */
    end,
    expireAccessTokens: () => access.clear(),
    /** Issues tokens without the OAuth flow, for tests of what follows. */
    issueTokens: (email: string) => ({ accessToken: store(access, email), refreshToken: store(refresh, email) }),
    hasTokensOf: (email: string) => [...refresh.values()].includes(email),
  }
}

/** Null if it is not a form. */
const formOf = ({ method, header, body }: ProviderRequest): URLSearchParams | null =>
  method === 'POST' && header('content-type')?.split(';')[0] === 'application/x-www-form-urlencoded'
    ? new URLSearchParams(body)
    : null

const isClient = (fields: URLSearchParams): boolean =>
  fields.get('client_id') === CLIENT.clientId && fields.get('client_secret') === CLIENT.clientSecret
