import { randomUUID } from 'node:crypto'
import * as profileCalls from '@saathi/contract/accounts/calls'
import * as identityCalls from '@saathi/contract/accounts/identity-calls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer, toRequest } from '../../../test/harness.ts'
import { withdrawLanguage } from '../../../test/languages.ts'
import { hashPassword } from '../passwords.ts'

const calls = { ...profileCalls, ...identityCalls }

const PASSWORD = 'Saathi@2026'
let server: TestServer
let passwordHash: string
beforeAll(async () => {
  server = await startTestServer()
  passwordHash = await hashPassword(PASSWORD)
})
afterAll(() => server.stop())

const newEmail = () => `${randomUUID()}@saathi.example`

async function signIn(email: string, password = PASSWORD) {
  const answer = await server.ask(
    null,
    calls.signIn,
    { body: { email, password } },
    { 'user-agent': 'Mozilla/5.0 (Linux; Android 13) Chrome/150.0' },
  )
  const cookie = String(answer.headers['set-cookie'] ?? '').split(';')[0] ?? ''
  return { ...answer, cookie }
}

async function refresh(cookie: string, headers: Record<string, string> = {}) {
  const answer = await server.ask(null, calls.refresh, { body: {} }, { cookie, ...headers })
  return { ...answer, cookie: String(answer.headers['set-cookie'] ?? '').split(';')[0] ?? '' }
}

const profileWith = (token: string) => server.app.inject(toRequest(calls.getProfile, {}, { authorization: `Bearer ${token}` }))

describe('signing in', () => {
  test('with the right password returns a token for the profile and an HttpOnly cookie', async () => {
    const email = newEmail()
    const personId = await server.buildPerson({ email, passwordHash })
    const answer = await signIn(` ${email.toUpperCase()} `)
    expect(answer).toMatchObject({ status: 200, body: { userId: personId, expiresIn: 600 } })
    expect(answer.headers['set-cookie']).toMatch(/^saathi_refresh=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000$/)
    const profile = await profileWith(answer.body.accessToken)
    expect(profile.json()).toMatchObject({ id: personId, email, role: 'Mentee', new_primary_language: 'en' })
  })

  async function refuses(changes: { disabled?: boolean; verified?: boolean; passwordHash?: null }, password: string) {
    const email = newEmail()
    await server.buildPerson({ email, passwordHash, ...changes })
    const { status, body, headers } = await signIn(email, password)
    expect(headers['set-cookie']).toBeUndefined()
    return { status, code: body.code, message: body.message }
  }

  test.each([
    ['a wrong password', {}, 'wrong', 401, 'accounts.wrong_password'],
    ['a disabled account', { disabled: true }, PASSWORD, 403, 'accounts.user_disabled'],
  ])('[ACC-04] is refused for %s', async (_what, changes, password, status, code) => {
    expect(await refuses(changes, password)).toMatchObject({ status, code, message: expect.stringMatching(/\S/) })
  })

  test('[ACC-06] is refused for an address not yet verified', async () => {
    expect(await refuses({ verified: false }, PASSWORD)).toMatchObject({ status: 403, code: 'accounts.email_not_verified' })
  })

  test('[ACC-03] is refused for an account made with Google', async () => {
    expect(await refuses({ passwordHash: null }, PASSWORD)).toMatchObject({ status: 403, code: 'accounts.use_google' })
  })

  test('does not reveal that an account is disabled without its password', async () => {
    const email = newEmail()
    await server.buildPerson({ email, passwordHash, disabled: true })
    expect(await signIn(email, 'wrong')).toMatchObject({ status: 401, body: { code: 'accounts.wrong_password' } })
  })

  test('[ACC-05] lets five wrong passwords through, also when they are sent at once', async () => {
    const email = newEmail()
    await server.buildPerson({ email, passwordHash })
    const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => signIn(email, `wrong ${at}`)))
    const codes = answers.map(({ body }) => body.code)
    expect(codes.filter((code) => code === 'accounts.wrong_password')).toHaveLength(5)
    expect(codes.filter((code) => code === 'accounts.blocked_for_an_hour')).toHaveLength(3)
  })

  test('[ACC-04] is refused for an unknown address', async () => {
    expect(await signIn(newEmail())).toMatchObject({ status: 401, body: { code: 'accounts.user_not_found' } })
  })

  test.each([
    [{ email: 'not an address', password: 'x' }],
    [{ email: 'a@b.in', password: '' }],
    [{ email: 'a@b.in', password: 'x'.repeat(1025) }],
    [{ email: 'a@b.in' }],
  ])('refuses %j before any lookup', async (body) => {
    const response = await server.app.inject({ method: 'POST', url: calls.signIn.path, payload: body })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ code: 'core.bad_input' })
  })

  test('from a foreign page is refused', async () => {
    const email = newEmail()
    await server.buildPerson({ email, passwordHash })
    const headers = { origin: 'https://evil.test', host: 'saathi.example' }
    const answer = await server.ask(null, calls.signIn, { body: { email, password: PASSWORD } }, headers)
    expect(answer).toMatchObject({ status: 403, body: { code: 'core.forbidden' } })
  })
})

