import { randomUUID } from 'node:crypto'
import * as profileCalls from '@saathi/contract/accounts/calls'
import * as identityCalls from '@saathi/contract/accounts/identity-calls'
import { MINUTE_SECONDS } from '@saathi/contract/core/time'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Claims, type GoogleStandIn, startGoogleStandIn } from '../../../test/google-stand-in.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { hashPassword } from '../passwords.ts'

const calls = { ...profileCalls, ...identityCalls }
const PASSWORD = 'Saathi@2026'
let google: GoogleStandIn
let server: TestServer
let passwordHash: string
beforeAll(async () => {
  google = await startGoogleStandIn()
  server = await startTestServer({ google: google.settings })
  passwordHash = await hashPassword(PASSWORD)
})
afterAll(async () => {
  await server.stop()
  await google.stop()
})
afterEach(() => server.clock.reset())

let asha: number
beforeEach(async () => {
  asha = await server.buildPerson({ passwordHash })
  await server.tokenFor(asha)
})

const confirm = (password: string, personId: number | null = asha) =>
  server.ask(personId, calls.confirmIdentity, { body: { password } })
const leave = (personId = asha) => server.ask(personId, calls.leaveSaathi, { body: {} })
const signInOf = (personId = asha) =>
  server.db.selectFrom('sign_in').selectAll().where('person_id', '=', personId).executeTakeFirstOrThrow()

describe('confirming your identity', () => {
  test('permits irreversible actions for a quarter of an hour, for this sign-in only', async () => {
    server.clock.advance(15 * MINUTE_SECONDS)
    expect(await leave()).toMatchObject({ status: 403, body: { code: 'accounts.confirm_first' } })
    expect(await confirm(PASSWORD)).toMatchObject({ status: 200, body: {} })
    server.clock.advance(15 * MINUTE_SECONDS - 1)
    expect((await leave()).status).toBe(200)
    server.clock.advance(1)
    expect(await leave()).toMatchObject({ status: 403, body: { code: 'accounts.confirm_first' } })
  })

  test('does not stay valid longer if the clock is set back', async () => {
    server.clock.advance(60 * MINUTE_SECONDS)
    expect((await confirm(PASSWORD)).status).toBe(200)
    server.clock.reset()
    expect(await leave()).toMatchObject({ status: 403, body: { code: 'accounts.confirm_first' } })
  })

  test('in one browser does not count for another', async () => {
    const { id } = await signInOf()
    const other = randomUUID()
    await server.db
      .insertInto('sign_in')
      .values({
        ...(await signInOf()),
        id: other,
        confirmed_at: new Date(server.clock.now().getTime() - 16 * MINUTE_SECONDS * 1000),
      })
      .execute()
    await confirm(PASSWORD)
    const authorization = `Bearer ${await server.tokens.issueAccess(asha, other)}`
    const answer = await server.ask(null, calls.leaveSaathi, { body: {} }, { authorization })
    expect(answer).toMatchObject({ status: 403, body: { code: 'accounts.confirm_first' } })
    expect(other).not.toBe(id)
  })

  test('is refused for a wrong, empty or foreign password, and without a sign-in', async () => {
    const ravi = await server.buildPerson({ passwordHash: await hashPassword('Ravi@2026 other') })
    server.clock.advance(16 * MINUTE_SECONDS)
    expect(await confirm('wrong')).toMatchObject({ status: 401, body: { code: 'accounts.wrong_password' } })
    expect(await confirm(PASSWORD, ravi)).toMatchObject({ status: 401, body: { code: 'accounts.wrong_password' } })
    expect(await confirm('')).toMatchObject({ status: 400 })
    expect(await confirm(PASSWORD, null)).toMatchObject({ status: 401, body: { code: 'core.signed_out' } })
    expect((await leave()).status).toBe(403)
  })

  test('with a password is refused for an account without one', async () => {
    const gita = await server.buildPerson({ passwordHash: null })
    expect(await confirm(PASSWORD, gita)).toMatchObject({ status: 401, body: { code: 'accounts.wrong_password' } })
  })

  test('accepts exactly one proof', async () => {
    const headers = { authorization: `Bearer ${await server.tokenFor(asha)}` }
    const payload = { password: PASSWORD, id_token: 'x', nonce: 'x'.repeat(16) }
    const response = await server.app.inject({ method: 'POST', url: calls.confirmIdentity.path, payload, headers })
    expect(response.statusCode).toBe(400)
  })

  test('shares the sign-in block: after five wrong passwords the right one is refused here and at sign-in (C16)', async () => {
    for (let count = 0; count < 5; count += 1) expect((await confirm('wrong')).status).toBe(401)
    const blocked = await confirm(PASSWORD)
    expect(blocked).toMatchObject({ status: 429, body: { code: 'accounts.blocked_for_an_hour' } })
    expect(Number(blocked.headers['retry-after'])).toBeGreaterThan(3_000)
    const { email } = await server.db.selectFrom('person').select('email').where('id', '=', asha).executeTakeFirstOrThrow()
    const atSignIn = await server.ask(null, calls.signIn, { body: { email, password: PASSWORD } })
    expect(atSignIn).toMatchObject({ status: 429, body: { code: 'accounts.blocked_for_an_hour' } })
    server.clock.advance(16 * MINUTE_SECONDS)
    expect((await leave()).status).toBe(403)
    server.clock.advance(45 * MINUTE_SECONDS)
    expect((await confirm(PASSWORD)).status).toBe(200)
  })

  test('is limited to ten times an hour, right or wrong', async () => {
    for (let count = 0; count < 10; count += 1) expect((await confirm(PASSWORD)).status).toBe(200)
    expect(await confirm(PASSWORD)).toMatchObject({ status: 429, body: { code: 'core.too_many' } })
  })

  test('changes nothing else in the sign-in', async () => {
    const { confirmed_at: _, ...before } = await signInOf()
    await confirm(PASSWORD)
    expect(await signInOf()).toMatchObject(before)
  })
})

