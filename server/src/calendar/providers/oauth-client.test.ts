import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { EMAIL, failureOf } from '../../../test/calendar-providers/open-stand-in.ts'
import { type StandIns, startStandIns } from '../../../test/calendar-providers/stand-in.ts'
import { inJson } from '#dev/calendar-messages.ts'
import { oauthClient, type OAuthProvider } from './oauth-client.ts'
import { openTransport } from './http.ts'

let standIns: StandIns
beforeAll(async () => {
  standIns = await startStandIns()
})
afterAll(() => standIns.stop())
beforeEach(() => {
  for (const name of ['google', 'outlook', 'yahoo'] as const) {
    standIns[name].fail(null)
    standIns[name].forgetRequests()
  }
})

const redirectUri = 'https://saathi.example/calendar/callback'
const verifier = 'a-verifier-of-forty-three-characters-at-least-so'
const challenge = createHash('sha256').update(verifier).digest('base64url')

function open(provider: OAuthProvider) {
  const settings = standIns.settings[provider]
  const { oauth } = standIns[provider].played
  if (!settings || !oauth) throw new Error('no settings')
  const client = oauthClient(provider, settings, { transport: openTransport(10_000), returnUrl: redirectUri })
  const input = { origin: 'https://saathi.example', redirectUri, state: `${provider}.nonce`, challenge }
  const page = new URL(client.authorizationUrl(input))
  return { client, oauth, page, code: () => oauth.issueCode(page.searchParams, EMAIL), settings }
}

describe.each(['google', 'outlook', 'yahoo'] as const)('%s', (provider) => {
  test('[CAL-05] sends the documented parameters with PKCE, and redeems the code for email and tokens', async () => {
    const { client, oauth, page, code, settings } = open(provider)
    expect(oauth.wrongIn(page.searchParams)).toBeNull()
    expect(page.href.startsWith(`${settings.authorizationUrl}?`)).toBe(true)
    expect(Object.fromEntries(page.searchParams)).toMatchObject({ state: `${provider}.nonce`, redirect_uri: redirectUri })
    expect(page.href).not.toContain(settings.clientSecret)
    const tokens = await client.redeem({ code: code(), verifier, redirectUri })
    expect(tokens).toEqual({
      accessToken: expect.any(String),
      refreshToken: expect.any(String),
      expiresInSeconds: 3599,
      email: EMAIL,
    })
    expect(oauth.accountOf(`Bearer ${tokens.accessToken}`)).toBe(EMAIL)
    const newer = await client.renew(tokens.refreshToken ?? '')
    expect(oauth.accountOf(`Bearer ${newer.accessToken}`)).toBe(EMAIL)
    expect(standIns[provider].requests.every(({ path, query }) => path === '/token' && query.size === 0)).toBe(true)
  })

  test('[CAL-05] redeems a code once, with its own verifier and redirect URI', async () => {
    const { client, code } = open(provider)
    const given = code()
    await client.redeem({ code: given, verifier, redirectUri })
    expect(await failureOf(client.redeem({ code: given, verifier, redirectUri }))).toMatchObject({ kind: 'refused' })
    const other = { code: code(), verifier: `${verifier}-other`, redirectUri }
    expect(await failureOf(client.redeem(other))).toMatchObject({ kind: 'refused' })
    const elsewhere = { code: code(), verifier, redirectUri: 'https://saathi.example/elsewhere' }
    expect(await failureOf(client.redeem(elsewhere))).toMatchObject({ kind: 'refused' })
  })

  test('[CAL-05] is refused if the calendar scope was deselected', async () => {
    const { client, oauth, page } = open(provider)
    const code = oauth.issueCode(page.searchParams, EMAIL, 'openid email')
    expect(await failureOf(client.redeem({ code, verifier, redirectUri }))).toMatchObject({ kind: 'refused' })
  })

  test('distinguishes a revoked token from a failed renewal', async () => {
    const { client, oauth } = open(provider)
    const { refreshToken } = oauth.issueTokens(EMAIL)
    for (const reply of [inJson(401, { error: 'invalid_client' }), { status: 500 }, { status: 200, body: '{}' }]) {
      standIns[provider].fail(() => reply)
      expect(await failureOf(client.renew(refreshToken))).toMatchObject({ kind: 'down' })
    }
    standIns[provider].fail(() => ({ status: 429, headers: { 'retry-after': '9' } }))
    expect(await failureOf(client.renew(refreshToken))).toMatchObject({ kind: 'busy', retryAfterSeconds: 9 })
    standIns[provider].fail(null)
    oauth.end(EMAIL)
    expect(await failureOf(client.renew(refreshToken))).toMatchObject({ kind: 'revoked' })
  })

  test('[CAL-05] renewing a token without the calendar scope counts as revoked', async () => {
    const { client, oauth } = open(provider)
    const { refreshToken } = oauth.issueTokens(EMAIL)
    standIns[provider].fail(() => inJson(200, { access_token: 'a', token_type: 'Bearer', scope: 'openid email' }))
    expect(await failureOf(client.renew(refreshToken))).toMatchObject({ kind: 'revoked' })
  })

  test('revokes a token if supported, and ignores one that is already invalid', async () => {
    const { client, oauth } = open(provider)
    const { refreshToken } = oauth.issueTokens('leaving@calendars.example')
    await client.revoke(refreshToken)
    await client.revoke(refreshToken)
    expect(oauth.hasTokensOf('leaving@calendars.example')).toBe(provider === 'outlook')
  })

  test('revokes a single access token', async () => {
    const { client, oauth } = open(provider)
    const { accessToken } = oauth.issueTokens('alone@calendars.example')
    await client.revoke(accessToken)
    expect(oauth.accountOf(`Bearer ${accessToken}`)).toBe(provider === 'outlook' ? 'alone@calendars.example' : null)
  })
})

