import type { CalendarProvider } from '@saathi/contract/calendar/entities'
import * as calls from '@saathi/contract/calendar/integration-calls'
import type { CallInput } from '@saathi/contract/core/call'
import { expect } from 'vitest'
import type { OAuthProvider } from '#calendar/public.ts'
import type { TestServer } from '../harness.ts'
import type { StandIns } from './stand-in.ts'

export type ConnectBody = CallInput<typeof calls.connectCalendar>['body']

/** Calls for connecting a calendar, as the browser makes them. */
export function connectionClient(server: TestServer, standIns: StandIns) {
  /** Starts the OAuth flow: returns the provider's page, the state and the cookie. */
  async function begin(provider: OAuthProvider, headers: Record<string, string> = {}) {
    const answer = await server.ask(null, calls.startCalendarConnection, { body: { provider } }, headers)
    expect(answer).toMatchObject({ status: 200 })
    const page = new URL(answer.body.authorizationUrl)
    const setCookie = String(answer.headers['set-cookie'])
    return { page, state: page.searchParams.get('state') ?? '', cookie: setCookie.split(';')[0] ?? '', setCookie }
  }
  type StartedFlow = Awaited<ReturnType<typeof begin>>

  /** The code that the provider returns to the browser after the person has allowed access. */
  function codeOf(provider: OAuthProvider, { page }: StartedFlow, email: string): string {
    const { oauth } = standIns[provider].played
    expect(oauth?.wrongIn(page.searchParams)).toBeNull()
    return oauth?.issueCode(page.searchParams, email) ?? ''
  }

  const connect = (who: number | null, body: ConnectBody, headers: Record<string, string> = {}) =>
    server.ask(who, calls.connectCalendar, { body }, headers)
  const list = (who: number | null) => server.ask(who, calls.listCalendarIntegrations, {})

  return {
    begin,
    codeOf,
    connect,
    list,
    unlink: (who: number | null, provider: CalendarProvider, email?: string) =>
      server.ask(who, calls.unlinkCalendar, { body: { provider, email } }),
    /** The whole flow, which must succeed. */
    async connected(who: number, provider: CalendarProvider, email: string) {
      if (provider === 'apple') {
        const answer = await connect(who, { provider, email, appPassword: 'abcd-efgh-ijkl-mnop' })
        expect(answer).toMatchObject({ status: 200 })
        return answer.body
      }
      const started = await begin(provider)
      const body = { provider, code: codeOf(provider, started, email), state: started.state }
      const answer = await connect(who, body, { cookie: started.cookie })
      expect(answer).toMatchObject({ status: 200, body: { provider, email, state: 'connected' } })
      return answer.body
    },
    /** The connected calendar as its owner sees it. */
    async own(who: number) {
      const { body } = await list(who)
      return body.integrations.map(({ integration }) => integration).find((integration) => integration !== null) ?? null
    },
  }
}
