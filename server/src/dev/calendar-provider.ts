import type { CalendarProvider } from '@saathi/contract/calendar/entities'
import type { CalendarSettings, OAuthSettings } from '#core/calendar-settings.ts'
import { playDav } from './calendar-dav.ts'
import { playGoogleCalendar } from './calendar-google.ts'
import { playGraph } from './calendar-graph.ts'
import type { Heard, PlayedEvent, Told } from './calendar-heard.ts'
import { CLIENT, type PlayedOAuth, playOAuth } from './calendar-oauth.ts'

/** A whole provider: its sign-in and its calendars. What it remembers ends with the process. */
export type PlayedProvider = {
  answer: (heard: Heard) => Told
  /** Null for the one that knows passwords only. */
  oauth: PlayedOAuth | null
  accounts: () => string[]
  events: (email: string) => PlayedEvent[]
  deleteOf: (email: string, name: string) => void
}

/** Any other is taken for right. */
export const WRONG_PASSWORD = 'wrong-wrong-wrong-wrong'

export function playProvider(provider: CalendarProvider): PlayedProvider {
  if (provider === 'apple') return { ...playDav(whoseByPassword), oauth: null }
  const oauth = playOAuth(provider)
  const calendar =
    provider === 'google'
      ? playGoogleCalendar(oauth.whose)
      : provider === 'outlook'
        ? playGraph(oauth.whose)
        : playDav(oauth.whose)
  return {
    ...calendar,
    oauth,
    answer: (heard) => {
      if (heard.path === '/token') return oauth.token(heard)
      if (heard.path === '/revoke') return oauth.revoke(heard)
      return calendar.answer(heard)
    },
  }
}

function whoseByPassword(header: string | null): string | null {
  const [, encoded = ''] = /^Basic (.+)$/.exec(header ?? '') ?? []
  const [, email = '', password = ''] = /^([^:]+):(.+)$/.exec(Buffer.from(encoded, 'base64').toString('utf8')) ?? []
  return email === '' || password === WRONG_PASSWORD ? null : email
}

type Settings = Omit<CalendarSettings, 'answerWithinMs'>
const apiPaths = { google: '/calendar/v3', outlook: '/v1.0', yahoo: '' }

/** Where each is asked, when it is found at these origins. */
export function settingsAt(
  origins: Readonly<Record<CalendarProvider, string>>,
  authorizationUrl: (provider: string) => string,
): Settings {
  const oauthAt = (provider: keyof typeof apiPaths): OAuthSettings => ({
    ...CLIENT,
    authorizationUrl: authorizationUrl(provider),
    tokenUrl: `${origins[provider]}/token`,
    revocationUrl: provider === 'outlook' ? undefined : `${origins[provider]}/revoke`,
    apiUrl: origins[provider] + apiPaths[provider],
  })
  return {
    google: oauthAt('google'),
    outlook: oauthAt('outlook'),
    yahoo: oauthAt('yahoo'),
    apple: { caldavUrl: `${origins.apple}/` },
  }
}
