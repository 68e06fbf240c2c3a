import { connectCalendar, listCalendarIntegrations, startCalendarConnection } from '@saathi/contract/calendar/integration-calls'
import type { CalendarProvider } from '@saathi/contract/calendar/entities'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { calendarClient, singleEvent } from '../../test/calendar-events.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { headerFaults } from '../../test/matrix/header-faults.ts'
import { buildMentorship } from '../../test/mentorships.ts'
import { WRONG_PASSWORD } from './simulate-calendars.ts'
import { simulateCalendars } from './public.ts'

const soon = { timeout: 40_000, interval: 50 }
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ limitFactor: 100 })
  await server.app.startJobs(server.url)
})
afterAll(() => server.stop())

const form = { 'content-type': 'application/x-www-form-urlencoded' }

async function begin(provider: 'google' | 'outlook' | 'yahoo') {
  const { body, headers } = await server.ask(null, startCalendarConnection, { body: { provider } })
  const page = new URL(body.authorizationUrl)
  return { page, path: page.pathname + page.search, cookie: String(headers['set-cookie']).split(';')[0] ?? '' }
}

/** Goes through the simulated provider's page and connects with its result. */
async function connect(who: number, provider: 'google' | 'outlook' | 'yahoo', email: string) {
  const { path, cookie } = await begin(provider)
  const payload = new URLSearchParams({ email }).toString()
  const answer = await server.app.inject({ method: 'POST', url: path, payload, headers: form })
  expect(answer.statusCode).toBe(303)
  const back = new URL(String(answer.headers['location']))
  const body = { provider, code: back.searchParams.get('code') ?? '', state: back.searchParams.get('state') ?? '' }
  return { back, answer: await server.ask(who, connectCalendar, { body }, { cookie }) }
}

const titlesOf = async (provider: CalendarProvider, email: string) => {
  const { calendars } = (await server.app.inject({ url: '/dev/calendars.json' })).json()
  type Listed = { provider: string; email: string; events: { title: string }[] }
  const own = (calendars as Listed[]).find((each) => each.provider === provider && each.email === email)
  return own?.events.map(({ title }) => title) ?? []
}

describe.each(['google', 'outlook', 'yahoo'] as const)('simulated %s', (provider) => {
  test('[CAL-05] can be connected in the demo without an account, and shows the copied events', async () => {
    const pair = await buildMentorship(server)
    const email = `${crypto.randomUUID()}@calendars.example`
    const next = new Date(server.clock.now().getTime() + 86_400_000).toISOString()
    await calendarClient(server, pair).added(pair.mentorId, singleEvent(pair, { scheduledTime: next }))
    const { back, answer } = await connect(pair.mentorId, provider, email)
    expect(back.origin + back.pathname).toBe('http://localhost/calendar/callback')
    expect(answer).toMatchObject({ status: 200, body: { provider, email } })
    await expect.poll(() => titlesOf(provider, email), soon).toEqual(['Our call'])
  })

  test('has a page without scripts that can be cancelled and reports an invalid address', async () => {
    const { path } = await begin(provider)
    const page = await server.app.inject({ url: path })
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('<form method="post"')
    expect(page.body).not.toContain('<script')
    expect(headerFaults(page, { method: 'GET', url: path })).toEqual([])
    const hindi = await server.app.inject({ url: path, headers: { 'accept-language': 'hi' } })
    expect(hindi.body).toContain('lang="hi"')
    const post = (fields: Record<string, string>) =>
      server.app.inject({ method: 'POST', url: path, payload: new URLSearchParams(fields).toString(), headers: form })
    expect(await post({ email: 'none' })).toMatchObject({ statusCode: 400, body: expect.stringContaining('role="alert"') })
    const left = new URL(String((await post({ cancel: 'yes' })).headers['location']))
    expect({ error: left.searchParams.get('error'), code: left.searchParams.get('code') }).toEqual({
      error: 'access_denied',
      code: null,
    })
  })

  test('redirects only to our own page, and refuses undocumented parameters', async () => {
    const { page } = await begin(provider)
    for (const [name, value] of [
      ['redirect_uri', 'https://evil.test/calendar/callback'],
      ['redirect_uri', 'http://localhost/elsewhere'],
      ['redirect_uri', ''],
      ['code_challenge_method', 'plain'],
      ['code_challenge', 'short'],
      ['response_type', 'token'],
      ['client_id', 'another'],
      ['undocumented', 'x'],
    ] as const) {
      const changed = new URL(page)
      changed.searchParams.set(name, value)
      expect((await server.app.inject({ url: changed.pathname + changed.search })).statusCode).toBe(400)
    }
  })
})

test('a provider can be made to fail and restored, to try every state', async () => {
  const person = await server.buildPerson()
  const email = `${crypto.randomUUID()}@calendars.example`
  const fail = (fault: string | null) =>
    server.app.inject({ method: 'POST', url: '/dev/calendars/apple/fault', payload: { fault } })
  onTestFinished(async () => void (await fail(null)))
  const connectApple = (appPassword: string) =>
    server.ask(person, connectCalendar, { body: { provider: 'apple', email, appPassword } })
  expect((await fail('down')).statusCode).toBe(200)
  expect((await connectApple('abcd-efgh-ijkl-mnop')).status).toBe(503)
  expect((await fail('asleep')).statusCode).toBe(400)
  await fail(null)
  expect((await connectApple(WRONG_PASSWORD)).status).toBe(400)
  expect((await connectApple('abcd-efgh-ijkl-mnop')).status).toBe(200)
})

test('in production nothing is simulated, nothing is offered and these pages do not exist', async () => {
  expect(() => simulateCalendars({ mode: 'production' })).toThrow('production')
  const production = await startTestServer({ mode: 'production', publicOrigin: 'https://saathi.example', isSecure: true })
  onTestFinished(production.stop)
  for (const url of ['/dev/calendars.json', '/dev/calendars/google/auth', '/dev/calendars/page.css']) {
    expect((await production.app.inject({ url })).statusCode).toBe(404)
  }
  const person = await production.buildPerson()
  expect((await production.ask(person, listCalendarIntegrations, {})).body.integrations).toEqual([])
})
