import type { AddressInfo } from 'node:net'
import { signInWithGoogle } from '@saathi/contract/accounts/identity-calls'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { googleProofOf, throughGooglePopup } from '../../test/google-popup.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { headerFaults } from '../../test/matrix/header-faults.ts'

let server: TestServer
let origin: string
beforeAll(async () => {
  server = await startTestServer({ limitFactor: 100 })
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.app.server.address() as AddressInfo
  origin = `http://127.0.0.1:${port}`
})
afterAll(() => server.stop())

async function buildGooglePerson(email: string, names: { first_name?: string; last_name?: string } = {}) {
  const personId = await server.buildPerson({ email, passwordHash: null })
  await server.db
    .updateTable('person')
    .set({ google_subject: `subject-of-${email}`, ...names })
    .where('id', '=', personId)
    .execute()
  return personId
}

const signIn = (proof: { idToken: string; nonce: string }) => server.ask(null, signInWithGoogle, { body: proof })

type Sent = { method?: string; body?: URLSearchParams; headers?: Record<string, string> }

/** A browser without scripts: stores cookies, follows redirects and submits forms. */
function openBrowser() {
  const jar = new Map<string, { value: string; path: string }>()
  async function request(url: URL, { headers = {}, ...init }: Sent) {
    const sent = [...jar].filter(([, { path }]) => url.pathname.startsWith(path)).map(([name, { value }]) => `${name}=${value}`)
    const response = await fetch(url, { ...init, redirect: 'manual', headers: { ...headers, cookie: sent.join('; ') } })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      jar.set(name, { value, path: /path=([^;]+)/i.exec(line)?.[1] ?? '/' })
    }
    return response
  }
  async function go(address: string | URL, init: Sent = {}, hops = 0): Promise<{ url: URL; html: string }> {
    const url = new URL(address, origin)
    if (url.pathname === '/google-return.html' || hops > 5) return { url, html: '' }
    const response = await request(url, init)
    const location = response.headers.get('location')
    return location ? go(new URL(location, url), {}, hops + 1) : { url, html: await response.text() }
  }
  return {
    go,
    submit: (page: { url: URL }, fields: Record<string, string>) =>
      go(page.url, { method: 'POST', body: new URLSearchParams(fields), headers: { origin } }),
  }
}

const authorization = (changes: Record<string, string> = {}) =>
  `/dev/google/auth?${new URLSearchParams({
    client_id: 'saathi-demo',
    response_type: 'id_token',
    scope: 'openid email profile',
    prompt: 'select_account',
    redirect_uri: `${origin}/google-return.html`,
    state: 'the state of this test',
    nonce: crypto.randomUUID(),
    ...changes,
  })}`

