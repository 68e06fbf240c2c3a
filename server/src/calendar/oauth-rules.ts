import type { CalendarProvider } from '@saathi/contract/calendar/entities'

export type OAuthProvider = Exclude<CalendarProvider, 'apple'>

type OAuthRules = {
  /** The address of the person, and their events; of Google and Microsoft no more than that. */
  scope: string
  /** How the one that lets us into the calendar ends; people can leave it out of what they allow. */
  needed: string
  /** What makes each give a token that lasts, and ask whose calendar it is to be: phones are shared. */
  extra: Readonly<Record<string, string>>
  /** Wants our return address again with every renewal. */
  namesReturn?: true
  /** Takes a token back from whoever holds it, and knows no word beside it. */
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
