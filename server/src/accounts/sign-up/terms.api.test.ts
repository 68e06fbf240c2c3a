import * as calls from '@saathi/contract/accounts/calls'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { sharedServer, type TestServer } from '../../../test/harness.ts'

let server: TestServer
let asha: number
beforeAll(async () => {
  server = await sharedServer()
})
beforeEach(async () => {
  await server.db.updateTable('system_setting').set({ terms_version: 1, privacy_version: 1, conduct_version: 1 }).execute()
  asha = await server.buildPerson()
})

const agree = (personId: number | null = asha) => server.ask(personId, calls.agreeToTerms, { body: { hasAgreedTerms: true } })
const hasAgreed = async (personId = asha) => (await server.ask(personId, calls.getProfile, {})).body.hasAgreedTerms
const consentsOf = (personId = asha) =>
  server.db
    .selectFrom('consent')
    .select(['kind', 'version', 'given_at'])
    .where('person_id', '=', personId)
    .orderBy('id')
    .execute()

test('[ACC-30] agreeing is recorded with version and time, and shows in the profile at once', async () => {
  expect(await hasAgreed()).toBe(false)
  const before = server.clock.now()
  expect(await agree()).toMatchObject({ status: 200, body: { hasAgreedTerms: true } })
  expect(await hasAgreed()).toBe(true)
  const consents = await consentsOf()
  expect(consents).toMatchObject(['terms', 'privacy', 'conduct'].map((kind) => ({ kind, version: 1 })))
  expect(consents[0]?.given_at.getTime()).toBeGreaterThanOrEqual(before.getTime())
  expect(server.delivered.at(-1)).toEqual({ to: [asha], event: { type: 'accounts.profile_changed' } })
})

test('[ACC-30] agreeing again, even concurrently, changes nothing', async () => {
  const all = await Promise.all([agree(), agree(), agree()])
  expect(all.map(({ status }) => status)).toEqual([200, 200, 200])
  const first = await consentsOf()
  server.clock.advance(3600)
  await agree()
  server.clock.reset()
  expect(await consentsOf()).toEqual(first)
  expect(first).toHaveLength(3)
})

test.each(['terms', 'privacy', 'conduct'] as const)(
  '[ACC-30] a changed text (%s) requires agreement again, and both consents are kept',
  async (kind) => {
    await agree()
    await server.db
      .updateTable('system_setting')
      .set({ [`${kind}_version`]: 2 })
      .execute()
    expect(await hasAgreed()).toBe(false)
    await agree()
    expect(await hasAgreed()).toBe(true)
    const consents = await consentsOf()
    expect(consents.map((consent) => [consent.kind, consent.version])).toEqual([
      ['terms', 1],
      ['privacy', 1],
      ['conduct', 1],
      [kind, 2],
    ])
  },
)

test('[ACC-30] a consent counts for one person only', async () => {
  const ravi = await server.buildPerson()
  await agree()
  expect(await hasAgreed(ravi)).toBe(false)
  expect(await consentsOf(ravi)).toEqual([])
})

test.each([[{ has_agreed_terms: false }], [{}], [{ has_agreed_terms: 'true' }], [{ has_agreed_terms: true, version: 9 }]])(
  'agreeing is refused for %j, and without a sign-in',
  async (payload) => {
    const headers = { authorization: `Bearer ${await server.tokenFor(asha)}` }
    const response = await server.app.inject({ method: 'POST', url: calls.agreeToTerms.path, payload, headers })
    expect(response.statusCode).toBe(400)
    expect(await hasAgreed()).toBe(false)
    expect(await agree(null)).toMatchObject({ status: 401, body: { code: 'core.signed_out' } })
    expect(await consentsOf()).toEqual([])
  },
)