describe('over HTTP, from the popup to the sign-in', () => {
  test('[ACC-08] a person with an account chooses it and is signed in', async () => {
    const personId = await buildGooglePerson('gita@saathi.example', { first_name: 'Gita', last_name: 'Bhatt' })
    const browser = openBrowser()
    const nonce = crypto.randomUUID()
    const page = await browser.go(authorization({ nonce }))
    expect(page.html).toContain('Choose an account')
    const { url } = await browser.submit(page, { email: 'gita@saathi.example' })
    const answer = new URLSearchParams(url.hash.slice(1))
    expect({ page: url.origin + url.pathname, query: url.search, state: answer.get('state') }).toEqual({
      page: `${origin}/google-return.html`,
      query: '',
      state: 'the state of this test',
    })
    const idToken = answer.get('id_token') ?? ''
    expect(decodeProtectedHeader(idToken)).toMatchObject({ alg: 'RS256' })
    expect(decodeJwt(idToken)).toMatchObject({
      aud: 'saathi-demo',
      sub: 'subject-of-gita@saathi.example',
      email: 'gita@saathi.example',
      email_verified: true,
      given_name: 'Gita',
      family_name: 'Bhatt',
      nonce,
    })
    const response = await fetch(`${origin}${signInWithGoogle.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify({ id_token: idToken, nonce }),
    })
    expect(response.headers.getSetCookie()).toEqual([expect.stringMatching(/^saathi_refresh=/)])
    expect(await response.json()).toMatchObject({ user_id: personId })
  })

  test('[ACC-09] a new person is asked to sign up, with name and e-mail filled in', async () => {
    const browser = openBrowser()
    const nonce = crypto.randomUUID()
    const page = await browser.go(authorization({ nonce }))
    const { url } = await browser.submit(page, { email: 'sana.sheikh@saathi.example' })
    const idToken = new URLSearchParams(url.hash.slice(1)).get('id_token') ?? ''
    expect((await signIn({ idToken, nonce })).body).toMatchObject({
      signUpNeeded: true,
      email: 'sana.sheikh@saathi.example',
      firstName: 'Sana',
      lastName: 'Sheikh',
    })
  })

  test('[ACC-08] cancelling returns an error and no token', async () => {
    const browser = openBrowser()
    const { url } = await browser.submit(await browser.go(authorization()), { cancel: 'yes' })
    const answer = new URLSearchParams(url.hash.slice(1))
    expect(Object.fromEntries(answer)).toMatchObject({ error: 'access_denied', state: 'the state of this test' })
    expect(answer.has('id_token')).toBe(false)
  })

  test('each popup asks again, so that another person can use the same browser', async () => {
    const browser = openBrowser()
    for (const email of ['first@saathi.example', 'second@saathi.example', 'first@saathi.example']) {
      const page = await browser.go(authorization())
      const { url } = await browser.submit(page, { email, name: 'Some One' })
      expect(decodeJwt(new URLSearchParams(url.hash.slice(1)).get('id_token') ?? '')).toMatchObject({ email })
    }
  })

  test('its keys are published like Google’s', async () => {
    const { keys } = await (await fetch(`${origin}/dev/google/jwks`)).json()
    expect(keys).toEqual([{ kty: 'RSA', kid: 'demo', alg: 'RS256', use: 'sig', e: 'AQAB', n: expect.any(String) }])
  })
})

describe('as strict as Google', () => {
  test.each([
    ['an unknown client', { client_id: 'other' }, 'invalid_client'],
    ['a return to a page elsewhere', { redirect_uri: 'https://evil.test/google-return.html' }, 'invalid_redirect_uri'],
    ['a return to another page of ours', { redirect_uri: 'http://127.0.0.1:7200/signin' }, 'invalid_redirect_uri'],
    ['a return with a query', { redirect_uri: 'http://127.0.0.1:7200/google-return.html?x=1' }, 'invalid_redirect_uri'],
  ])('%s is refused at once', async (_what, changes, error) => {
    const response = await fetch(`${origin}${authorization(changes)}`, { redirect: 'manual' })
    expect({ status: response.status, text: await response.text() }).toEqual({
      status: 400,
      text: expect.stringContaining(error),
    })
  })

  test.each([
    ['another response type', { response_type: 'code' }, 'unsupported_response_type'],
    ['no nonce', { nonce: '' }, 'invalid_request'],
    ['a scope without openid', { scope: 'email' }, 'invalid_request'],
    ['prompt=none', { prompt: 'none' }, 'account_selection_required'],
  ])('%s is answered with an error', async (_what, changes, error) => {
    const { url } = await openBrowser().go(authorization(changes))
    expect(new URLSearchParams(url.hash.slice(1) || url.search).get('error')).toBe(error)
  })

  test('a parameter that Google does not document is refused', async () => {
    const response = await fetch(`${origin}${authorization({ response_mode: 'query' })}`)
    expect({ status: response.status, body: await response.json() }).toMatchObject({
      status: 400,
      body: { non_field_errors: ['Google does not document response_mode'] },
    })
  })

  test('a window opened by another browser, or open for too long, is refused', async () => {
    const page = await openBrowser().go(authorization())
    for (const method of ['GET', 'POST']) {
      const body = method === 'POST' ? { body: new URLSearchParams({ email: 'gita@saathi.example' }) } : {}
      const response = await fetch(page.url, { method, redirect: 'manual', ...body })
      expect(response.status).toBe(404)
      expect(await response.text()).toContain('open for too long')
    }
  })

  test('a foreign page can neither open nor submit its form', async () => {
    const { url } = await openBrowser().go(authorization())
    for (const init of [{}, { method: 'POST', body: new URLSearchParams({ email: 'gita@saathi.example' }) }]) {
      expect((await fetch(url, { ...init, headers: { origin: 'https://evil.test' } })).status).toBe(403)
    }
  })

  test('a form with missing or additional fields is refused', async () => {
    for (const choice of [{}, { name: 'x' }, { email: 'a@b.example', subject: 'x' }, { cancel: 'yes', email: 'a@b.example' }]) {
      expect((await throughGooglePopup(server, choice)).chosen.statusCode).toBe(400)
    }
  })
})

describe('its page', () => {
  test('lists people with an account and newcomers, and escapes names', async () => {
    await buildGooglePerson('bobby@saathi.example', { first_name: '<script>alert(1)</script>', last_name: '"&\'' })
    const { page } = await throughGooglePopup(server, { cancel: 'yes' })
    expect(page.body).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &quot;&amp;&#39;')
    expect(page.body).not.toContain('<script')
    expect(page.body).toContain('value="joseph.kurian@saathi.example"')
    expect(page.body).toContain('value="sana.sheikh@saathi.example"')
  })

  test('a newcomer who has signed up is listed once', async () => {
    const other = await startTestServer()
    onTestFinished(() => other.stop())
    const personId = await other.buildPerson({ email: 'joseph.kurian@saathi.example', passwordHash: null })
    await other.db.updateTable('person').set({ google_subject: 'his' }).where('id', '=', personId).execute()
    const { page } = await throughGooglePopup(other, { cancel: 'yes' })
    expect(page.body.match(/value="joseph\.kurian@saathi\.example"/g)).toHaveLength(1)
  })

  test('is in Hindi for a Hindi browser', async () => {
    const response = await server.app.inject({ url: authorization(), headers: { host: new URL(origin).host } })
    const cookie = response.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const page = await server.app.inject({
      url: String(response.headers.location),
      headers: { cookie, 'accept-language': 'hi-IN,en' },
    })
    expect(page.body).toContain('<html lang="hi">')
    expect(page.body).toContain('एक खाता चुनें')
  })

  test('accepts any other name and address; the same address is always the same person', async () => {
    const [first, second] = [await anybody('Zoya@Saathi.Example '), await anybody('zoya@saathi.example')]
    expect(first).toMatchObject({ email: 'zoya@saathi.example', given_name: 'Zoya', family_name: 'Khan Ali', sub: second.sub })
  })
  const anybody = async (email: string) => decodeJwt((await googleProofOf(server, email, 'Zoya Khan Ali')).idToken)

  test('reports an invalid address, and can be submitted again', async () => {
    const { chosen, page } = await throughGooglePopup(server, { email: 'zoya', name: 'Zoya' })
    expect(chosen.statusCode).toBe(400)
    expect(chosen.body).toContain('This does not look like an e-mail address.')
    expect(page.statusCode).toBe(200)
  })

  test('allows its form to return to the opener’s origin only', async () => {
    const { page } = await throughGooglePopup(server, { cancel: 'yes' })
    expect(page.headers['content-security-policy']).toContain("form-action 'self' http://saathi.test;")
  })

  test('has the security headers, like all other replies', async () => {
    const { asked, page, chosen, back } = await throughGooglePopup(server, { email: 'headers@saathi.example' })
    const style = await server.app.inject({ url: '/dev/google/page.css' })
    const keys = await server.app.inject({ url: '/dev/google/jwks' })
    for (const answer of [asked, page, chosen, back, style, keys]) {
      expect(headerFaults(answer, { method: 'GET', url: '/dev/google/' })).toEqual([])
    }
    expect([asked, page, chosen, back, style, keys].map(({ statusCode }) => statusCode)).toEqual([303, 200, 303, 303, 200, 200])
    expect(style.headers['content-type']).toBe('text/css; charset=utf-8')
  })
})

test('signing in with Google works however far the demo’s clock was moved', async () => {
  await buildGooglePerson('time-traveller@saathi.example')
  onTestFinished(() => server.clock.reset())
  for (const seconds of [3 * 86_400, -6 * 86_400]) {
    server.clock.advance(seconds)
    expect((await signIn(await googleProofOf(server, 'time-traveller@saathi.example'))).status).toBe(200)
  }
})
