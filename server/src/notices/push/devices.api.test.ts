import { randomBytes, randomUUID } from 'node:crypto'
import { confirmPassword } from '@saathi/contract/accounts/code-calls'
import { endEverySignIn, endSignIn, listSignIns } from '@saathi/contract/accounts/identity-calls'
import { setDisabled } from '@saathi/contract/accounts/staff-calls'
import { registerDevice } from '@saathi/contract/notices/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { markSecondFactor } from '../../../test/matrix/second-factor.ts'
import { buildCode } from '../../../test/one-time-codes.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const register = (personId: number | null, registrationId: string) =>
  server.ask(personId, registerDevice, { body: { registrationId, type: 'web' } })
const ownersOf = async (registrationId: string) => {
  const rows = await server.db.selectFrom('device').select('person_id').where('registration_id', '=', registrationId).execute()
  return rows.map(({ person_id }) => person_id)
}
async function signOut(personId: number) {
  const { sessions } = (await server.ask(personId, listSignIns, {})).body
  const current = sessions.find(({ isCurrent }) => isCurrent)
  await server.ask(personId, endSignIn, { params: { sessionId: current?.id ?? '' } })
}

test('a registration belongs to the last person who sent it (C26)', async () => {
  const [first, second] = [await server.buildPerson(), await server.buildPerson()]
  const shared = randomUUID()
  expect((await register(first, shared)).body).toEqual({})
  await register(second, shared)
  expect(await ownersOf(shared)).toEqual([second])
  await register(first, shared)
  expect(await ownersOf(shared)).toEqual([first])
  await Promise.all(Array.from({ length: 10 }, (_, at) => register(at % 2 ? first : second, shared)))
  expect(await ownersOf(shared)).toHaveLength(1)
})

test('a registration is deleted with its sign-in, and another person’s stays (C26)', async () => {
  const [first, second] = [await server.buildPerson(), await server.buildPerson()]
  const [taken, own, other] = [randomUUID(), randomUUID(), randomUUID()]
  await register(first, taken)
  await register(second, taken)
  await register(first, own)
  await signOut(first)
  expect(await ownersOf(own)).toEqual([])
  expect(await ownersOf(taken)).toEqual([second])
  await register(second, other)
  await signOut(second)
  expect(await ownersOf(other)).toEqual([])
})

const endings: Record<string, (personId: number, email: string) => Promise<unknown>> = {
  'signing out everywhere': (personId) => server.ask(personId, endEverySignIn, {}),
  'disabling by staff': async (personId) => {
    const staff = await server.buildPerson({ role: 'Admin' })
    await markSecondFactor(server, staff)
    return server.ask(staff, setDisabled, { params: { personId }, body: { isDisabled: true, reason: 'They asked for it.' } })
  },
  'a new password': async (_personId, email) => {
    const otp = await buildCode(server, email, { purpose: 'reset', code: 'ABC234' })
    const chosen = { newPassword: 'Another-way-in-7', checkNewPassword: 'Another-way-in-7' }
    return server.ask(null, confirmPassword, { body: { email, otp, ...chosen } })
  },
}

test.each(Object.entries(endings))('%s deletes the registration too (C26)', async (_name, end) => {
  const email = `${randomUUID()}@saathi.example`
  const person = await server.buildPerson({ email })
  const id = randomUUID()
  await register(person, id)
  expect(await ownersOf(id)).toEqual([person])
  await end(person, email)
  expect(await ownersOf(id)).toEqual([])
})

test('a registration that races with the end of its sign-in never outlives it (C26)', async () => {
  const ids = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const person = await server.buildPerson()
      const id = randomUUID()
      await server.tokenFor(person)
      await Promise.all([register(person, id), server.ask(person, endEverySignIn, {})])
      return id
    }),
  )
  const left = await server.db.selectFrom('device').select('registration_id').where('registration_id', 'in', ids).execute()
  expect(left).toEqual([])
})

test('a new registration replaces the old one of that browser only', async () => {
  const person = await server.buildPerson()
  const [old, fresh, elsewhere] = [randomUUID(), randomUUID(), randomUUID()]
  await register(person, old)
  const other = randomUUID()
  const now = server.clock.now()
  const times = { started_at: now, last_used_at: now, confirmed_at: now, expires_at: new Date(now.getTime() + 86_400_000) }
  await server.db
    .insertInto('sign_in')
    .values({ id: other, person_id: person, device: 'Test', ...times })
    .execute()
  const authorization = `Bearer ${await server.tokens.issueAccess(person, other)}`
  await server.ask(null, registerDevice, { body: { registrationId: elsewhere, type: 'web' } }, { authorization })
  await register(person, fresh)
  expect(await ownersOf(old)).toEqual([])
  expect(await ownersOf(fresh)).toEqual([person])
  expect(await ownersOf(elsewhere)).toEqual([person])
})

test('the longest allowed registration is accepted; longer, empty and other types are not', async () => {
  const person = await server.buildPerson()
  const longest = randomBytes(3072).toString('base64')
  expect(longest).toHaveLength(4096)
  expect((await register(person, longest)).status).toBe(200)
  expect(await ownersOf(longest)).toEqual([person])
  expect((await register(person, `${longest}x`)).status).toBe(400)
  expect((await register(person, '')).status).toBe(400)
  const authorization = `Bearer ${await server.tokenFor(person)}`
  for (const type of ['android', '', null]) {
    const payload = { registration_id: 'x', type }
    const response = await server.app.inject({ method: 'POST', url: registerDevice.path, payload, headers: { authorization } })
    expect(response.statusCode).toBe(400)
  }
  expect((await register(null, 'x')).status).toBe(401)
})
