import { createHash, randomUUID } from 'node:crypto'
import { UnsecuredJWT } from 'jose'
import { type OAuthProvider, oauthRules } from '#calendar/public.ts'
import { type Heard, inJson, type Told, unknownIn } from './calendar-heard.ts'

export const CLIENT = { clientId: 'saathi-demo-calendar', clientSecret: 'everybody knows this one' }
const EXPIRES_IN_SECONDS = 3599
const MAX_KEPT = 500

const everywhere = 'client_id redirect_uri response_type scope state code_challenge code_challenge_method prompt login_hint nonce'
type Habits = {
  /** What it documents for its authorisation page, beside what all do. */
  asks: string
  /** Whether a renewal gives a new refresh token and ends the old one. */
  rotates: boolean
  renewsWith: string
  /** What it knows where a token is given back; null where that is not possible. */
  revokesWith: string | null
}
const habits: Readonly<Record<OAuthProvider, Habits>> = {
  google: {
    asks: 'access_type include_granted_scopes enable_granular_consent hd',
    rotates: false,
    renewsWith: '',
    revokesWith: 'token',
  },
  outlook: { asks: 'response_mode domain_hint', rotates: true, renewsWith: 'scope', revokesWith: null },
  yahoo: {
    asks: 'language',
    rotates: true,
    renewsWith: 'redirect_uri',
    revokesWith: 'client_id client_secret token token_type_hint',
  },
}

type Grant = { email: string; redirectUri: string; challenge: string; scope: string }
export type PlayedOAuth = ReturnType<typeof playOAuth>

/** The sign-in of a provider: codes that serve once and only with their verifier, and tokens that can run out or be ended. */
export function playOAuth(provider: OAuthProvider) {
  const { asks, rotates, renewsWith, revokesWith } = habits[provider]
  const grants = new Map<string, Grant>()
  const access = new Map<string, string>()
  const refresh = new Map<string, string>()

  const keep = <V>(map: Map<string, V>, value: V): string => {
    const word = randomUUID()
    map.set(word, value)
    for (const oldest of [...map.keys()].slice(0, Math.max(0, map.size - MAX_KEPT))) map.delete(oldest)
    return word
  }

  /** What is wrong with a request for the authorisation page; null when nothing is. */
  function wrongIn(query: URLSearchParams): string | null {
    const unknown = unknownIn(query.keys(), `${everywhere} ${asks}`.split(' '))
    if (unknown) return `${provider} knows no ${unknown}`
    if (query.get('client_id') !== CLIENT.clientId) return 'unauthorized_client'
    if (query.get('response_type') !== 'code') return 'unsupported_response_type'
    if (!/^[\w-]{43}$/.test(query.get('code_challenge') ?? '')) return 'code_challenge is missing'
    if (query.get('code_challenge_method') !== 'S256') return 'code_challenge_method must be S256'
    const isOffline = provider !== 'google' || query.get('access_type') === 'offline'
    if (!isOffline || !query.get('scope')?.includes(oauthRules[provider].needed)) return 'invalid_scope'
    return null
  }

  const giveCode = (query: URLSearchParams, email: string, scope = query.get('scope') ?? ''): string =>
    keep(grants, {
      email,
      scope,
      redirectUri: query.get('redirect_uri') ?? '',
      challenge: query.get('code_challenge') ?? '',
    })

  function tokensFor(email: string, scope: string, refreshToken: string | null): Told {
    const claims = {
      aud: CLIENT.clientId,
      sub: `${provider} ${email}`,
      ...(provider === 'outlook' ? { preferred_username: email } : { email }),
    }
    return inJson(200, {
      access_token: keep(access, email),
      token_type: 'Bearer',
      expires_in: EXPIRES_IN_SECONDS,
      scope,
      id_token: new UnsecuredJWT(claims).encode(),
      ...(refreshToken !== null && { refresh_token: refreshToken }),
    })
  }

  function token(heard: Heard): Told {
    const fields = formOf(heard)
    if (!fields) return inJson(400, { error: 'invalid_request' })
    if (!isClient(fields)) return inJson(401, { error: 'invalid_client' })
    const kind = fields.get('grant_type')
    const known = kind === 'refresh_token' ? `refresh_token ${renewsWith}` : 'code code_verifier redirect_uri'
    const wanted = known.split(' ').filter((name) => name !== '' && name !== 'scope')
    if (unknownIn(fields.keys(), ['client_id', 'client_secret', 'grant_type', ...known.split(' ')])) {
      return inJson(400, { error: 'invalid_request' })
    }
    if (wanted.some((name) => !fields.get(name))) return inJson(400, { error: 'invalid_request' })
    return kind === 'refresh_token' ? renew(fields) : redeem(fields)
  }

  function redeem(fields: URLSearchParams): Told {
    const code = fields.get('code') ?? ''
    const grant = grants.get(code)
    grants.delete(code)
    const challenge = createHash('sha256')
      .update(fields.get('code_verifier') ?? '')
      .digest('base64url')
    if (!grant || grant.challenge !== challenge || grant.redirectUri !== fields.get('redirect_uri')) {
      return inJson(400, { error: 'invalid_grant' })
    }
    return tokensFor(grant.email, grant.scope, keep(refresh, grant.email))
  }

  function renew(fields: URLSearchParams): Told {
    const given = fields.get('refresh_token') ?? ''
    const email = refresh.get(given)
    if (email === undefined) return inJson(400, { error: 'invalid_grant' })
    if (rotates) refresh.delete(given)
    return tokensFor(email, oauthRules[provider].scope, rotates ? keep(refresh, email) : null)
  }

  /** By RFC 7009: with one of them goes all that the person has allowed. */
  function revoke(heard: Heard): Told {
    const fields = formOf(heard)
    if (revokesWith === null || !fields || heard.query.size > 0) return inJson(404, { error: 'not_found' })
    const known = revokesWith.split(' ')
    if (unknownIn(fields.keys(), known)) return inJson(400, { error: 'invalid_request' })
    if (known.includes('client_secret') && !isClient(fields)) return inJson(401, { error: 'invalid_client' })
    const given = fields.get('token') ?? ''
    const email = refresh.get(given) ?? access.get(given)
    if (email === undefined) return inJson(400, { error: 'invalid_token' })
    end(email)
    return { status: 200 }
  }

  function end(email: string): void {
    for (const map of [access, refresh]) for (const [word, whose] of map) if (whose === email) map.delete(word)
  }

  return {
    wrongIn,
    giveCode,
    token,
    revoke,
    /** Whose calendar a request may enter; null for a token that is none, or has run out. */
    whose: (header: string | null) => access.get(/^Bearer (.+)$/.exec(header ?? '')?.[1] ?? '') ?? null,
    /** As when somebody takes the permission back at the provider. */
    end,
    runOut: () => access.clear(),
    /** One that is given without the whole journey, for what comes after it. */
    hand: (email: string) => ({ accessToken: keep(access, email), refreshToken: keep(refresh, email) }),
    hasTokensOf: (email: string) => [...refresh.values()].includes(email),
  }
}

/** Null for what is no form. */
const formOf = ({ method, header, body }: Heard): URLSearchParams | null =>
  method === 'POST' && header('content-type') === 'application/x-www-form-urlencoded' ? new URLSearchParams(body) : null

const isClient = (fields: URLSearchParams): boolean =>
  fields.get('client_id') === CLIENT.clientId && fields.get('client_secret') === CLIENT.clientSecret
