import { CalendarProvider } from '@saathi/contract/calendar/entities'
import type { CalendarSettings } from '#core/calendar-settings.ts'
import type { Ctx } from '#core/ctx.ts'
import type { Env } from '#core/env.ts'
import { linkMaker } from '#core/link-to.ts'
import { openCaldav } from './caldav.ts'
import { googleCalendar } from './google-calendar.ts'
import { graphCalendar } from './graph.ts'
import { secretSealer, type Sealer } from './integration-secret.ts'
import { type OAuthClient, oauthClient } from './oauth-client.ts'
import type { OAuthProvider } from './oauth-rules.ts'
import { type Access, type PersonalCalendar, ProviderFailure } from './provider.ts'
import { openTransport, type Transport } from './provider-http.ts'

/** The page of ours that a provider leads back to. */
export const RETURN_PATH = '/calendar/callback'

/** Where a calendar lies, and who is told where it was found. */
export type Place = {
  calendarUrl: string | null
  keepPlace: (calendarUrl: string) => Promise<void>
  /** Look whether it is still there, and so whether we are let in, until this says that the time is up. */
  lookWithin?: AbortSignal
  now: () => Date
}

/** All that reaches out to personal calendars. */
export type CalendarEngine = Sealer & {
  /** In the order in which they are shown. */
  offered: readonly CalendarProvider[]
  /** Null where one connects by other means, or not at all. */
  clientOf: (provider: CalendarProvider) => OAuthClient | null
  /** Throws ProviderFailure, as all that is then done with it. */
  open: (provider: CalendarProvider, access: Access, place: Place) => Promise<PersonalCalendar>
  linkTo: Ctx['linkTo']
}

declare module '#core/jobs/define-job.ts' {
  interface Engines {
    calendars: CalendarEngine
  }
}

type Providers = Omit<CalendarSettings, 'answerWithinMs'>
/** Who plays the providers that have no settings, and the way to them. */
export type PlayedProviders = { settings: Providers; transport: Transport }

export function calendarEngine(
  env: Pick<Env, 'calendars' | 'secret' | 'publicOrigin' | 'port'>,
  played: PlayedProviders | null,
): CalendarEngine {
  const linkTo = linkMaker(env)
  const real = { settings: env.calendars, transport: openTransport(env.calendars.answerWithinMs) }

  function sideOf(provider: CalendarProvider) {
    const side = real.settings[provider] === undefined ? played : real
    const apiUrl = provider === 'apple' ? side?.settings.apple?.caldavUrl : side?.settings[provider]?.apiUrl
    return side && apiUrl !== undefined ? { ...side, apiUrl } : null
  }
  function openClient(provider: OAuthProvider): OAuthClient | null {
    const side = sideOf(provider)
    const settings = side?.settings[provider]
    return side && settings
      ? oauthClient(provider, settings, { transport: side.transport, returnUrl: linkTo(RETURN_PATH) })
      : null
  }
  const clients = { google: openClient('google'), outlook: openClient('outlook'), yahoo: openClient('yahoo'), apple: null }

  return {
    ...secretSealer(env.secret),
    offered: CalendarProvider.options.filter((provider) => sideOf(provider) !== null),
    clientOf: (provider) => clients[provider],
    linkTo,
    async open(provider, access, place) {
      const side = sideOf(provider)
      if (!side) throw new ProviderFailure('down', `${provider} is not offered here any more`)
      const { transport, apiUrl } = side
      if (provider === 'google') return googleCalendar({ transport, access, apiUrl })
      if (provider === 'outlook') return graphCalendar({ transport, access, apiUrl })
      return openCaldav({ transport, access, baseUrl: apiUrl, ...place })
    },
  }
}
