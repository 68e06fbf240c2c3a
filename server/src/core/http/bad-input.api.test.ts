import { getProfile } from '@saathi/contract/accounts/calls'
import { signIn } from '@saathi/contract/accounts/identity-calls'
import { rateAssistant } from '@saathi/contract/chat/calls'
import { toggleBookmark } from '@saathi/contract/learning/calls'
import { SignJWT } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { sharedServer, startTestServer, testEnv, type TestServer, toRequest } from '../../../test/harness.ts'

let server: TestServer
let personId: number
let headers: Record<string, string>
beforeAll(async () => {
  server = await sharedServer()
  personId = await server.buildPerson()
  headers = { authorization: `Bearer ${await server.tokenFor(personId)}`, 'content-type': 'application/json' }
})

const post = (payload: string | Buffer, changes: Record<string, string> = {}) =>
  server.app.inject({ method: 'POST', url: toggleBookmark.path, payload, headers: { ...headers, ...changes } })

describe('an unknown path is answered in JSON', () => {
  test.each([
    ['GET', '/api/'],
    ['GET', '/api/v2/nothing/'],
    ['DELETE', '/api/v2/users/profile/'],
    ['POST', '/api/v9/users/profile'],
    ['GET', '/ws/live/'],
    ['GET', '/ws/chat/'],
    ['GET', '/nothing.js'],
  ] as const)('%s %s', async (method, url) => {
    const response = await server.app.inject({ method, url, ...(method === 'POST' && { payload: {} }) })
    expect(response.statusCode).toBe(404)
    expect(response.json()).toEqual({ code: 'core.not_found', message: 'There is nothing here.' })
  })
})

test('a call answers with and without its trailing slash, and never with a redirect', async () => {
  for (const url of [getProfile.path, getProfile.path.slice(0, -1)]) {
    expect((await server.app.inject({ url, headers })).statusCode).toBe(200)
  }
  const bare = await server.app.inject({
    method: 'POST',
    url: signIn.path.slice(0, -1),
    payload: { email: 'a@b.in', password: 'x' },
  })
  expect(bare.statusCode).toBe(401)
})

test('a call with a percent-encoded path has the same headers', async () => {
  for (const [url, status] of [
    [getProfile.path.replace('/api/', '/%61pi/'), 200],
    ['/%61%70%69/v2/nothing/', 404],
  ] as const) {
    const response = await server.app.inject({ url, headers })
    expect([response.statusCode, response.headers['cache-control']]).toEqual([status, 'private, no-store'])
  }
})

test('a map of twenty thousand keys is refused before it is validated', async () => {
  const rating = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`k${at}`, 1]))
  const url = rateAssistant.path.replace(':id', '1')
  const response = await server.app.inject({ method: 'POST', url, payload: JSON.stringify({ rating }), headers })
  expect({ status: response.statusCode, code: response.json().code }).toEqual({ status: 400, code: 'core.bad_input' })
})

describe('an invalid body is refused with the right status', () => {
  test.each([
    ['plain text', 'text/plain', '{"session":1}'],
    ['a form', 'application/x-www-form-urlencoded', 'session=1'],
    ['XML', 'application/xml', '<session>1</session>'],
    ['multipart where JSON is expected', 'multipart/form-data; boundary=x', '--x--'],
    ['no type at all', '', '{"session":1}'],
  ])('%s: 415', async (_what, type, body) => {
    const response = await post(body, { 'content-type': type })
    expect({ status: response.statusCode, code: response.json().code }).toEqual({ status: 415, code: 'core.wrong_type' })
  })

  test.each([
    '{',
    '',
    'null',
    '[]',
    '"text"',
    '1',
    '{"session":"1"}',
    '{"session":1.5}',
    '{"session":-1}',
    '{"session":1e400}',
    '{"session":1,"role":"Admin"}',
    '{"session":null}',
    '{}',
    '{"session":1,"session_":2}',
    '{"session":1,"session":2}',
    '{"session":1,"is_bookmarked":true,"\\u0073ession":1}',
  ])('%s: 400', async (body) => {
    const response = await post(body)
    expect({ status: response.statusCode, code: response.json().code }).toEqual({ status: 400, code: 'core.bad_input' })
  })

  test.each([
    '{"__proto__":{"session":1}}',
    '{"session":1,"constructor":{"prototype":{"x":1}}}',
    '{"session":{"__proto__":1}}',
    '{"\\u005f_proto__":{"a":1},"session":1}',
  ])('prototype keys, %s: 400', async (body) => {
    expect((await post(body)).statusCode).toBe(400)
    expect(Object.keys({})).toEqual([])
  })

  test('a NUL that PostgreSQL cannot store: 400', async () => {
    const response = await server.app.inject({ method: 'POST', url: signIn.path, payload: { email: 'a@b.in', password: 'a\0b' } })
    expect(response.statusCode).toBe(400)
  })

  test('more than 256 kB: 413', async () => {
    const response = await post(JSON.stringify({ session: 'x'.repeat(256 * 1024) }))
    expect({ status: response.statusCode, code: response.json().code }).toEqual({ status: 413, code: 'core.too_large' })
  })

  test('a malformed path: 400', async () => {
    expect((await server.app.inject({ url: '/api/v2/identity/sessions/%zz/', headers })).statusCode).toBe(400)
  })
})

