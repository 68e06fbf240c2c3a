import { CalendarProvider } from '@saathi/contract/calendar/entities'
import type { PlayedProviders, Transport } from '#calendar/public.ts'
import type { Env } from '#core/env.ts'
import { type PlayedProvider, playProvider, settingsAt } from './calendar-provider.ts'

export const CALENDARS_BASE = '/dev/calendars'
/** No name server will ever know it: what is sent there by mistake ends nowhere. */
const originOf = (provider: string) => `http://${provider}.calendars.invalid`

export type PlayedCalendars = PlayedProviders & {
  providers: Readonly<Record<CalendarProvider, PlayedProvider>>
  /** Those that do not answer for a while. */
  down: Set<CalendarProvider>
}

/** The providers' part where there are none: in development, demo and tests, offline. Asked within the process, without a wire. */
export function playCalendars(env: Pick<Env, 'mode'>): PlayedCalendars {
  if (env.mode === 'production') throw new Error('Nobody plays the calendars in production')
  const providers = {
    google: playProvider('google'),
    outlook: playProvider('outlook'),
    yahoo: playProvider('yahoo'),
    apple: playProvider('apple'),
  }
  const down = new Set<CalendarProvider>()

  const transport: Transport = async ({ method, url, headers = {}, body = '' }) => {
    const provider = CalendarProvider.options.find((each) => originOf(each) === url.origin)
    const given = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
    const heard = { method, path: url.pathname, query: url.searchParams, header: (name: string) => given.get(name) ?? null, body }
    const told = provider && !down.has(provider) ? providers[provider].answer(heard) : { status: 503 }
    const said = new Map(Object.entries(told.headers ?? {}))
    return { status: told.status, header: (name) => said.get(name) ?? null, text: told.body ?? '' }
  }

  const origins = { google: originOf('google'), outlook: originOf('outlook'), yahoo: originOf('yahoo'), apple: originOf('apple') }
  return { settings: settingsAt(origins, (provider) => `${CALENDARS_BASE}/${provider}/auth`), transport, providers, down }
}
