import { createServer, type AddressInfo } from 'node:net'
import { signIn, signInWithGoogle } from '@saathi/contract/accounts/identity-calls'
import { getProfile } from '@saathi/contract/accounts/calls'
import { exportSPKI, generateKeyPair, importJWK, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Claims, type GoogleStandIn, startGoogleStandIn } from '../../../test/google-stand-in.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { signUpTokens } from './sign-up-token.ts'

let google: GoogleStandIn
let server: TestServer
beforeAll(async () => {
  google = await startGoogleStandIn()
  server = await startTestServer({ google: google.settings, limitFactor: 100 })
})
afterAll(async () => {
  await server.stop()
  await google.stop()
})

const refused = { status: 401, code: 'accounts.google_token_refused' }

async function send(idToken: string, nonce: unknown, headers: Record<string, string> = {}, to = server) {
  const answer = await to.ask(null, signInWithGoogle, { body: { idToken, nonce: String(nonce) } }, headers)
  return { ...answer, code: answer.body.code, cookie: answer.headers['set-cookie'] }
}

async function sendClaims(changes: Claims = {}) {
  const claims = google.claimsOf(changes)
  return send(await google.sign(claims), claims['nonce'])
}

async function buildGooglePerson(changes: { subject?: string | null; email?: string; disabled?: boolean } = {}) {
  const subject = changes.subject === undefined ? crypto.randomUUID() : changes.subject
  const email = changes.email ?? `${crypto.randomUUID()}@gmail.example`
  const personId = await server.buildPerson({ email, passwordHash: null, disabled: changes.disabled ?? false })
  await server.db.updateTable('person').set({ google_subject: subject }).where('id', '=', personId).execute()
  return { personId, subject: subject ?? '', email }
}

const countSignIns = async () => {
  const rows = await server.db.selectFrom('sign_in').select('id').execute()
  return rows.length
}

describe('a verified ID token', () => {
  test('[ACC-08] signs in the person it is about, with the refresh cookie', async () => {
    const { personId, subject, email } = await buildGooglePerson()
    const { status, body, cookie } = await sendClaims({ sub: subject, email })
    expect({ status, body }).toEqual({ status: 200, body: { accessToken: expect.any(String), expiresIn: 600, userId: personId } })
    expect(cookie).toMatch(/^saathi_refresh=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax/)
    const token = 'accessToken' in body ? body.accessToken : ''
    const profile = await server.ask(null, getProfile, {}, { authorization: `Bearer ${token}` })
    expect(profile.body).toMatchObject({ id: personId, email, provider: 'google' })
  })

  test('[ACC-08] identifies its subject, whatever address Google now has for them', async () => {
    const { personId, subject } = await buildGooglePerson()
    const { status, body } = await sendClaims({ sub: subject, email: 'a-new-address@gmail.example' })
    expect({ status, body }).toMatchObject({ status: 200, body: { userId: personId } })
  })

  test('[ACC-08] is accepted under both names of the issuer', async () => {
    const issuers = ['https://accounts.google.com', 'accounts.google.com']
    const both = await startTestServer({ google: { ...google.settings, issuers } })
    onTestFinished(() => both.stop())
    for (const iss of issuers) {
      const claims = google.claimsOf({ iss })
      expect((await send(await google.sign(claims), claims['nonce'], {}, both)).status).toBe(200)
    }
  })

  test('[ACC-08] of a disabled person is refused, with a message in their language', async () => {
    const { subject, email } = await buildGooglePerson({ disabled: true })
    const claims = google.claimsOf({ sub: subject, email })
    const inHindi = { 'accept-language': 'hi' }
    const { status, code, cookie, body } = await send(await google.sign(claims), claims['nonce'], inHindi)
    expect({ status, code, cookie }).toEqual({ status: 403, code: 'accounts.user_disabled', cookie: undefined })
    expect(body.message).toContain('यह खाता किसी एडमिन ने बंद किया है।')
  })

  test('[ACC-08] of a deleted person is treated as a stranger’s', async () => {
    const { personId, subject } = await buildGooglePerson()
    await server.db.updateTable('person').set({ deleted_at: server.clock.now() }).where('id', '=', personId).execute()
    expect((await sendClaims({ sub: subject })).body).toMatchObject({ signUpNeeded: true })
  })
})

