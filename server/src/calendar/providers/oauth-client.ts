import type { CalendarProvider } from '@saathi/contract/calendar/entities'
import { Email } from '@saathi/contract/core/fields'
import { DAY_SECONDS } from '@saathi/contract/core/time'
import { decodeJwt } from 'jose'
import * as client from 'openid-client'
import * as z from 'zod/mini'
import type { OAuthSettings } from '#core/settings/calendar.ts'
import { failureOf, isOk, readJson, type Transport } from './http.ts'
import { ProviderFailure } from './provider.ts'

type Tokens = {
  accessToken: string
  /** Null if the provider sent none. */
  refreshToken: string | null
  expiresInSeconds: number | null
  /** The account's email, if the provider sent it. */
  email: string | null
}

export type OAuthClient = {
  authorizationUrl: (request: { origin: string; redirectUri: string; state: string; challenge: string }) => string
  redeem: (grant: { code: string; verifier: string; redirectUri: string }) => Promise<Tokens>
  /** Throws `revoked` if access was ended by the person or the provider. */
  renew: (refreshToken: string) => Promise<Tokens>
  /** Does nothing if the provider has no revocation endpoint. */
  revoke: (token: string) => Promise<void>
}

const MAX_TOKEN_LENGTH = 8192
const Fields = z.record(z.string(), z.unknown())
/** Longer lifetimes are treated as unknown. */
const LONGEST_SECONDS = 366 * DAY_SECONDS
/** Errors that the person can fix by reconnecting; all others are our mistake or the provider's. */
const revokedErrors = new Set(['invalid_grant', 'interaction_required', 'consent_required', 'login_required'])

/** The authorisation code flow with PKCE (RFC 6749, 7636). Codes, verifiers and tokens are sent in bodies, never in URLs. */
export function oauthClient(
  provider: OAuthProvider,
  settings: OAuthSettings,
  { transport, returnUrl }: { transport: Transport; returnUrl: string },
): OAuthClient {
  const rules = oauthRules[provider]
  const { clientId, clientSecret, tokenUrl, revocationUrl } = settings
  const { host, protocol, origin: issuer } = new URL(tokenUrl)

  /** `origin` completes a relative path, if our own server plays the provider. */
  function configure({ origin = returnUrl, auth = client.ClientSecretPost(clientSecret) } = {}): client.Configuration {
    const authorizationUrl = new URL(settings.authorizationUrl, origin).href
    const urls = { authorization_endpoint: authorizationUrl, token_endpoint: tokenUrl }
    const server = { issuer, ...urls, ...(revocationUrl !== undefined && { revocation_endpoint: revocationUrl }) }
    const config = new client.Configuration(server, clientId, undefined, auth)
    config[client.customFetch] = fetchThrough(transport, host)
    // Plain http, which the settings allow only outside production and on this machine.
    if (protocol === 'http:') client.allowInsecureRequests(config)
    return config
  }

  function read(reply: client.TokenEndpointResponse, withoutCalendar: 'refused' | 'revoked'): Tokens {
    const { access_token: accessToken, refresh_token: refreshToken = null, scope, expires_in, [DISPLAY_TOKEN]: idToken } = reply
    if ([accessToken, refreshToken].some((token) => (token?.length ?? 0) > MAX_TOKEN_LENGTH)) throw unreadable(host)
    if (scope !== undefined && !scope.split(/[ ,]/).some((each) => each.endsWith(rules.needed))) {
      throw new ProviderFailure(withoutCalendar, `${host} did not grant the calendar scope`)
    }
    const isKnown = expires_in !== undefined && expires_in > 0 && expires_in < LONGEST_SECONDS
    const expiresInSeconds = isKnown ? expires_in : null
    return { accessToken, refreshToken, expiresInSeconds, email: typeof idToken === 'string' ? emailIn(idToken, clientId) : null }
  }

  return {
    authorizationUrl({ origin, redirectUri, state, challenge }) {
      const pkce = { code_challenge: challenge, code_challenge_method: 'S256' }
      const parameters = { redirect_uri: redirectUri, scope: rules.scope, state, ...pkce, ...rules.extra }
      return client.buildAuthorizationUrl(configure({ origin }), parameters).href
    },

    async redeem({ code, verifier, redirectUri }) {
      const returned = new URL(redirectUri)
      // Leaves out the state, which was used to find the attempt.
      returned.searchParams.set('code', code)
      const reply = await client
        .authorizationCodeGrant(configure(), returned, { pkceCodeVerifier: verifier })
        .catch((error: unknown) => {
          const { failure, code: errorCode } = readFailure(error, host)
          throw errorCode === 'invalid_client' ? ourMistake(host) : failure
        })
      return read(reply, 'refused')
    },

    async renew(refreshToken) {
      const parameters = rules.namesReturn && { redirect_uri: returnUrl }
      const reply = await client.refreshTokenGrant(configure(), refreshToken, parameters).catch((error: unknown) => {
        const { failure, code } = readFailure(error, host)
        if (revokedErrors.has(code)) throw new ProviderFailure('revoked', `${host} no longer grants access`)
        // A refusal may be caused by wrong settings, so do not mark the connection as revoked.
        throw failure.kind === 'refused' ? ourMistake(host) : failure
      })
      return read(reply, 'revoked')
    },

    async revoke(token) {
      if (revocationUrl === undefined) return
      const config = rules.revokesByToken ? configure({ auth: () => {} }) : configure()
      await client.tokenRevocation(config, token).catch((error: unknown) => {
        const { failure, code } = readFailure(error, host)
        // An invalid token is already revoked.
        if (code !== 'invalid_token') throw failure
      })
    },
  }
}