describe('confirming your identity with Google', () => {
  async function buildGita() {
    const subject = randomUUID()
    const gita = await server.buildPerson({ passwordHash: null })
    await server.db.updateTable('person').set({ google_subject: subject }).where('id', '=', gita).execute()
    await server.tokenFor(gita)
    await server.db
      .updateTable('sign_in')
      .set({ confirmed_at: new Date(0) })
      .where('person_id', '=', gita)
      .execute()
    return { gita, subject }
  }
  async function prove(personId: number, changes: Claims, nonce?: string) {
    const claims = google.claimsOf(changes)
    const body = { idToken: await google.sign(claims), nonce: nonce ?? String(claims['nonce']) }
    return { body, answer: await server.ask(personId, calls.confirmIdentity, { body }) }
  }
  const refused = { status: 401, body: { code: 'accounts.google_token_refused' } }

  test('permits the same for an account without a password', async () => {
    const { gita, subject } = await buildGita()
    expect((await leave(gita)).status).toBe(403)
    expect((await prove(gita, { sub: subject })).answer.status).toBe(200)
    expect((await leave(gita)).status).toBe(200)
  })

  test('requires the same Google subject, even if the address is the same', async () => {
    const { gita } = await buildGita()
    const { email } = await server.db.selectFrom('person').select('email').where('id', '=', gita).executeTakeFirstOrThrow()
    expect((await prove(gita, { sub: randomUUID(), email })).answer).toMatchObject(refused)
    expect((await prove(asha, { sub: randomUUID() })).answer).toMatchObject(refused)
    expect((await leave(gita)).status).toBe(403)
  })

  test('accepts a valid token once, with the requested nonce (C13)', async () => {
    const { gita, subject } = await buildGita()
    expect((await prove(gita, { sub: subject }, randomUUID())).answer).toMatchObject(refused)
    expect((await prove(gita, { sub: subject, aud: 'another' })).answer).toMatchObject(refused)
    expect((await leave(gita)).status).toBe(403)
    const { body } = await prove(gita, { sub: subject })
    expect(await server.ask(gita, calls.confirmIdentity, { body })).toMatchObject(refused)
  })

  test('is refused where Google sign-in is not configured', async () => {
    const without = await startTestServer()
    const person = await without.buildPerson()
    const body = { idToken: 'x', nonce: randomUUID() }
    expect(await without.ask(person, calls.confirmIdentity, { body })).toMatchObject(refused)
    await without.stop()
  })
})