describe('a session', () => {
  async function signedIn() {
    const email = newEmail()
    const personId = await server.buildPerson({ email, passwordHash })
    return { email, personId, ...(await signIn(email)) }
  }

  test('[ACC-32] is renewed by its cookie, which changes each time', async () => {
    const first = await signedIn()
    const second = await refresh(first.cookie)
    expect(second.status).toBe(200)
    expect(second.cookie).not.toBe(first.cookie)
    expect((await profileWith(second.body.accessToken)).statusCode).toBe(200)
    expect((await refresh(second.cookie)).status).toBe(200)
  })

  test('[ACC-32] survives two tabs that refresh at the same moment', async () => {
    const { cookie } = await signedIn()
    const [one, two] = await Promise.all([refresh(cookie), refresh(cookie)])
    expect([one.status, two.status]).toEqual([200, 200])
    expect((await profileWith(one.body.accessToken)).statusCode).toBe(200)
    expect((await profileWith(two.body.accessToken)).statusCode).toBe(200)
    expect((await refresh(one.cookie)).status).toBe(200)
  })

  test('[ACC-32] ends for everybody who holds it when a token is used twice, and its owner gets a mail', async () => {
    const { cookie, email, body } = await signedIn()
    const renewed = await refresh((await refresh(cookie)).cookie)
    server.clock.advance(60)
    expect(await refresh(cookie)).toMatchObject({ status: 401, body: { code: 'accounts.session_over' } })
    expect((await refresh(renewed.cookie)).status).toBe(401)
    expect((await profileWith(body.accessToken)).statusCode).toBe(401)
    expect((await profileWith(renewed.body.accessToken)).statusCode).toBe(401)
    const mail = await server.db.selectFrom('mail').selectAll().where('to_address', '=', email).execute()
    expect(mail).toHaveLength(1)
    expect(mail[0]?.text).toContain('Chrome, Android')
  })

  test('expires after thirty days without use, and after ninety in any case', async () => {
    const idle = await signedIn()
    let active = await signedIn()
    server.clock.advance(29 * 86_400)
    active = { ...active, ...(await refresh(active.cookie)) }
    server.clock.advance(2 * 86_400)
    expect((await refresh(idle.cookie)).status).toBe(401)
    for (const days of [25, 25]) {
      const next = await refresh(active.cookie)
      expect(next.status).toBe(200)
      active = { ...active, ...next }
      server.clock.advance(days * 86_400)
    }
    expect((await refresh(active.cookie)).status).toBe(200)
    server.clock.advance(10 * 86_400)
    expect((await refresh(active.cookie)).status).toBe(401)
    server.clock.reset()
  })

  test('[ACC-31] ends at once on the server when its owner signs out', async () => {
    const { cookie, body } = await signedIn()
    const out = await server.ask(null, calls.signOut, { body: {} }, { cookie })
    expect(out.status).toBe(200)
    expect(out.headers['set-cookie']).toContain('Max-Age=0')
    expect((await profileWith(body.accessToken)).statusCode).toBe(401)
    expect((await refresh(cookie)).status).toBe(401)
    expect(server.delivered.at(-1)).toMatchObject({ event: { type: 'accounts.sign_in_ended' } })
  })

  test('can be signed out of without a cookie or with an unknown one', async () => {
    expect((await server.ask(null, calls.signOut, { body: {} })).status).toBe(200)
    expect((await server.ask(null, calls.signOut, { body: {} }, { cookie: 'saathi_refresh=unknown' })).status).toBe(200)
  })

  test('ends at once when its owner is disabled', async () => {
    const { cookie, body, personId } = await signedIn()
    await server.db.updateTable('person').set({ disabled_at: server.clock.now() }).where('id', '=', personId).execute()
    expect((await profileWith(body.accessToken)).statusCode).toBe(401)
    expect((await refresh(cookie)).status).toBe(401)
  })

  test('cannot be renewed without a cookie, with a foreign one, or by a foreign page', async () => {
    const { cookie } = await signedIn()
    expect((await refresh('')).status).toBe(401)
    expect((await refresh('saathi_refresh=AAAA')).status).toBe(401)
    expect((await refresh(cookie, { origin: 'https://evil.test' })).status).toBe(403)
    expect((await refresh(cookie)).status).toBe(200)
  })
})

