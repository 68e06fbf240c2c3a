import { getProfile } from '@saathi/contract/accounts/calls'
import { refresh, signIn } from '@saathi/contract/accounts/identity-calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashPassword } from '#accounts/public.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'

const lines: string[] = []
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ logLevel: 'debug' }, { logSink: { write: (line) => lines.push(line) } })
})
afterAll(() => server.stop())

const parsed = () => lines.map((line): Record<string, unknown> => JSON.parse(line))

test('a request writes one structured line with its id, person, route and status', async () => {
  const personId = await server.buildPerson()
  const { headers } = await server.ask(personId, getProfile, {})
  const line = parsed().findLast(({ msg }) => msg === 'answered')
  expect(line).toMatchObject({ reqId: headers['x-request-id'], method: 'GET', status: 200, personId })
  expect(line?.['path']).toContain('/api/v2/users/profile')
})

test('no password, token, cookie, address or query string is logged', async () => {
  const planted = { email: 'planted-address@saathi.example', password: 'Planted-Passw0rd!' }
  await server.buildPerson({ email: planted.email, passwordHash: await hashPassword(planted.password) })
  const { body, headers } = await server.ask(null, signIn, { body: planted })
  const cookie = String(headers['set-cookie']).split(';')[0] ?? ''
  await server.ask(null, refresh, { body: {} }, { cookie })
  await server.ask(null, signIn, { body: { ...planted, password: `${planted.password}-wrong` } })
  await server.app.inject({
    url: '/api/v2/nothing/?otp=planted-query',
    headers: { authorization: `Bearer ${body.accessToken}`, cookie },
  })
  const written = lines.join('\n')
  for (const secret of [...Object.values(planted), 'planted-query', body.accessToken, cookie.split('=')[1] ?? 'none']) {
    expect(written).not.toContain(secret)
  }
})

test('an unexpected error is logged with its stack, but without the row that caused it', async () => {
  const broken = { email: 'planted-row@saathi.example', provider: 'normal', role: 'Nobody', language_code: 'en' }
  const error = await server.db
    .insertInto('person')
    .values({ ...broken, password_hash: 'x', created_at: server.clock.now() })
    .execute()
    .catch((reason: unknown) => reason)
  server.app.log.error({ err: error }, 'broken')
  const line = parsed().at(-1)
  expect(line).toMatchObject({ msg: 'broken', err: { code: '23514', stack: expect.any(String) } })
  expect(JSON.stringify(line)).not.toContain('planted-row')
})