test.each([
  ['google', ['token']],
  ['yahoo', ['client_id', 'client_secret', 'token']],
] as const)('%s receives the revoked token in the body, with documented fields only', async (provider, names) => {
  const { client, oauth } = open(provider)
  await client.revoke(oauth.issueTokens(EMAIL).refreshToken)
  const [request] = standIns[provider].requests
  expect({
    path: request?.path,
    query: request?.query.size,
    names: [...new URLSearchParams(request?.body).keys()].toSorted(),
  }).toEqual({
    path: '/revoke',
    query: 0,
    names,
  })
})

test('a failed revocation is reported like any failure', async () => {
  const { client, oauth } = open('google')
  const { refreshToken } = oauth.issueTokens(EMAIL)
  standIns.google.fail(() => ({ status: 503 }))
  expect(await failureOf(client.revoke(refreshToken))).toMatchObject({ kind: 'down' })
  standIns.google.fail(() => inJson(400, { error: 'invalid_request' }))
  expect(await failureOf(client.revoke(refreshToken))).toMatchObject({ kind: 'refused' })
})

test('the email is read only from an id token for our client, and only if it is valid', async () => {
  const { client } = open('google')
  const tokenWith = (claims: object) => `${btoa('{"alg":"none"}')}.${btoa(JSON.stringify(claims)).replace(/=+$/, '')}.`
  for (const [claims, email] of [
    [{ aud: 'saathi-demo-calendar', email: 'Asha@Calendars.Example' }, 'asha@calendars.example'],
    [{ aud: ['other', 'saathi-demo-calendar'], email: EMAIL }, EMAIL],
    [{ aud: 'somebody-else', email: EMAIL }, null],
    [{ aud: 'saathi-demo-calendar', email: 'no address' }, null],
    [{ aud: 'saathi-demo-calendar' }, null],
  ] as const) {
    standIns.google.fail(() => inJson(200, { access_token: 'a', token_type: 'Bearer', id_token: tokenWith(claims) }))
    expect((await client.redeem({ code: 'x', verifier, redirectUri })).email).toBe(email)
  }
  standIns.google.fail(() => inJson(200, { access_token: 'a', token_type: 'Bearer', id_token: 'not a token' }))
  expect((await client.redeem({ code: 'x', verifier, redirectUri })).email).toBeNull()
})