describe('the list of sign-ins', () => {
  test('shows the person’s own devices and can end one', async () => {
    const email = newEmail()
    await server.buildPerson({ email, passwordHash })
    const phone = await signIn(email)
    const laptop = await signIn(email)
    const personId = laptop.body.userId
    const authorization = `Bearer ${laptop.body.accessToken}`
    const list = await server.ask(null, calls.listSignIns, {}, { authorization })
    expect(list.body.sessions).toHaveLength(2)
    expect(list.body.sessions.filter(({ isCurrent }) => isCurrent)).toHaveLength(1)
    const other = list.body.sessions.find(({ isCurrent }) => !isCurrent)
    const ended = await server.ask(null, calls.endSignIn, { params: { sessionId: other?.id ?? '' } }, { authorization })
    expect(ended.status).toBe(200)
    expect((await profileWith(phone.body.accessToken)).statusCode).toBe(401)
    expect((await profileWith(laptop.body.accessToken)).statusCode).toBe(200)
    expect(personId).toBe(phone.body.userId)
  })

  test('includes only sign-ins that can still be refreshed', async () => {
    const email = newEmail()
    await server.buildPerson({ email, passwordHash })
    const [idle, active] = [await signIn(email), await signIn(email)]
    server.clock.advance(29 * 86_400)
    expect((await refresh(active.cookie)).status).toBe(200)
    server.clock.advance(2 * 86_400)
    const { body } = await signIn(email)
    const list = await server.ask(null, calls.listSignIns, {}, { authorization: `Bearer ${body.accessToken}` })
    expect((await refresh(idle.cookie)).status).toBe(401)
    expect(list.body.sessions.map(({ isCurrent }) => isCurrent)).toEqual([true, false])
    server.clock.reset()
  })

  test('gives the same reply for a foreign sign-in as for a missing one', async () => {
    const [mine, theirs] = [await server.buildPerson(), await server.buildPerson()]
    const [foreign] = (await server.ask(theirs, calls.listSignIns, {})).body.sessions
    const refused = await server.ask(mine, calls.endSignIn, { params: { sessionId: foreign?.id ?? '' } })
    const absent = await server.ask(mine, calls.endSignIn, { params: { sessionId: randomUUID() } })
    expect(refused).toMatchObject({ status: 404, body: { code: 'accounts.session_not_found' } })
    expect(refused.body).toEqual(absent.body)
    expect((await server.ask(theirs, calls.getProfile, {})).status).toBe(200)
  })
})

describe('the profile', () => {
  test('needs a sign-in', async () => {
    expect(await server.ask(null, calls.getProfile, {})).toMatchObject({ status: 401, body: { code: 'core.signed_out' } })
  })

  test('contains the experience flags, all off for someone without a row', async () => {
    const personId = await server.buildPerson()
    await server.db.updateTable('experience').set({ curriculum: 'use', video: 'off' }).where('person_id', '=', personId).execute()
    const { body } = await server.ask(personId, calls.getProfile, {})
    expect(body.status.experiences).toMatchObject({
      curriculum: 'use',
      session: 'use',
      video: 'off',
      chatStatus: { aiChat: 'use' },
    })
    await server.db.deleteFrom('experience').where('person_id', '=', personId).execute()
    const bare = await server.ask(personId, calls.getProfile, {})
    expect(bare.body.status.experiences).toMatchObject({ curriculum: 'off', session: 'off', chatStatus: { aiChat: 'off' } })
  })

  test('exposes no hashes, provider subjects or other columns', async () => {
    const personId = await server.buildPerson()
    const { body } = await server.ask(personId, calls.getProfile, {})
    expect(Object.keys(body).toSorted()).toEqual(Object.keys(calls.getProfile.reply.shape).toSorted())
  })
})

describe('the language', () => {
  test('can be any active language, and other tabs are notified', async () => {
    const personId = await server.buildPerson()
    const answer = await server.ask(personId, calls.setPrimaryLanguage, { params: { code: 'hi' } })
    expect(answer).toMatchObject({ status: 200, body: { newPrimaryLanguage: 'hi' } })
    expect((await server.ask(personId, calls.getProfile, {})).body.newPrimaryLanguage).toBe('hi')
    expect(server.delivered.at(-1)).toEqual({ to: [personId], event: { type: 'accounts.profile_changed' } })
  })

  test('cannot be inactive or unknown, but the current one may be kept', async () => {
    for (const code of ['ta', 'te']) await withdrawLanguage(server, code)
    const personId = await server.buildPerson({ language: 'ta' })
    for (const code of ['te', 'xx']) {
      const answer = await server.ask(personId, calls.setPrimaryLanguage, { params: { code } })
      expect(answer).toMatchObject({ status: 400, body: { code: 'content.language_not_offered' } })
    }
    expect((await server.ask(personId, calls.setPrimaryLanguage, { params: { code: 'ta' } })).status).toBe(200)
    expect((await server.ask(null, calls.setPrimaryLanguage, { params: { code: 'hi' } })).status).toBe(401)
  })
})

test('the system status reports maintenance', async () => {
  expect((await server.ask(null, calls.getSystemStatus, {})).body).toMatchObject({ underMaintenance: false })
  await server.db.updateTable('system_setting').set({ under_maintenance: true }).execute()
  expect((await server.ask(null, calls.getSystemStatus, {})).body).toMatchObject({ underMaintenance: true })
})
