import { CalendarProvider } from '@saathi/contract/calendar/entities'
import type { CalendarSettings } from '#core/settings/calendar.ts'
import type { Ctx } from '#core/ctx.ts'
import type { Env } from '#core/env.ts'
import { linkMaker } from '#core/link-to.ts'
import { openCaldav } from './caldav.ts'
import { googleCalendar } from './google.ts'
import { graphCalendar } from './graph.ts'
import { secretSealer, type Sealer } from '../integration/secret.ts'
import { type OAuthClient, oauthClient, type OAuthProvider } from './oauth-client.ts'
import { type Access, type PersonalCalendar, ProviderFailure } from './provider.ts'
import { openTransport, type Transport } from './http.ts'

/** Our redirect page for providers. */
export const RETURN_PATH = '/calendar/callback'

/** The calendar's URL, and a callback for a new one. */
type CalendarLocation = {
  calendarUrl: string | null
  storeCalendarUrl: (calendarUrl: string) => Promise<void>
  /** Verify that the calendar still exists and grants access, within this time limit. */
  verifyWithin?: AbortSignal
  now: () => Date
}

/** Everything that communicates with personal calendars. */
export type CalendarEngine = Sealer & {
  /** In display order. */
  offered: readonly CalendarProvider[]
  /** Null if the provider does not use OAuth, or is not offered. */
  clientOf: (provider: CalendarProvider) => OAuthClient | null
  /** Throws ProviderFailure, like all methods of the result. */
  open: (provider: CalendarProvider, access: Access, location: CalendarLocation) => Promise<PersonalCalendar>
  linkTo: Ctx['linkTo']
}

declare module '#core/jobs/define-job.ts' {
  interface Engines {
    calendars: CalendarEngine
  }
}

type Providers = Omit<CalendarSettings, 'answerWithinMs'>
/** Simulated providers for those without settings, with their transport. */
export type SimulatedProviders = { settings: Providers; transport: Transport }

export function calendarEngine(
  env: Pick<Env, 'calendars' | 'secret' | 'publicOrigin' | 'port'>,
  played: SimulatedProviders | null,
): CalendarEngine {
  const linkTo = linkMaker(env)
  const real = { settings: env.calendars, transport: openTransport(env.calendars.answerWithinMs) }

  function providerSide(provider: CalendarProvider) {
    const current = real.settings[provider] === undefined ? played : real
    const apiUrl = provider === 'apple' ? current?.settings.apple?.caldavUrl : current?.settings[provider]?.apiUrl
    return current && apiUrl !== undefined ? { ...current, apiUrl } : null
  }
  function openClient(provider: OAuthProvider): OAuthClient | null {
    const current = providerSide(provider)
    const settings = current?.settings[provider]
    return current && settings
      ? oauthClient(provider, settings, { transport: current.transport, returnUrl: linkTo(RETURN_PATH) })
      : null
  }
  const clients = { google: openClient('google'), outlook: openClient('outlook'), yahoo: openClient('yahoo'), apple: null }

  return {
    ...secretSealer(env.secret),
    offered: CalendarProvider.options.filter((provider) => providerSide(provider) !== null),
    clientOf: (provider) => clients[provider],
    linkTo,
    async open(provider, access, location) {
      const current = providerSide(provider)
      if (!current) throw new ProviderFailure('down', `${provider} is no longer offered`)
      const { transport, apiUrl } = current
      if (provider === 'google') return googleCalendar({ transport, access, apiUrl })
      if (provider === 'outlook') return graphCalendar({ transport, access, apiUrl })
      return openCaldav({ transport, access, baseUrl: apiUrl, ...location })
    },
  }
}