describe('signing out everywhere', () => {
  const newEmail = () => `${randomUUID()}@saathi.example`
  async function signIn(email: string) {
    const answer = await server.ask(null, calls.signIn, { body: { email, password: PASSWORD } })
    const cookie = String(answer.headers['set-cookie'] ?? '').split(';')[0] ?? ''
    return { token: answer.body.accessToken, cookie, personId: answer.body.userId }
  }
  const profileWith = (token: string) => server.ask(null, calls.getProfile, {}, { authorization: `Bearer ${token}` })

  test('[ACC-31] ends every sign-in of the person at once, including this one, and notifies all their tabs', async () => {
    const email = newEmail()
    await server.buildPerson({ email, passwordHash })
    const [phone, laptop] = [await signIn(email), await signIn(email)]
    expect((await profileWith(phone.token)).status).toBe(200)
    const ids = await server.db.selectFrom('sign_in').select('id').where('person_id', '=', phone.personId).execute()
    const answer = await server.ask(
      null,
      calls.endEverySignIn,
      {},
      { authorization: `Bearer ${laptop.token}`, cookie: laptop.cookie },
    )
    expect(answer).toMatchObject({ status: 200, body: {} })
    expect(answer.headers['set-cookie']).toMatch(/^saathi_refresh=; .*Max-Age=0/)
    for (const { token, cookie } of [phone, laptop]) {
      expect((await profileWith(token)).status).toBe(401)
      expect(await server.ask(null, calls.refresh, { body: {} }, { cookie })).toMatchObject({
        status: 401,
        body: { code: 'accounts.session_over' },
      })
    }
    const delivery = server.delivered.at(-1)
    expect(delivery?.event).toEqual({ type: 'accounts.sign_in_ended' })
    expect(delivery && 'toSignIns' in delivery ? delivery.toSignIns.toSorted() : []).toEqual(ids.map(({ id }) => id).toSorted())
  })

  test('[ACC-31] leaves everybody else signed in', async () => {
    const ravi = await server.buildPerson()
    await server.tokenFor(ravi)
    expect((await server.ask(asha, calls.endEverySignIn, {})).status).toBe(200)
    expect((await server.ask(ravi, calls.getProfile, {})).status).toBe(200)
    expect((await server.ask(null, calls.endEverySignIn, {})).status).toBe(401)
  })

  test('raises one event per ended sign-in, however it ends', async () => {
    const ended: string[] = []
    const { domains } = server.app.world
    server.app.world.domains = [
      ...domains,
      {
        name: 'test',
        listeners: {
          'accounts.sign_in_ended': async (_ctx, { signInId, personId }) => void ended.push(`${personId} ${signInId}`),
        },
      },
    ]
    const email = newEmail()
    const personId = await server.buildPerson({ email, passwordHash })
    const signIns = [await signIn(email), await signIn(email), await signIn(email), await signIn(email)] as const
    const rows = await server.db
      .selectFrom('sign_in')
      .select('id')
      .where('person_id', '=', personId)
      .orderBy('started_at')
      .execute()
    await server.ask(null, calls.signOut, { body: {} }, { cookie: signIns[0].cookie })
    await server.ask(null, calls.signOut, { body: {} }, { cookie: signIns[0].cookie })
    const authorization = `Bearer ${signIns[3].token}`
    await server.ask(null, calls.endSignIn, { params: { sessionId: rows[1]?.id ?? '' } }, { authorization })
    const renewed = await server.ask(null, calls.refresh, { body: {} }, { cookie: signIns[2].cookie })
    await server.ask(null, calls.refresh, { body: {} }, { cookie: String(renewed.headers['set-cookie']).split(';')[0] ?? '' })
    server.clock.advance(60)
    await server.ask(null, calls.refresh, { body: {} }, { cookie: signIns[2].cookie })
    expect(ended).toHaveLength(3)
    await server.ask(null, calls.endEverySignIn, {}, { authorization })
    server.app.world.domains = domains
    expect(ended.toSorted()).toEqual(rows.map(({ id }) => `${personId} ${id}`).toSorted())
  })
})
