import { getProfile } from '@saathi/contract/accounts/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer, toRequest } from '../../test/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test('one click signs in as any active person', async () => {
  const personId = await server.buildPerson({ email: 'one-click@saathi.example' })
  const response = await server.app.inject({
    method: 'POST',
    url: '/dev/sign-in/',
    payload: { email: 'one-click@saathi.example' },
  })
  expect(response.headers['set-cookie']).toMatch(/^saathi_refresh=/)
  expect(response.json()).toMatchObject({ user_id: personId, expires_in: 600 })
  const profile = await server.app.inject(toRequest(getProfile, {}, { authorization: `Bearer ${response.json().access_token}` }))
  expect(profile.statusCode).toBe(200)
})

test('disabled and unknown accounts are refused, and so are foreign pages', async () => {
  await server.buildPerson({ email: 'disabled@saathi.example', disabled: true })
  const signIn = (email: unknown, origin?: string) =>
    server.app.inject({ method: 'POST', url: '/dev/sign-in/', payload: { email }, ...(origin && { headers: { origin } }) })
  expect((await signIn('disabled@saathi.example')).statusCode).toBe(404)
  expect((await signIn('nobody@saathi.example')).statusCode).toBe(404)
  expect((await signIn(1)).statusCode).toBe(400)
  expect((await signIn('one-click@saathi.example', 'https://evil.test')).statusCode).toBe(403)
})

test('accounts are listed without secrets', async () => {
  await server.buildPerson({ email: 'listed@saathi.example' })
  const { accounts } = (await server.app.inject({ url: '/dev/accounts.json' })).json()
  const listed = accounts.find(({ email }: { email: string }) => email === 'listed@saathi.example')
  expect(Object.keys(listed).toSorted()).toEqual(['display_name', 'email', 'id', 'is_disabled', 'provider', 'role'])
})

test('the mailbox shows the newest first, for all addresses or for one', async () => {
  for (const [to, subject] of [
    ['a@saathi.example', 'first'],
    ['b@saathi.example', 'second'],
    ['a@saathi.example', 'third'],
  ] as const) {
    await server.db
      .insertInto('mail')
      .values({ to_address: to, subject, text: 'Hello', html: '<p>Hello</p>', created_at: server.clock.now() })
      .execute()
  }
  const subjects = async (query: string) =>
    (await server.app.inject({ url: `/dev/mail.json${query}` })).json().mail.map(({ subject }: { subject: string }) => subject)
  expect(await subjects('')).toEqual(['third', 'second', 'first'])
  expect(await subjects('?to=a@saathi.example')).toEqual(['third', 'first'])
})

test('/dev/clock/ moves the clock of the server and resets it', async () => {
  const move = (payload: object) => server.app.inject({ method: 'POST', url: '/dev/clock/', payload })
  expect((await move({ advance_seconds: 3600 })).json()).toMatchObject({ offset_seconds: 3600 })
  expect(Math.round((server.clock.now().getTime() - Date.now()) / 1000)).toBe(3600)
  const fixed = (await move({ now: '2030-01-01T00:00:00+05:30' })).json()
  expect(fixed.now).toMatch(/^2029-12-31T18:30:0/)
  // Replies have that date, so that pages count days by it.
  expect((await server.app.inject({ url: '/api/v2/users/system_status/' })).headers.date).toMatch(/^Mon, 31 Dec 2029 18:30:0/)
  for (const bad of [
    {},
    { advance_seconds: 'x' },
    { now: 'tomorrow' },
    { advance_seconds: 1, now: '2030-01-01T00:00:00Z' },
    { advance_seconds: 1e12 },
  ]) {
    expect((await move(bad)).statusCode).toBe(400)
  }
  expect((await server.app.inject({ method: 'DELETE', url: '/dev/clock/' })).json()).toMatchObject({ offset_seconds: 0 })
  expect((await server.app.inject({ url: '/dev/clock/' })).json()).toMatchObject({ offset_seconds: 0 })
})
