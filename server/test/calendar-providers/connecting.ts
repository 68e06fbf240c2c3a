import type { CalendarProvider } from '@saathi/contract/calendar/entities'
import * as calls from '@saathi/contract/calendar/integration-calls'
import type { CallInput } from '@saathi/contract/core/call'
import { expect } from 'vitest'
import type { OAuthProvider } from '#calendar/public.ts'
import type { TestServer } from '../harness.ts'
import type { StandIns } from './stand-in.ts'

export type ConnectBody = CallInput<typeof calls.connectCalendar>['body']

/** What somebody does to connect a calendar, as the browser asks for it. */
export function connectingOn(server: TestServer, standIns: StandIns) {
  /** To the provider's page: where that is, and what the browser was given to keep. */
  async function begin(provider: OAuthProvider, headers: Record<string, string> = {}) {
    const answer = await server.ask(null, calls.startCalendarConnection, { body: { provider } }, headers)
    expect(answer).toMatchObject({ status: 200 })
    const page = new URL(answer.body.authorizationUrl)
    const setCookie = String(answer.headers['set-cookie'])
    return { page, state: page.searchParams.get('state') ?? '', cookie: setCookie.split(';')[0] ?? '', setCookie }
  }
  type Begun = Awaited<ReturnType<typeof begin>>

  /** What the provider hands the browser once somebody has allowed it there. */
  function codeOf(provider: OAuthProvider, { page }: Begun, email: string): string {
    const { oauth } = standIns[provider].played
    expect(oauth?.wrongIn(page.searchParams)).toBeNull()
    return oauth?.giveCode(page.searchParams, email) ?? ''
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
    /** The whole way, which must work. */
    async connected(who: number, provider: CalendarProvider, email: string) {
      if (provider === 'apple') {
        const answer = await connect(who, { provider, email, appPassword: 'abcd-efgh-ijkl-mnop' })
        expect(answer).toMatchObject({ status: 200 })
        return answer.body
      }
      const begun = await begin(provider)
      const body = { provider, code: codeOf(provider, begun, email), state: begun.state }
      const answer = await connect(who, body, { cookie: begun.cookie })
      expect(answer).toMatchObject({ status: 200, body: { provider, email, state: 'connected' } })
      return answer.body
    },
    /** The one that is connected, as its owner sees it. */
    async own(who: number) {
      const { body } = await list(who)
      return body.integrations.map(({ integration }) => integration).find((integration) => integration !== null) ?? null
    },
  }
}