describe('a stranger', () => {
  test('[ACC-09] is asked to sign up, with name and e-mail and a token that carries them', async () => {
    const { status, body, cookie } = await sendClaims({ sub: 'a-stranger', email: ' Meenakshi@Gmail.Example ' })
    const expected = { signUpNeeded: true, email: 'meenakshi@gmail.example', firstName: 'Meenakshi', lastName: 'Iyer' }
    expect({ status, body, cookie }).toEqual({
      status: 200,
      body: { ...expected, signUpToken: expect.any(String) },
      cookie: undefined,
    })
    const token = 'signUpToken' in body ? body.signUpToken : ''
    const { signUpNeeded: _, ...identity } = expected
    const env = { secret: new TextEncoder().encode('a secret that only the tests know, long enough') }
    expect(await signUpTokens(env.secret, server.clock).read(token)).toEqual({ ...identity, subject: 'a-stranger' })
  })

  test('[ACC-09] may have one name or none, and a long name is cut between graphemes', async () => {
    const nameless = await sendClaims({ name: undefined, given_name: undefined, family_name: undefined })
    expect(nameless.body).toMatchObject({ firstName: '', lastName: '' })
    const whole = await sendClaims({ name: 'Asha Devi Rao', given_name: undefined, family_name: undefined })
    expect(whole.body).toMatchObject({ firstName: 'Asha', lastName: 'Devi Rao' })
    const long = await sendClaims({ given_name: 'क्षि'.repeat(40), family_name: '\u0000x\n' })
    expect(long.body).toMatchObject({ firstName: 'क्षि'.repeat(15), lastName: 'x' })
  })

  test('[ACC-09] gets no account yet', async () => {
    const before = await countSignIns()
    await sendClaims({ email: 'no-trace@gmail.example' })
    expect(await countSignIns()).toBe(before)
    expect(await server.db.selectFrom('person').where('email', '=', 'no-trace@gmail.example').execute()).toEqual([])
  })
})

describe('an account with only the same address', () => {
  test('and a password is not opened by Google, and the reply says how to sign in', async () => {
    await server.buildPerson({ email: 'has-password@gmail.example' })
    const { status, code, cookie } = await sendClaims({ email: 'has-password@gmail.example' })
    expect({ status, code, cookie }).toEqual({ status: 403, code: 'accounts.use_password', cookie: undefined })
    const row = await server.db
      .selectFrom('person')
      .select(['google_subject', 'provider'])
      .where('email', '=', 'has-password@gmail.example')
      .executeTakeFirst()
    expect(row).toEqual({ google_subject: null, provider: 'normal' })
  })

  test.each([
    ['and another subject', 'somebody-else'],
    ['and no subject', null],
  ])('%s is not opened', async (_what, subject) => {
    const { email } = await buildGooglePerson({ subject })
    const { status, code, cookie } = await sendClaims({ email })
    expect({ status, code, cookie }).toEqual({ ...refused, cookie: undefined })
  })

  test('of the Google provider gets the specified message for any password (C14)', async () => {
    const { email } = await buildGooglePerson()
    for (const password of ['Saathi@2026', 'null', ' ']) {
      const { status, body } = await server.ask(null, signIn, { body: { email, password } })
      expect({ status, code: body.code, message: body.message }).toEqual({
        status: 403,
        code: 'accounts.use_google',
        message:
          'Our records say that you have signed up for our app via Google login authentication. Please use the Sign-in via Google option',
      })
    }
  })
})

