import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { WRONG_PASSWORD } from '#dev/simulate-calendars.ts'
import { inJson } from '#dev/calendar-messages.ts'
import { connectionClient } from '../../../test/calendar-providers/connection-client.ts'
import { type Fault, type StandIns, startStandIns } from '../../../test/calendar-providers/stand-in.ts'
import { buildSyncWorld, LONG_TIMEOUT, POLL } from '../../../test/calendar-providers/sync-world.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { dumpTables, occursIn } from '../../../test/matrix/table-dump.ts'

const lines: string[] = []
let standIns: StandIns
let server: TestServer
let calendars: ReturnType<typeof connectionClient>
beforeAll(async () => {
  standIns = await startStandIns()
  const parts = { logSink: { write: (line: string) => lines.push(line) } }
  server = await startTestServer({ calendars: standIns.settings, limitFactor: 100, logLevel: 'debug' }, parts)
  calendars = connectionClient(server, standIns)
})
afterAll(async () => {
  await server.stop()
  await standIns.stop()
})
beforeEach(() => {
  for (const name of ['google', 'outlook', 'yahoo', 'apple'] as const) {
    standIns[name].fail(null)
    standIns[name].forgetRequests()
  }
  server.delivered.length = 0
})

const newEmail = () => `${crypto.randomUUID()}@calendars.example`
const rowsOf = (personId: number) =>
  server.db.selectFrom('calendar_integration').selectAll().where('person_id', '=', personId).execute()
const attempts = () => server.db.selectFrom('calendar_connection').selectAll().execute()

describe('starting a connection', () => {
  test('[CAL-05] is public: leads to the provider with a state, and sets an HttpOnly cookie', async () => {
    const { page, state, setCookie } = await calendars.begin('google')
    expect(page.origin).toBe('https://google.example')
    expect(state).toMatch(/^google\.[\w-]{43}$/)
    expect(page.searchParams.get('redirect_uri')).toBe('http://localhost/calendar/callback')
    expect(setCookie).toMatch(/^saathi_calendar=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600$/)
  })

  test('D6: stores nonce, browser and verifier only hashed or sealed', async () => {
    const { page, state, cookie } = await calendars.begin('outlook')
    const dump = await dumpTables(server.db)
    for (const word of [state.split('.')[1] ?? '', cookie.split('=')[1] ?? '', page.searchParams.get('code_challenge') ?? '']) {
      expect(word).toHaveLength(43)
      expect(occursIn(dump, word)).toBe(false)
    }
  })

  test('in two tabs keeps the browser cookie, and replaces an invalid one', async () => {
    const first = await calendars.begin('google')
    expect((await calendars.begin('yahoo', { cookie: first.cookie })).cookie).toBe(first.cookie)
    const forged = await calendars.begin('google', { cookie: 'saathi_calendar=short' })
    expect(forged.cookie).not.toContain('short')
  })

  test('uses the configured origin only, whatever the Host header says', async () => {
    const secure = await startTestServer({ calendars: standIns.settings, publicOrigin: 'https://saathi.example', isSecure: true })
    onTestFinished(secure.stop)
    const { page, setCookie } = await connectionClient(secure, standIns).begin('google', { host: 'evil.test' })
    expect(page.searchParams.get('redirect_uri')).toBe('https://saathi.example/calendar/callback')
    expect(setCookie).toMatch(/^__Host-saathi_calendar=.*; Secure$/)
  })

  test('is refused from other origins, and for providers that are not offered', async () => {
    const start = (provider: string, headers = {}) =>
      server.app.inject({ method: 'POST', url: '/api/v2/mentorships/calendar-connection/', payload: { provider }, headers })
    expect((await start('google', { origin: 'https://evil.test' })).statusCode).toBe(403)
    expect((await start('apple')).json()).toMatchObject({ code: 'core.bad_input', errors: { provider: expect.any(Array) } })
    const production = await startTestServer({ mode: 'production', publicOrigin: 'https://saathi.example', isSecure: true })
    onTestFinished(production.stop)
    const answer = await production.app.inject({
      method: 'POST',
      url: '/api/v2/mentorships/calendar-connection/',
      payload: { provider: 'google' },
    })
    expect({ status: answer.statusCode, code: answer.json().code }).toEqual({ status: 403, code: 'calendar.provider_off' })
    const person = await production.buildPerson()
    expect((await connectionClient(production, standIns).list(person)).body).toEqual({ integrations: [], feedUrl: null })
  })
})

