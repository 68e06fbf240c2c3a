import type { CalendarProvider } from '@saathi/contract/calendar/entities'

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