describe('a token is refused if', () => {
  /** Each token would sign this person in except for one detail. */
  async function expectRefused(make: (claims: Claims) => Promise<{ idToken: string; nonce?: unknown }>) {
    const { subject, email } = await buildGooglePerson()
    const claims = google.claimsOf({ sub: subject, email })
    const before = await countSignIns()
    const { idToken, nonce = claims['nonce'] } = await make(claims)
    const { status, code, cookie } = await send(idToken, nonce)
    expect({ status, code, cookie }).toEqual({ ...refused, cookie: undefined })
    expect(await countSignIns()).toBe(before)
  }
  const signed = (changes: (claims: Claims) => Claims) =>
    expectRefused(async (claims) => ({ idToken: await google.sign({ ...claims, ...changes(claims) }) }))
  const seconds = () => Math.floor(Date.now() / 1000)

  test('it is unsigned: alg none (C13)', () =>
    expectRefused(async (claims) => ({ idToken: new UnsecuredJWT({ ...claims }).encode() })))

  test('it is signed with the public key as a secret: HS256 (C13)', () =>
    expectRefused(async (claims) => {
      const secret = new TextEncoder().encode(await exportSPKI(google.publicKey))
      return { idToken: await google.sign(claims, { alg: 'HS256' }, secret) }
    }))

  test('it uses another algorithm: RS512 (C13)', async () => {
    const standIn = await startGoogleStandIn()
    onTestFinished(() => standIn.stop())
    const other = await startTestServer({ google: standIn.settings })
    onTestFinished(() => other.stop())
    // A key without `alg` would work for either algorithm.
    const { alg: _, ...anyUse } = standIn.publicJwk
    standIn.answerWith((response) => response.writeHead(200).end(JSON.stringify({ keys: [anyUse] })))
    const statuses = await Promise.all(
      ['RS512', 'RS256'].map(async (alg) => {
        const claims = standIn.claimsOf()
        const idToken = await standIn.sign(claims, { alg }, await importJWK(standIn.privateJwk, alg))
        return (await send(idToken, claims['nonce'], {}, other)).status
      }),
    )
    expect(statuses).toEqual([401, 200])
  })

  test("another key signed it under Google's key id (C13)", () =>
    expectRefused(async (claims) => ({ idToken: await google.sign(claims, {}, (await generateKeyPair('RS256')).privateKey) })))

  test('it names an unpublished key (C13)', () =>
    expectRefused(async (claims) => ({ idToken: await google.sign(claims, { kid: 'unheard-of' }) })))

  test('it carries its own key or a key URL, which is never fetched (C13)', async () => {
    const canary = await startGoogleStandIn()
    onTestFinished(() => canary.stop())
    await expectRefused(async (claims) => ({
      idToken: await canary.sign(claims, {
        kid: 'key-1',
        jwk: canary.publicJwk,
        jku: canary.settings.keysUrl,
        x5u: canary.origin,
      }),
    }))
    expect(canary.visits()).toBe(0)
  })

  test('it was issued for another client: aud (C13)', () => signed(() => ({ aud: 'other.apps.google.example' })))
  test('it was issued for us and for another client (C13)', () =>
    signed(({ aud }) => ({ aud: [String(aud), 'other.apps.google.example'] })))
  test('another client requested it: azp (C13)', () => signed(() => ({ azp: 'other.apps.google.example' })))
  test.each(['https://accounts.evil.example', 'https://accounts.google.com', ''])('it has another issuer: "%s" (C13)', (iss) =>
    signed(() => ({ iss })),
  )
  test('it has expired (C13)', () => signed(() => ({ iat: seconds() - 200, exp: seconds() - 100 })))
  test('it never expires (C13)', () => signed(() => ({ exp: undefined })))
  test('it has no issue time (C13)', () => signed(() => ({ iat: undefined })))
  test('it is older than a popup takes (C13)', () => signed(() => ({ iat: seconds() - 600 })))
  test('it was issued in the future (C13)', () => signed(() => ({ iat: seconds() + 600 })))
  test.each([false, 'true', 1, undefined])('its address is not verified: %s (C13)', (value) =>
    signed(() => ({ email_verified: value })),
  )
  test.each(['', 'no address', 'a@b@c.example', 'a@b.example, c@d.example', undefined])(
    'it has no valid address: %s (C13)',
    (email) => signed(() => ({ email })),
  )
  test('it repeats a different nonce (C13)', () =>
    expectRefused(async (claims) => ({ idToken: await google.sign(claims), nonce: crypto.randomUUID() })))
  test('it has no nonce (C13)', () => signed(() => ({ nonce: undefined })))
  test('its payload was changed (C13)', () =>
    expectRefused(async (claims) => {
      const [head = '', , seal = ''] = (await google.sign(claims)).split('.')
      const other = (await google.sign({ ...claims, name: 'x' })).split('.')[1] ?? ''
      return { idToken: [head, other, seal].join('.') }
    }))
  test.each(['', 'x', 'a.b.c', '{}', `${'x'.repeat(8000)}.x.x`])('it is not a token: %.20s (C13)', (idToken) =>
    expectRefused(async () => ({ idToken })),
  )

  test('the request also contains an e-mail (C13)', async () => {
    const claims = google.claimsOf()
    const payload = { id_token: await google.sign(claims), nonce: claims['nonce'], email: 'other@gmail.example' }
    const response = await server.app.inject({ method: 'POST', url: signInWithGoogle.path, payload })
    expect({ status: response.statusCode, code: response.json().code }).toEqual({ status: 400, code: 'core.bad_input' })
  })

  test('it was used before; of concurrent uses one succeeds (C13)', async () => {
    const { subject, email } = await buildGooglePerson()
    const claims = google.claimsOf({ sub: subject, email })
    const idToken = await google.sign(claims)
    const statuses = (await Promise.all(Array.from({ length: 5 }, () => send(idToken, claims['nonce'])))).map(
      ({ status }) => status,
    )
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 401, 401, 401, 401])
    expect(await send(idToken, claims['nonce'])).toMatchObject(refused)
    // The same claims with a new signature still count as the same token.
    expect(await send(await google.sign({ ...claims, name: 'x' }), claims['nonce'])).toMatchObject(refused)
  })
})