describe.each(['google', 'outlook', 'yahoo'] as const)('%s, returning with a code', (provider) => {
  test('[CAL-05] connects the calendar, which is listed without credentials', async () => {
    const person = await server.buildPerson()
    const email = newEmail()
    await calendars.connected(person, provider, email)
    const { body } = await calendars.list(person)
    expect(body.integrations.map((each) => each.provider)).toEqual(['google', 'outlook', 'yahoo', 'apple'])
    expect(body.integrations.find((each) => each.provider === provider)).toEqual({
      provider,
      way: 'oauth',
      integration: { id: expect.any(Number), provider, email, state: 'connected', waiting: 0, syncedAt: null },
    })
    expect(body.integrations.filter(({ integration }) => integration !== null)).toHaveLength(1)
    expect(server.delivered).toContainEqual({ to: [person], event: { type: 'calendar.integration_changed' } })
  })

  test('D7: no token is in a reply, log line, table, job or URL', async () => {
    const person = await server.buildPerson()
    const begun = await calendars.begin(provider)
    const code = calendars.codeOf(provider, begun, newEmail())
    const given: string[] = []
    standIns[provider].fail((heard) => {
      const told = standIns[provider].played.answer(heard)
      const { access_token, refresh_token, id_token } = JSON.parse(told.body ?? '{}')
      given.push(access_token, refresh_token, id_token)
      return told
    })
    const answer = await calendars.connect(person, { provider, code, state: begun.state }, { cookie: begun.cookie })
    const listed = await calendars.list(person)
    expect(given).toHaveLength(3)
    const told = JSON.stringify([answer, listed]) + lines.join('\n')
    const dump = await dumpTables(server.db)
    for (const secret of [...given, code, begun.state.split('.')[1] ?? '']) {
      expect(told).not.toContain(secret)
      expect(occursIn(dump, secret)).toBe(false)
    }
    expect(standIns[provider].requests.map(({ path, query }) => [path, query.size])).toEqual([['/token', 0]])
  })
})

describe('a state', () => {
  /** Nothing is connected, and the provider is not contacted. */
  async function refused(answer: Awaited<ReturnType<typeof calendars.connect>>, person: number, code: string) {
    expect(answer).toMatchObject({ status: 400, body: { code, errors: { state: expect.any(Array) } } })
    expect(await rowsOf(person)).toEqual([])
    expect(standIns.google.requestLines()).toEqual([])
  }

  test.each([
    ['missing', undefined, 'core.bad_input'],
    ['empty', '', 'core.bad_input'],
    ['the provider alone', 'google', 'calendar.foreign_state'],
    ['made up', `google.${'x'.repeat(43)}`, 'calendar.foreign_state'],
    ['with too many parts', 'google.x.y', 'calendar.foreign_state'],
    ['without a nonce', 'google.', 'calendar.foreign_state'],
  ])('C70: that is %s is refused', async (_what, state, code) => {
    const person = await server.buildPerson()
    const { cookie } = await calendars.begin('google')
    await refused(await calendars.connect(person, { provider: 'google', code: 'x', state }, { cookie }), person, code)
  })

  test('C70: from another browser is refused and used up', async () => {
    const person = await server.buildPerson()
    const begun = await calendars.begin('google')
    const body = { provider: 'google' as const, code: calendars.codeOf('google', begun, newEmail()), state: begun.state }
    const stranger = await calendars.begin('google')
    await refused(await calendars.connect(person, body, { cookie: stranger.cookie }), person, 'calendar.foreign_state')
    await refused(await calendars.connect(person, body, { cookie: begun.cookie }), person, 'calendar.foreign_state')
  })

  test('C70: without the browser cookie is refused', async () => {
    const person = await server.buildPerson()
    const begun = await calendars.begin('google')
    const body = { provider: 'google' as const, code: 'x', state: begun.state }
    await refused(await calendars.connect(person, body), person, 'calendar.foreign_state')
  })

  test('C70: of another provider is refused', async () => {
    const person = await server.buildPerson()
    for (const change of [(state: string) => state, (state: string) => state.replace('outlook', 'google')]) {
      const begun = await calendars.begin('outlook')
      const body = { provider: 'google' as const, code: 'x', state: change(begun.state) }
      await refused(await calendars.connect(person, body, { cookie: begun.cookie }), person, 'calendar.foreign_state')
    }
  })

  test('C70: can be used only once, even concurrently', async () => {
    const people = [await server.buildPerson(), await server.buildPerson()]
    const begun = await calendars.begin('google')
    const body = { provider: 'google' as const, code: calendars.codeOf('google', begun, newEmail()), state: begun.state }
    const answers = await Promise.all(people.map((who) => calendars.connect(who, body, { cookie: begun.cookie })))
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '400'])
    const again = await calendars.connect(await server.buildPerson(), body, { cookie: begun.cookie })
    expect(again).toMatchObject({ status: 400, body: { code: 'calendar.foreign_state' } })
  })

  test('C70: expires after ten minutes', async () => {
    const person = await server.buildPerson()
    const begun = await calendars.begin('google')
    const body = { provider: 'google' as const, code: 'x', state: begun.state }
    server.clock.advance(10 * 60)
    onTestFinished(() => server.clock.reset())
    await refused(await calendars.connect(person, body, { cookie: begun.cookie }), person, 'calendar.foreign_state')
  })

  test('C70: created before the clock was set back is refused', async () => {
    const person = await server.buildPerson()
    server.clock.advance(3600)
    const begun = await calendars.begin('google')
    server.clock.reset()
    const body = { provider: 'google' as const, code: calendars.codeOf('google', begun, newEmail()), state: begun.state }
    await refused(await calendars.connect(person, body, { cookie: begun.cookie }), person, 'calendar.foreign_state')
  })

  test('is deleted once it was used, whatever the result', async () => {
    const person = await server.buildPerson()
    const before = (await attempts()).length
    const begun = await calendars.begin('google')
    expect(await attempts()).toHaveLength(before + 1)
    const body = { provider: 'google' as const, code: 'not-a-code', state: begun.state }
    const answer = await calendars.connect(person, body, { cookie: begun.cookie })
    expect(answer).toMatchObject({ status: 400, body: { code: 'calendar.refused_by_provider' } })
    expect(await attempts()).toHaveLength(before)
  })
})

