import { Email } from '@saathi/contract/core/fields'
import { decodeJwt } from 'jose'
import * as z from 'zod/mini'
import type { OAuthSettings } from '#core/calendar-settings.ts'
import { ProviderFailure } from './provider.ts'
import { type Answered, failureOf, isFine, readJson, type Transport } from './provider-http.ts'
import { type OAuthProvider, oauthRules } from './oauth-rules.ts'

export type Tokens = {
  accessToken: string
  /** Null where the provider gave none, or none that is newer. */
  refreshToken: string | null
  expiresInSeconds: number | null
  /** Whose calendar it is, where the provider said so. */
  email: string | null
}

export type OAuthClient = {
  authorizationUrl: (asked: { origin: string; redirectUri: string; state: string; challenge: string }) => string
  redeem: (given: { code: string; verifier: string; redirectUri: string }) => Promise<Tokens>
  /** Throws `revoked` when the person, or the provider, has ended it. */
  renew: (refreshToken: string) => Promise<Tokens>
  /** Nothing where the provider has no call for it. */
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
/** What would last longer is told by its refusal alone. */
const LONGEST_SECONDS = 366 * 24 * 60 * 60
/** What only the person can mend, by connecting again; everything else is a mistake of ours or of the provider. */
const ended = new Set(['invalid_grant', 'interaction_required', 'consent_required', 'login_required'])

/** The code flow with PKCE (RFC 6749, 7636). Codes, verifiers and tokens go in bodies, never in an address. */
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

  function read(answered: Answered, withoutCalendar: 'refused' | 'revoked'): Tokens {
    const reply = TokenReply.safeParse(readJson(answered))
    if (!reply.success) throw new ProviderFailure('down', `${host} answered what we cannot read`)
    const { access_token: accessToken, refresh_token: refreshToken = null, id_token: idToken, scope, expires_in } = reply.data
    if (scope !== undefined && !scope.split(/[ ,]/).some((each) => each.endsWith(rules.needed))) {
      throw new ProviderFailure(withoutCalendar, `${host} was not allowed to let us into the calendar`)
    }
    const isTold = expires_in !== undefined && expires_in > 0 && expires_in < LONGEST_SECONDS
    const expiresInSeconds = isTold ? expires_in : null
    return { accessToken, refreshToken, expiresInSeconds, email: idToken === undefined ? null : emailIn(idToken, clientId) }
  }

  return {
    authorizationUrl({ origin, redirectUri, state, challenge }) {
      // A path where it is our own server that plays the provider.
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
      const given = { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: redirectUri }
      const answered = await post(settings.tokenUrl, { ...own, ...given })
      if (!isFine(answered)) throw errorOf(answered) === 'invalid_client' ? ourMistake(host) : failureOf(answered, host)
      return read(answered, 'refused')
    },

    async renew(refreshToken) {
      const given = { grant_type: 'refresh_token', refresh_token: refreshToken }
      const answered = await post(settings.tokenUrl, { ...own, ...given, ...(rules.namesReturn && { redirect_uri: returnUrl }) })
      if (isFine(answered)) return read(answered, 'revoked')
      if (ended.has(errorOf(answered))) throw new ProviderFailure('revoked', `${host} no longer lets us in`)
      const failure = failureOf(answered, host)
      // Nobody's access is declared ended for what may be a wrong setting.
      throw failure.kind === 'refused' ? ourMistake(host) : failure
    },

    async revoke(token) {
      if (settings.revocationUrl === undefined) return
      const answered = await post(settings.revocationUrl, rules.revokesByToken ? { token } : { ...own, token })
      // One that is no longer valid is what was wanted.
      if (!isFine(answered) && errorOf(answered) !== 'invalid_token') throw failureOf(answered, host)
    },
  }
}

const ourMistake = (host: string) => new ProviderFailure('down', `${host} does not know us by these settings`)

function errorOf(answered: Answered): string {
  const said = ErrorReply.safeParse(readJson(answered))
  return said.success ? said.data.error : ''
}

/**
 * It came over TLS straight from the address that we trust with the code, which vouches for it as a signature would (OpenID
 * Connect, 3.1.3.7). It is shown to the person and decides nothing.
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