/**
 * An ID token is only displayed, and was received over TLS from the token endpoint, which replaces the signature check (OpenID
 * Connect, 3.1.3.7). It is renamed because the library would check its issuer, and Microsoft has one issuer per organisation.
 */
const DISPLAY_TOKEN = 'display_token'

/** The library handles OAuth's error codes; all other failures are handled here. */
function fetchThrough(transport: Transport, host: string): client.CustomFetch {
  return async (url, { method, headers, body, signal }) => {
    const form = body instanceof URLSearchParams ? body.toString() : ''
    const reply = await transport({ method, url: new URL(url), headers, body: form, ...(signal && { signal }) })
    const { id_token: idToken, ...fields } = Fields.safeParse(readJson(reply)).data ?? {}
    const failure = isOk(reply) ? null : failureOf(reply, host)
    if (failure && (failure.kind !== 'refused' || typeof fields['error'] !== 'string')) throw failure
    const json = JSON.stringify({ ...fields, [DISPLAY_TOKEN]: idToken })
    // Leaves out the challenge header, with which the library would ignore the error code.
    return new Response(json, { status: failure ? 400 : 200, headers: { 'content-type': 'application/json' } })
  }
}

/** Includes OAuth's error code, if the provider sent one. */
function readFailure(error: unknown, host: string): { failure: ProviderFailure; code: string } {
  if (error instanceof client.ResponseBodyError) {
    return { failure: new ProviderFailure('refused', `${host} refused the request`), code: error.error }
  }
  if (!(error instanceof client.ClientError)) throw error
  return { failure: error.cause instanceof ProviderFailure ? error.cause : unreadable(host), code: '' }
}

const ourMistake = (host: string) => new ProviderFailure('down', `${host} does not accept our client settings`)
const unreadable = (host: string) => new ProviderFailure('down', `${host} sent an unreadable reply`)

function emailIn(idToken: string, clientId: string): string | null {
  try {
    const { aud, email, preferred_username: name } = decodeJwt<{ email?: unknown; preferred_username?: unknown }>(idToken)
    if (![aud].flat().includes(clientId)) return null
    return [email, name].map((each) => Email.safeParse(each)).find(({ success }) => success)?.data ?? null
  } catch {
    return null
  }
}

export type OAuthProvider = Exclude<CalendarProvider, 'apple'>

type OAuthRules = {
  /** The email and the events; for Google and Microsoft nothing more. */
  scope: string
  /** The suffix of the calendar scope, which people can deselect. */
  needed: string
  /** Requests a long-lived token and an account choice, because phones are shared. */
  extra: Readonly<Record<string, string>>
  /** Requires the redirect URI with every renewal. */
  namesReturn?: true
  /** Revocation takes only the token, without client credentials. */
  revokesByToken?: true
}

export const oauthRules: Readonly<Record<OAuthProvider, OAuthRules>> = {
  google: {
    scope: 'openid email https://www.googleapis.com/auth/calendar.events',
    needed: '/auth/calendar.events',
    extra: { access_type: 'offline', prompt: 'select_account consent' },
    revokesByToken: true,
  },
  outlook: {
    scope: 'openid email profile offline_access Calendars.ReadWrite',
    needed: 'Calendars.ReadWrite',
    extra: { response_mode: 'query', prompt: 'select_account' },
  },
  yahoo: { scope: 'openid email ycal-w', needed: 'ycal-w', extra: {}, namesReturn: true },
}