describe('a provider that fails', () => {
  async function connectWith(fault: Parameters<StandIns['google']['fail']>[0]) {
    const person = await server.buildPerson()
    const begun = await calendars.begin('google')
    const code = calendars.codeOf('google', begun, newEmail())
    standIns.google.fail(fault)
    const answer = await calendars.connect(person, { provider: 'google', code, state: begun.state }, { cookie: begun.cookie })
    expect(await rowsOf(person)).toEqual([])
    return answer
  }

  test('[CAL-05] by refusing the code is reported for that field', async () => {
    expect(await connectWith(() => inJson(400, { error: 'invalid_grant' }))).toMatchObject({
      status: 400,
      body: { code: 'calendar.refused_by_provider', errors: { code: expect.any(Array) } },
    })
  })

  test.each([
    ['with an outage', { status: 503 }],
    ['with a rate limit', { status: 429, headers: { 'retry-after': '90' } }],
    ['with invalid_client', inJson(401, { error: 'invalid_client' })],
    ['with an unreadable reply', { status: 200, body: '{' }],
  ])('[CAL-05] %s is reported as temporary', async (_what, told) => {
    const answer = await connectWith(() => told)
    expect(answer).toMatchObject({ status: 503, body: { code: 'calendar.provider_down' } })
    expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(30)
  })

  test('to return the email address makes it required in the request', async () => {
    const person = await server.buildPerson()
    standIns.google.fail(() => inJson(200, { access_token: 'a', token_type: 'Bearer', refresh_token: 'b' }))
    const connect = async (email?: string) => {
      const begun = await calendars.begin('google')
      const body = { provider: 'google' as const, code: 'x', state: begun.state, email }
      return calendars.connect(person, body, { cookie: begun.cookie })
    }
    expect(await connect()).toMatchObject({ status: 400, body: { errors: { email: expect.any(Array) } } })
    expect(await connect('Asha@Calendars.Example')).toMatchObject({ status: 200, body: { email: 'asha@calendars.example' } })
  })
})

