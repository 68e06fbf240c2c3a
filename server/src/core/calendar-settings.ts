import * as z from 'zod/mini'
import { OperatorError } from './operator-error.ts'

/** What we are known by at a provider of calendars, and where it is asked. */
export type OAuthSettings = {
  clientId: string
  clientSecret: string
  authorizationUrl: string
  tokenUrl: string
  /** Without it a token is simply forgotten. */
  revocationUrl: string | undefined
  /** Where events are written; for Yahoo the first address of its CalDAV server. */
  apiUrl: string
}

/** A provider without settings is not offered in production; elsewhere one of our own plays its part. */
export type CalendarSettings = {
  /** How long a provider may take over one answer. */
  answerWithinMs: number
  google: OAuthSettings | undefined
  outlook: OAuthSettings | undefined
  yahoo: OAuthSettings | undefined
  apple: { caldavUrl: string } | undefined
}

export const ANSWER_WITHIN_MS = 10_000

const Given = z.optional(z.string().check(z.maxLength(500), z.regex(/^[\x21-\x7e]+$/, 'must be as the provider gave it')))
const Address = z.optional(z.url({ protocol: /^https?$/, error: 'must be an address such as https://accounts.example' }))

export const calendarVariables = {
  CALENDAR_GOOGLE_CLIENT_ID: Given,
  CALENDAR_GOOGLE_CLIENT_SECRET: Given,
  CALENDAR_GOOGLE_AUTHORIZATION_URL: Address,
  CALENDAR_GOOGLE_TOKEN_URL: Address,
  CALENDAR_GOOGLE_REVOCATION_URL: Address,
  CALENDAR_GOOGLE_API_URL: Address,
  CALENDAR_OUTLOOK_CLIENT_ID: Given,
  CALENDAR_OUTLOOK_CLIENT_SECRET: Given,
  CALENDAR_OUTLOOK_AUTHORIZATION_URL: Address,
  CALENDAR_OUTLOOK_TOKEN_URL: Address,
  CALENDAR_OUTLOOK_API_URL: Address,
  CALENDAR_YAHOO_CLIENT_ID: Given,
  CALENDAR_YAHOO_CLIENT_SECRET: Given,
  CALENDAR_YAHOO_AUTHORIZATION_URL: Address,
  CALENDAR_YAHOO_TOKEN_URL: Address,
  CALENDAR_YAHOO_REVOCATION_URL: Address,
  CALENDAR_YAHOO_CALDAV_URL: Address,
  CALENDAR_APPLE_CALDAV_URL: Address,
}
const Variables = z.object(calendarVariables)

/** As each of them documents it. */
const itself = {
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

export function readCalendars(given: z.infer<typeof Variables>, mode: string): CalendarSettings {
  requireSafe(given, mode)
  const caldavUrl = given.CALENDAR_APPLE_CALDAV_URL
  return {
    answerWithinMs: ANSWER_WITHIN_MS,
    google: readOAuth(given, 'GOOGLE', given.CALENDAR_GOOGLE_API_URL, given.CALENDAR_GOOGLE_REVOCATION_URL),
    outlook: readOAuth(given, 'OUTLOOK', given.CALENDAR_OUTLOOK_API_URL, undefined),
    yahoo: readOAuth(given, 'YAHOO', given.CALENDAR_YAHOO_CALDAV_URL, given.CALENDAR_YAHOO_REVOCATION_URL),
    apple: caldavUrl === undefined ? undefined : { caldavUrl },
  }
}

/** The provider's own addresses, or those of one stand-in for it: a mixture would hand one's secrets to the other. */
function readOAuth(
  given: z.infer<typeof Variables>,
  name: keyof typeof itself,
  apiUrl: string | undefined,
  revocationUrl: string | undefined,
): OAuthSettings | undefined {
  const clientId = given[`CALENDAR_${name}_CLIENT_ID`]
  const clientSecret = given[`CALENDAR_${name}_CLIENT_SECRET`]
  const authorizationUrl = given[`CALENDAR_${name}_AUTHORIZATION_URL`]
  const tokenUrl = given[`CALENDAR_${name}_TOKEN_URL`]
  const isStandIn = Boolean(authorizationUrl ?? tokenUrl ?? apiUrl ?? revocationUrl)
  if (!clientId && !clientSecret && !isStandIn) return undefined
  if (!clientId || !clientSecret) {
    throw new OperatorError(`CALENDAR_${name}_CLIENT_ID and CALENDAR_${name}_CLIENT_SECRET must be set together.`)
  }
  if (!isStandIn) return { clientId, clientSecret, ...itself[name] }
  if (!authorizationUrl || !tokenUrl || !apiUrl) {
    const last = name === 'YAHOO' ? 'CALDAV_URL' : 'API_URL'
    throw new OperatorError(
      `CALENDAR_${name}_AUTHORIZATION_URL, CALENDAR_${name}_TOKEN_URL and CALENDAR_${name}_${last} must be set together.`,
    )
  }
  return { clientId, clientSecret, authorizationUrl, tokenUrl, revocationUrl, apiUrl }
}

const ownMachine = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** Passwords and tokens go there: only over TLS, or where nobody can listen in between. */
function requireSafe(given: z.infer<typeof Variables>, mode: string): void {
  for (const [name, value] of Object.entries(given)) {
    if (!/^CALENDAR_.*_URL$/.test(name) || value === undefined) continue
    const { protocol, hostname } = new URL(value)
    if (protocol !== 'https:' && (mode === 'production' || !ownMachine.has(hostname))) {
      throw new OperatorError(`${name} must begin with https://.`)
    }
  }
}