describe('an invalid token is refused', () => {
  const sign = (claims: Record<string, unknown>, secret: Uint8Array = testEnv.secret, audience = 'saathi') =>
    new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).setAudience(audience).setExpirationTime('5m').sign(secret)

  async function refused(token: string) {
    const response = await server.app.inject(toRequest(getProfile, {}, { authorization: token }))
    expect({ status: response.statusCode, code: response.json().code }).toEqual({ status: 401, code: 'core.signed_out' })
  }

  test('if it has no scheme or no content, or is garbage', async () => {
    for (const token of ['', 'Bearer', 'Bearer ', 'Bearer a.b.c', 'Basic YTpi', `Bearer ${'x'.repeat(10_000)}`])
      await refused(token)
  })

  test('if it is signed with another secret', async () => {
    await refused(
      `Bearer ${await sign({ sub: String(personId), sid: crypto.randomUUID() }, new TextEncoder().encode('another secret, just as long as ours is'))}`,
    )
  })

  test('if it has no signature', async () => {
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    await refused(
      `Bearer ${encode({ alg: 'none' })}.${encode({ sub: String(personId), sid: crypto.randomUUID(), aud: 'saathi', exp: 9e9 })}.`,
    )
  })

  test('if it is for another purpose, another person or an unknown sign-in', async () => {
    const [, claims = ''] = (await server.tokenFor(personId)).split('.')
    const { sid } = JSON.parse(Buffer.from(claims, 'base64url').toString())
    await refused(`Bearer ${await sign({ sub: String(personId), sid }, testEnv.secret, 'video')}`)
    const stranger = await server.buildPerson()
    await refused(`Bearer ${await sign({ sub: String(stranger), sid })}`)
    await refused(`Bearer ${await sign({ sub: String(personId), sid: crypto.randomUUID() })}`)
  })

  test('if it has expired by the server’s clock', async () => {
    const token = await server.tokenFor(personId)
    server.clock.advance(601)
    await refused(`Bearer ${token}`)
    server.clock.reset()
  })
})

test('every reply has the security headers, and no other origin is allowed', async () => {
  for (const url of ['/api/health/', '/api/nothing/', getProfile.path]) {
    const response = await server.app.inject({ url, headers: { origin: 'https://evil.test' } })
    expect(response.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-frame-options': expect.any(String),
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      'cache-control': 'private, no-store',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    expect(response.headers['content-security-policy']).not.toContain('unsafe')
    expect(response.headers).not.toHaveProperty('access-control-allow-origin')
    expect(response.headers).not.toHaveProperty('x-powered-by')
  }
})

test('an unexpected error answers 500 with a code, without message or stack of the error', async () => {
  const broken = await startTestServer()
  await broken.db.schema.dropTable('experience').execute()
  const person = await broken.db
    .insertInto('person')
    .values({
      email: 'x@saathi.example',
      provider: 'google',
      role: 'Mentee',
      language_code: 'en',
      created_at: broken.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const answer = await broken.ask(person.id, getProfile, {})
  expect(answer.status).toBe(500)
  expect(answer.body).toEqual({ code: 'core.broken', message: 'Something broke on our side.' })
  await broken.stop()
})