describe('an unused token', () => {
  /** A normal reply without the id token. */
  const nameless: Fault = (heard) => {
    if (heard.path !== '/token') return null
    const { id_token: _, ...told } = JSON.parse(standIns.google.played.answer(heard).body ?? '{}')
    return inJson(200, told)
  }

  test('[CAL-05] is revoked if the provider returns no email address', async () => {
    const person = await server.buildPerson()
    const begun = await calendars.begin('google')
    const email = newEmail()
    const code = calendars.codeOf('google', begun, email)
    standIns.google.fail(nameless)
    const answer = await calendars.connect(person, { provider: 'google', code, state: begun.state }, { cookie: begun.cookie })
    expect(answer).toMatchObject({ status: 400, body: { errors: { email: expect.any(Array) } } })
    expect(standIns.google.played.oauth?.hasTokensOf(email)).toBe(false)
  })

  test('[CAL-05] is revoked if another calendar was connected concurrently, which stays', LONG_TIMEOUT, async () => {
    const { calendars: own, mentee, standIns: others, server: busy } = await buildSyncWorld()
    const emails = [newEmail(), newEmail()]
    const both = Promise.withResolvers<void>()
    let redeeming = 0
    others.google.fail(async ({ path }) => {
      if (path === '/token') redeeming += 1
      if (redeeming === 2) both.resolve()
      if (path === '/token') await both.promise
      return null
    })
    const bodies = []
    for (const email of emails) {
      const begun = await own.begin('google')
      bodies.push({ begun, body: { provider: 'google' as const, code: own.codeOf('google', begun, email), state: begun.state } })
    }
    const answers = await Promise.all(bodies.map(({ begun, body }) => own.connect(mentee, body, { cookie: begun.cookie })))
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409'])
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'calendar.one_at_a_time' })
    const kept = (await own.own(mentee))?.email
    const holders = () => emails.filter((email) => others.google.played.oauth?.hasTokensOf(email))
    await expect.poll(holders, POLL).toEqual([kept])
    await expect.poll(() => busy.db.selectFrom('calendar_parting').selectAll().execute(), POLL).toEqual([])
  })
})

describe('without OAuth', () => {
  test('[CAL-05] tokens redeemed elsewhere are accepted, sealed, and never returned', async () => {
    const person = await server.buildPerson()
    const secrets = { accessToken: `access-${crypto.randomUUID()}`, refreshToken: `refresh-${crypto.randomUUID()}` }
    const email = newEmail()
    const body = {
      provider: 'yahoo' as const,
      email,
      ...secrets,
      expiresAt: '2030-01-01T00:00:00Z',
      scope: 'ycal-w',
      idToken: 'x',
    }
    const answer = await calendars.connect(person, body)
    expect(answer).toMatchObject({ status: 200, body: { provider: 'yahoo', email } })
    const dump = await dumpTables(server.db)
    for (const secret of Object.values(secrets)) {
      expect(occursIn(dump, secret)).toBe(false)
      expect(JSON.stringify([answer, await calendars.list(person)]) + lines.join('\n')).not.toContain(secret)
    }
    expect(await rowsOf(person)).toMatchObject([{ expires_at: new Date('2030-01-01T00:00:00Z') }])
  })

  test('[CAL-05] Apple is connected with an app password, which is verified and stored sealed', async () => {
    const person = await server.buildPerson()
    const appPassword = `abcd-${crypto.randomUUID()}`
    const email = newEmail()
    const wrong = await calendars.connect(person, { provider: 'apple', email, appPassword: WRONG_PASSWORD })
    expect(wrong).toMatchObject({
      status: 400,
      body: { code: 'calendar.refused_by_provider', errors: { app_password: expect.any(Array) } },
    })
    expect(await rowsOf(person)).toEqual([])
    expect((await calendars.connect(person, { provider: 'apple', email, appPassword })).status).toBe(200)
    expect(await rowsOf(person)).toMatchObject([{ calendar_url: expect.stringContaining('/calendars/home/') }])
    expect(occursIn(await dumpTables(server.db), appPassword)).toBe(false)
    expect(lines.join('\n')).not.toContain(appPassword)
  })

  test('[CAL-05] connecting to Apple takes at most eight seconds', { timeout: 180_000 }, async () => {
    const patient = await startTestServer({ calendars: { ...standIns.settings, answerWithinMs: 60_000 } })
    onTestFinished(patient.stop)
    const person = await patient.buildPerson()
    standIns.apple.fail(({ path }) => (path.endsWith('/calendars/') ? 'silence' : null))
    const body = { provider: 'apple' as const, email: newEmail(), appPassword: 'abcd-efgh-ijkl-mnop' }
    const answer = await connectionClient(patient, standIns).connect(person, body)
    expect(answer).toMatchObject({ status: 503, body: { code: 'calendar.provider_down' } })
    expect(standIns.apple.requestLines()).toHaveLength(3)
  })

  test.each([
    [{ provider: 'apple', appPassword: 'x' }, 'email'],
    [{ provider: 'apple', email: 'asha@calendars.example' }, 'app_password'],
    [{ provider: 'apple', email: 'asha@calendars.example', accessToken: 'x' }, 'app_password'],
    [{ provider: 'google', email: 'asha@calendars.example' }, 'code'],
    [{ provider: 'google', email: 'asha@calendars.example', appPassword: 'x' }, 'code'],
    [{ provider: 'google', accessToken: 'x' }, 'email'],
    [{ provider: 'google', email: 'asha@calendars.example', accessToken: 'x', code: 'y' }, 'access_token'],
    [{ provider: 'google', email: 'asha@calendars.example', accessToken: 'x\r\nHost: evil.test' }, 'access_token'],
    [{ provider: 'google', email: 'no address', accessToken: 'x' }, 'email'],
  ] as const)('missing or conflicting fields are reported: %j', async (body, field) => {
    const person = await server.buildPerson()
    const answer = await calendars.connect(person, body)
    expect(answer).toMatchObject({ status: 400, body: { code: 'core.bad_input', errors: { [field]: expect.any(Array) } } })
    expect(await rowsOf(person)).toEqual([])
  })

  test('connecting requires a sign-in and is limited to twenty attempts per hour', async () => {
    const body = { provider: 'apple' as const, email: newEmail(), appPassword: WRONG_PASSWORD }
    expect((await calendars.connect(null, body)).status).toBe(401)
    expect((await calendars.list(null)).status).toBe(401)
    expect((await calendars.unlink(null, 'apple')).status).toBe(401)
    const strict = await startTestServer({ calendars: standIns.settings })
    onTestFinished(strict.stop)
    const person = await strict.buildPerson()
    const own = connectionClient(strict, standIns)
    const statuses: number[] = []
    for (let tries = 0; tries < 21; tries += 1) statuses.push((await own.connect(person, body)).status)
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 400), 429])
  })
})

