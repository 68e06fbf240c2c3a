import type { CalendarProvider } from '@saathi/contract/calendar/entities'
import { Email } from '@saathi/contract/core/fields'
import { DAY_SECONDS } from '@saathi/contract/core/time'
import { decodeJwt } from 'jose'
import * as z from 'zod/mini'
import type { OAuthSettings } from '#core/settings/calendar.ts'
import { type Answered, failureOf, isOk, readJson, type Transport } from './http.ts'
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

const Text = z.string().check(z.minLength(1), z.maxLength(8192))
const TokenReply = z.object({
  access_token: Text,
  refresh_token: z.optional(Text),
  id_token: z.optional(Text),
  scope: z.optional(z.string()),
  expires_in: z.optional(z.union([z.number(), z.pipe(z.string(), z.transform(Number))])),
})
const ErrorReply = z.object({ error: z.string() })
/** Longer lifetimes are treated as unknown. */
const LONGEST_SECONDS = 366 * DAY_SECONDS
/** Errors that only the person can fix by reconnecting; others are our mistake or the provider's. */
const revokedErrors = new Set(['invalid_grant', 'interaction_required', 'consent_required', 'login_required'])

/** The authorisation code flow with PKCE (RFC 6749, 7636). Codes, verifiers and tokens are sent in bodies, never in URLs. */
export function oauthClient(
  provider: OAuthProvider,
  settings: OAuthSettings,
  { transport, returnUrl }: { transport: Transport; returnUrl: string },
): OAuthClient {
  const rules = oauthRules[provider]
  const { clientId, clientSecret } = settings
  const { host } = new URL(settings.tokenUrl)
  const own = { client_id: clientId, client_secret: clientSecret }

  const post = (address: string, fields: Record<string, string>): Promise<Answered> =>
    transport({
      method: 'POST',
      url: new URL(address),
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: new URLSearchParams(fields).toString(),
    })

  function read(reply: Answered, withoutCalendar: 'refused' | 'revoked'): Tokens {
    const parsedReply = TokenReply.safeParse(readJson(reply))
    if (!parsedReply.success) throw new ProviderFailure('down', `${host} sent an unreadable reply`)
    const {
      access_token: accessToken,
      refresh_token: refreshToken = null,
      id_token: idToken,
      scope,
      expires_in,
    } = parsedReply.data
    if (scope !== undefined && !scope.split(/[ ,]/).some((each) => each.endsWith(rules.needed))) {
      throw new ProviderFailure(withoutCalendar, `${host} did not grant the calendar scope`)
    }
    const isKnown = expires_in !== undefined && expires_in > 0 && expires_in < LONGEST_SECONDS
    const expiresInSeconds = isKnown ? expires_in : null
    return { accessToken, refreshToken, expiresInSeconds, email: idToken === undefined ? null : emailIn(idToken, clientId) }
  }

  return {
    authorizationUrl({ origin, redirectUri, state, challenge }) {
      // A relative path if our own server plays the provider.
      const url = new URL(settings.authorizationUrl, origin)
      const query = {
        client_id: clientId,
        response_type: 'code',
        redirect_uri: redirectUri,
        scope: rules.scope,
        state,
        code_challenge: challenge,
        code_challenge_method: 'S256',
        ...rules.extra,
      }
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
      return url.href
    },

    async redeem({ code, verifier, redirectUri }) {
      const grant = { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: redirectUri }
      const reply = await post(settings.tokenUrl, { ...own, ...grant })
      if (!isOk(reply)) throw errorOf(reply) === 'invalid_client' ? ourMistake(host) : failureOf(reply, host)
      return read(reply, 'refused')
    },

    async renew(refreshToken) {
      const grant = { grant_type: 'refresh_token', refresh_token: refreshToken }
      const reply = await post(settings.tokenUrl, { ...own, ...grant, ...(rules.namesReturn && { redirect_uri: returnUrl }) })
      if (isOk(reply)) return read(reply, 'revoked')
      if (revokedErrors.has(errorOf(reply))) throw new ProviderFailure('revoked', `${host} no longer grants access`)
      const failure = failureOf(reply, host)
      // A refusal may be caused by wrong settings, so do not mark the connection as revoked.
      throw failure.kind === 'refused' ? ourMistake(host) : failure
    },

    async revoke(token) {
      if (settings.revocationUrl === undefined) return
      const reply = await post(settings.revocationUrl, rules.revokesByToken ? { token } : { ...own, token })
      // An invalid token is already revoked.
      if (!isOk(reply) && errorOf(reply) !== 'invalid_token') throw failureOf(reply, host)
    },
  }
}

const ourMistake = (host: string) => new ProviderFailure('down', `${host} does not accept our client settings`)

function errorOf(reply: Answered): string {
  const parsed = ErrorReply.safeParse(readJson(reply))
  return parsed.success ? parsed.data.error : ''
}

/**
 * Received over TLS directly from the token endpoint, which replaces the signature check (OpenID Connect, 3.1.3.7). It is only
 * displayed.
 */
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