test('a foreign page cannot sign anybody in', async () => {
  const claims = google.claimsOf()
  const idToken = await google.sign(claims)
  const { status, code, cookie } = await send(idToken, claims['nonce'], { origin: 'https://evil.test' })
  expect({ status, code, cookie }).toEqual({ status: 403, code: 'core.forbidden', cookie: undefined })
  expect((await send(idToken, claims['nonce'])).status).toBe(200)
})

test('too many attempts from one IP are refused for a while', async () => {
  const strict = await startTestServer({ google: google.settings })
  onTestFinished(() => strict.stop())
  for (let n = 0; n < 120; n += 1) expect((await send('x', 'a nonce long enough', {}, strict)).status).toBe(401)
  const { status, code, headers } = await send('x', 'a nonce long enough', {}, strict)
  expect({ status, code }).toEqual({ status: 429, code: 'core.too_many' })
  expect(Number(headers['retry-after'])).toBeGreaterThan(3000)
})

describe("Google's keys", () => {
  async function startAt(keysUrl: string) {
    const other = await startTestServer({ google: { ...google.settings, keysUrl } })
    onTestFinished(() => other.stop())
    return other
  }

  test('are fetched once for any number of tokens', async () => {
    const fresh = await startAt(google.settings.keysUrl)
    const before = google.visits()
    for (let n = 0; n < 5; n += 1) {
      const claims = google.claimsOf()
      expect((await send(await google.sign(claims), claims['nonce'], {}, fresh)).status).toBe(200)
      await send(await google.sign(claims, { kid: `unheard-of-${n}` }), claims['nonce'], {}, fresh)
    }
    expect(google.visits() - before).toBe(1)
  })

  test.each([
    ['answers with an error', (standIn: GoogleStandIn) => standIn.answerWith((response) => response.writeHead(500).end())],
    [
      'answers with a page',
      (standIn: GoogleStandIn) => standIn.answerWith((response) => response.writeHead(200).end('<p>Hello')),
    ],
    ['redirects', (standIn: GoogleStandIn) => standIn.answerWith((response) => response.writeHead(302, { location: '/' }).end())],
    ['drops the connection', (standIn: GoogleStandIn) => standIn.answerWith((response) => response.destroy())],
    ['never answers', (standIn: GoogleStandIn) => standIn.answerWith(() => {})],
  ])('are unavailable while Google %s: 503 until it recovers', async (_what, breakDown) => {
    const standIn = await startGoogleStandIn()
    onTestFinished(() => standIn.stop())
    const other = await startTestServer({ google: standIn.settings })
    onTestFinished(() => other.stop())
    breakDown(standIn)
    const claims = standIn.claimsOf()
    const idToken = await standIn.sign(claims)
    const { status, code, headers } = await send(idToken, claims['nonce'], {}, other)
    expect({ status, code, retryAfter: headers['retry-after'] }).toEqual({
      status: 503,
      code: 'core.unavailable',
      retryAfter: '5',
    })
    standIn.answerAgain()
    expect((await send(idToken, claims['nonce'], {}, other)).status).toBe(200)
  })

  test('are unavailable where nothing listens: 503', async () => {
    const closed = createServer()
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
    const { port } = closed.address() as AddressInfo
    await new Promise((resolve) => closed.close(resolve))
    const other = await startAt(`http://127.0.0.1:${port}/certs`)
    const claims = google.claimsOf()
    expect(await send(await google.sign(claims), claims['nonce'], {}, other)).toMatchObject({
      status: 503,
      code: 'core.unavailable',
    })
  })
})