describe('one connection at a time', () => {
  test('[CAL-05] another connection is refused before its provider is contacted', async () => {
    const person = await server.buildPerson()
    const email = newEmail()
    await calendars.connected(person, 'google', email)
    const begun = await calendars.begin('outlook')
    const body = { provider: 'outlook' as const, code: calendars.codeOf('outlook', begun, newEmail()), state: begun.state }
    const answer = await calendars.connect(person, body, { cookie: begun.cookie })
    expect(answer).toMatchObject({ status: 409, body: { code: 'calendar.one_at_a_time' } })
    expect(standIns.outlook.requestLines()).toEqual([])
    expect(await calendars.own(person)).toMatchObject({ provider: 'google', email })
  })

  test('[CAL-05] of concurrent connections one succeeds', async () => {
    const person = await server.buildPerson()
    const body = (email: string) => ({ provider: 'google' as const, email, accessToken: 'x' })
    const answers = await Promise.all([newEmail(), newEmail(), newEmail()].map((email) => calendars.connect(person, body(email))))
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409', '409'])
    expect(await rowsOf(person)).toHaveLength(1)
  })

  test('[CAL-05] a revoked connection can be replaced, also by the same calendar', async () => {
    const person = await server.buildPerson()
    const email = newEmail()
    const { id } = await calendars.connected(person, 'google', email)
    const end = () =>
      server.db.updateTable('calendar_integration').set({ state: 'revoked' }).where('person_id', '=', person).execute()
    await end()
    expect(await calendars.own(person)).toMatchObject({ state: 'revoked' })
    expect(await calendars.connected(person, 'google', email)).toMatchObject({ id, state: 'connected' })
    await end()
    await calendars.connected(person, 'yahoo', newEmail())
    expect(await rowsOf(person)).toHaveLength(1)
  })
})

describe('unlinking', () => {
  test('[CAL-05] removes the connection immediately; other connections are not found', async () => {
    const person = await server.buildPerson()
    const stranger = await server.buildPerson()
    const email = newEmail()
    await calendars.connected(person, 'google', email)
    const notThere = { status: 404, body: { code: 'calendar.not_connected' } }
    expect(await calendars.unlink(stranger, 'google', email)).toMatchObject(notThere)
    expect(await calendars.unlink(person, 'outlook')).toMatchObject(notThere)
    expect(await calendars.unlink(person, 'google', newEmail())).toMatchObject(notThere)
    expect(await calendars.own(person)).toMatchObject({ email })
    expect((await calendars.unlink(person, 'google', email)).status).toBe(200)
    expect(await calendars.own(person)).toBeNull()
    expect(await calendars.unlink(person, 'google')).toMatchObject(notThere)
    expect((await calendars.connected(person, 'outlook', newEmail())).state).toBe('connected')
  })
})
