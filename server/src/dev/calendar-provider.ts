import type { CalendarProvider } from '@saathi/contract/calendar/entities'
import type { CalendarSettings, OAuthSettings } from '#core/calendar-settings.ts'
import { simulateDav } from './calendar-dav.ts'
import { simulateGoogleCalendar } from './calendar-google.ts'
import { simulateGraph } from './calendar-graph.ts'
import type { ProviderRequest, SimulatedEvent, ProviderReply } from './calendar-messages.ts'
import { CLIENT, type SimulatedOAuth, simulateOAuth } from './calendar-oauth.ts'

/** A whole simulated provider: OAuth and calendars, in memory. */
export type SimulatedProvider = {
  answer: (request: ProviderRequest) => ProviderReply
  /** Null for Apple, which only has passwords. */
  oauth: SimulatedOAuth | null
  accounts: () => string[]
  events: (email: string) => SimulatedEvent[]
  deleteOf: (email: string, name: string) => void
}

/** Any other password is accepted. */
export const WRONG_PASSWORD = 'wrong-wrong-wrong-wrong'

export function simulateProvider(provider: CalendarProvider): SimulatedProvider {
  if (provider === 'apple') return { ...simulateDav(whoseByPassword), oauth: null }
  const oauth = simulateOAuth(provider)
  const calendar =
    provider === 'google'
      ? simulateGoogleCalendar(oauth.whose)
      : provider === 'outlook'
        ? simulateGraph(oauth.whose)
        : simulateDav(oauth.whose)
  return {
    ...calendar,
    oauth,
    answer: (request) => {
      if (request.path === '/token') return oauth.token(request)
      if (request.path === '/revoke') return oauth.revoke(request)
      return calendar.answer(request)
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

/** Settings for simulated providers at these origins. */
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
