import { CalendarProvider } from '@saathi/contract/calendar/entities'
import type { PlayedProviders, Transport } from '#calendar/public.ts'
import type { Env } from '#core/env.ts'
import { type SimulatedProvider, simulateProvider, settingsAt } from './calendar-provider.ts'

export const CALENDARS_BASE = '/dev/calendars'
/** A reserved name: requests sent there by mistake go nowhere. */
const originOf = (provider: string) => `http://${provider}.calendars.invalid`

export type SimulatedCalendars = PlayedProviders & {
  providers: Readonly<Record<CalendarProvider, SimulatedProvider>>
  /** Providers that are simulated as unavailable. */
  down: Set<CalendarProvider>
}

/** Simulates the providers in development, demo and tests, offline and within the process. */
export function simulateCalendars(env: Pick<Env, 'mode'>): SimulatedCalendars {
  if (env.mode === 'production') throw new Error('Calendars cannot be simulated in production')
  const providers = {
    google: simulateProvider('google'),
    outlook: simulateProvider('outlook'),
    yahoo: simulateProvider('yahoo'),
    apple: simulateProvider('apple'),
  }
  const down = new Set<CalendarProvider>()

  const transport: Transport = async ({ method, url, headers = {}, body = '' }) => {
    const provider = CalendarProvider.options.find((each) => originOf(each) === url.origin)
    const headerMap = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
    const request = {
      method,
      path: url.pathname,
      query: url.searchParams,
      header: (name: string) => headerMap.get(name) ?? null,
      body,
    }
    const reply = provider && !down.has(provider) ? providers[provider].answer(request) : { status: 503 }
    const replyHeaders = new Map(Object.entries(reply.headers ?? {}))
    return { status: reply.status, header: (name) => replyHeaders.get(name) ?? null, text: reply.body ?? '' }
  }

  const origins = { google: originOf('google'), outlook: originOf('outlook'), yahoo: originOf('yahoo'), apple: originOf('apple') }
  return { settings: settingsAt(origins, (provider) => `${CALENDARS_BASE}/${provider}/auth`), transport, providers, down }
}
