import * as z from 'zod/mini'
import { OperatorError } from '../operator-error.ts'

/** Our OAuth client at a calendar provider, and the provider's URLs. */
export type OAuthSettings = {
  clientId: string
  clientSecret: string
  authorizationUrl: string
  tokenUrl: string
  /** Without a revocation URL, disconnecting only deletes the token here. */
  revocationUrl: string | undefined
  /** Base URL for events; for Yahoo the root URL of its CalDAV server. */
  apiUrl: string
}

/** In production, a provider without settings is not offered; elsewhere our own simulation takes its place. */
export type CalendarSettings = {
  /** Timeout for one reply of a provider. */
  answerWithinMs: number
  google: OAuthSettings | undefined
  outlook: OAuthSettings | undefined
  yahoo: OAuthSettings | undefined
  apple: { caldavUrl: string } | undefined
}

const REPLY_TIMEOUT_MS = 10_000

const ProviderValue = z.optional(
  z.string().check(z.maxLength(500), z.regex(/^[\x21-\x7e]+$/, 'must be the value from the provider')),
)
const Address = z.optional(z.url({ protocol: /^https?$/, error: 'must be an address such as https://accounts.example' }))

export const calendarVariables = {
  CALENDAR_GOOGLE_CLIENT_ID: ProviderValue,
  CALENDAR_GOOGLE_CLIENT_SECRET: ProviderValue,
  CALENDAR_GOOGLE_AUTHORIZATION_URL: Address,
  CALENDAR_GOOGLE_TOKEN_URL: Address,
  CALENDAR_GOOGLE_REVOCATION_URL: Address,
  CALENDAR_GOOGLE_API_URL: Address,
  CALENDAR_OUTLOOK_CLIENT_ID: ProviderValue,
  CALENDAR_OUTLOOK_CLIENT_SECRET: ProviderValue,
  CALENDAR_OUTLOOK_AUTHORIZATION_URL: Address,
  CALENDAR_OUTLOOK_TOKEN_URL: Address,
  CALENDAR_OUTLOOK_API_URL: Address,
  CALENDAR_YAHOO_CLIENT_ID: ProviderValue,
  CALENDAR_YAHOO_CLIENT_SECRET: ProviderValue,
  CALENDAR_YAHOO_AUTHORIZATION_URL: Address,
  CALENDAR_YAHOO_TOKEN_URL: Address,
  CALENDAR_YAHOO_REVOCATION_URL: Address,
  CALENDAR_YAHOO_CALDAV_URL: Address,
  CALENDAR_APPLE_CALDAV_URL: Address,
}
const Variables = z.object(calendarVariables)

/** From each provider's documentation. */
const documentedUrls = {
  GOOGLE: {
    authorizationUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
    tokenUrl: 'https://oauth2.googleapis.com/token',
    revocationUrl: 'https://oauth2.googleapis.com/revoke',
    apiUrl: 'https://www.googleapis.com/calendar/v3',
  },
  OUTLOOK: {
    authorizationUrl: 'https://login.microsoftonline.com/common/oauth2/v2.0/authorize',
    tokenUrl: 'https://login.microsoftonline.com/common/oauth2/v2.0/token',
    revocationUrl: undefined,
    apiUrl: 'https://graph.microsoft.com/v1.0',
  },
  YAHOO: {
    authorizationUrl: 'https://api.login.yahoo.com/oauth2/request_auth',
    tokenUrl: 'https://api.login.yahoo.com/oauth2/get_token',
    revocationUrl: 'https://api.login.yahoo.com/oauth2/revoke',
    apiUrl: 'https://caldav.calendar.yahoo.com',
  },
}

export function readCalendars(values: z.infer<typeof Variables>, mode: string): CalendarSettings {
  requireSafe(values, mode)
  const caldavUrl = values.CALENDAR_APPLE_CALDAV_URL
  return {
    answerWithinMs: REPLY_TIMEOUT_MS,
    google: readOAuth(values, 'GOOGLE', values.CALENDAR_GOOGLE_API_URL, values.CALENDAR_GOOGLE_REVOCATION_URL),
    outlook: readOAuth(values, 'OUTLOOK', values.CALENDAR_OUTLOOK_API_URL, undefined),
    yahoo: readOAuth(values, 'YAHOO', values.CALENDAR_YAHOO_CALDAV_URL, values.CALENDAR_YAHOO_REVOCATION_URL),
    apple: caldavUrl === undefined ? undefined : { caldavUrl },
  }
}

/** Either the provider's own URLs or those of one stand-in: mixing them would send the secrets of one to the other. */
function readOAuth(
  values: z.infer<typeof Variables>,
  name: keyof typeof documentedUrls,
  apiUrl: string | undefined,
  revocationUrl: string | undefined,
): OAuthSettings | undefined {
  const clientId = values[`CALENDAR_${name}_CLIENT_ID`]
  const clientSecret = values[`CALENDAR_${name}_CLIENT_SECRET`]
  const authorizationUrl = values[`CALENDAR_${name}_AUTHORIZATION_URL`]
  const tokenUrl = values[`CALENDAR_${name}_TOKEN_URL`]
  const isStandIn = Boolean(authorizationUrl ?? tokenUrl ?? apiUrl ?? revocationUrl)
  if (!clientId && !clientSecret && !isStandIn) return undefined
  if (!clientId || !clientSecret) {
    throw new OperatorError(`CALENDAR_${name}_CLIENT_ID and CALENDAR_${name}_CLIENT_SECRET must be set together.`)
  }
  if (!isStandIn) return { clientId, clientSecret, ...documentedUrls[name] }
  if (!authorizationUrl || !tokenUrl || !apiUrl) {
    const last = name === 'YAHOO' ? 'CALDAV_URL' : 'API_URL'
    throw new OperatorError(
      `CALENDAR_${name}_AUTHORIZATION_URL, CALENDAR_${name}_TOKEN_URL and CALENDAR_${name}_${last} must be set together.`,
    )
  }
  return { clientId, clientSecret, authorizationUrl, tokenUrl, revocationUrl, apiUrl }
}

const loopbackHosts = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** Passwords and tokens are sent there, so TLS is required, except on this machine outside production. */
function requireSafe(values: z.infer<typeof Variables>, mode: string): void {
  for (const [name, value] of Object.entries(values)) {
    if (!/^CALENDAR_.*_URL$/.test(name) || value === undefined) continue
    const { protocol, hostname } = new URL(value)
    if (protocol !== 'https:' && (mode === 'production' || !loopbackHosts.has(hostname))) {
      throw new OperatorError(`${name} must begin with https://.`)
    }
  }
}
