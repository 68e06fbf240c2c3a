import { HOUR_SECONDS } from '@saathi/contract/core/time'
import { randomUUID } from 'node:crypto'
import { giveSecondFactor, offerAuthenticator, setFlags } from '@saathi/contract/accounts/staff-calls'
import { Secret } from 'otpauth'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { sharedServer, startTestServer, type TestServer } from '../../../test/harness.ts'
import { buildAuthenticator } from '../../../test/matrix/second-factor.ts'
import { authenticatorCode } from '../../../test/authenticator.ts'
import { dumpTables, occursIn } from '../../../test/matrix/table-dump.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})

const buildStaff = () => server.buildPerson({ role: 'Admin' })
const offer = (who: number | null) => server.ask(who, offerAuthenticator, { body: {} })
const sendCode = (who: number | null, code: string, headers = {}) =>
  server.ask(who, giveSecondFactor, { body: { code } }, headers)
/** Any staff call would do. */
async function staffCall(who: number, headers = {}) {
  const personId = await server.buildPerson()
  return (await server.ask(who, setFlags, { params: { personId }, body: {} }, headers)).status
}
/** A sign-in of the same person in another browser. */
async function otherBrowser(personId: number) {
  const id = randomUUID()
  const now = server.clock.now()
  const times = { started_at: now, last_used_at: now, confirmed_at: now, expires_at: new Date(now.getTime() + 86_400_000) }
  await server.db
    .insertInto('sign_in')
    .values({ id, person_id: personId, device: 'Test', ...times })
    .execute()
  return { authorization: `Bearer ${await server.tokens.issueAccess(personId, id)}` }
}

describe('an authenticator app', () => {
  test('is linked by its first right code, which enables staff calls for this sign-in only', async () => {
    const staff = await buildStaff()
    const other = await otherBrowser(staff)
    const { key, uri } = (await offer(staff)).body
    expect(key).toMatch(/^[A-Z2-7]{32}$/)
    expect(uri).toContain(`secret=${key}`)
    expect(await staffCall(staff)).toBe(403)
    const code = authenticatorCode(key, server.clock.now())
    expect((await sendCode(staff, code)).body.recoveryCodes).toHaveLength(10)
    expect(await staffCall(staff)).toBe(200)
    expect(await staffCall(staff, other)).toBe(403)
  })

  test('can be requested again until it is linked, but not afterwards', async () => {
    const staff = await buildStaff()
    const first = (await offer(staff)).body.key
    const second = (await offer(staff)).body.key
    expect((await sendCode(staff, authenticatorCode(first, server.clock.now()))).body.code).toBe('accounts.wrong_code')
    expect((await sendCode(staff, authenticatorCode(second, server.clock.now()))).status).toBe(200)
    expect(await offer(staff)).toMatchObject({ status: 409, body: { code: 'accounts.has_authenticator' } })
  })

  test('requires a recent re-authentication', async () => {
    const staff = await buildStaff()
    await server.tokenFor(staff)
    server.clock.advance(16 * 60)
    expect(await offer(staff)).toMatchObject({ status: 403, body: { code: 'accounts.confirm_first' } })
    const { totp_key } = await server.db.selectFrom('person').select('totp_key').where('id', '=', staff).executeTakeFirstOrThrow()
    expect(totp_key).toBeNull()
  })

  test('is not available to members or signed-out people', async () => {
    const mentee = await server.buildPerson()
    expect((await offer(null)).status).toBe(401)
    expect((await sendCode(null, '000000')).status).toBe(401)
    expect((await offer(mentee)).body.code).toBe('core.forbidden')
    expect((await sendCode(mentee, '000000')).body.code).toBe('core.forbidden')
  })

  test('never has its key readable in the tables', async () => {
    const staff = await buildStaff()
    const { key } = (await offer(staff)).body
    const dump = await dumpTables(server.db)
    expect(occursIn(dump, key)).toBe(false)
    expect(dump).not.toContain(Secret.fromBase32(key).hex.toLowerCase())
  })
})

describe('a code', () => {
  test('is refused without an app', async () => {
    const staff = await buildStaff()
    expect(await sendCode(staff, '000000')).toMatchObject({ status: 409, body: { code: 'accounts.no_authenticator' } })
  })

  test('works once: not again, not in another browser, and not an earlier step', async () => {
    const staff = await buildStaff()
    const app = await buildAuthenticator(server, staff)
    const other = await otherBrowser(staff)
    // Computed once, because the time step may change between two calls.
    const [earlier, code, next] = [app.code(-1), app.code(0), app.code(1)]
    expect((await sendCode(staff, code)).status).toBe(200)
    expect((await sendCode(staff, code)).body.code).toBe('accounts.wrong_code')
    expect((await sendCode(null, code, other)).body.code).toBe('accounts.wrong_code')
    expect((await sendCode(null, earlier, other)).body.code).toBe('accounts.wrong_code')
    expect((await sendCode(null, next, other)).status).toBe(200)
  })

  test('sent ten times concurrently is accepted once', async () => {
    const staff = await buildStaff()
    const app = await buildAuthenticator(server, staff)
    const code = app.code()
    const answers = await Promise.all(Array.from({ length: 10 }, () => sendCode(staff, code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(answers.flatMap(({ body }) => body.code ?? []))).toEqual(new Set(['accounts.wrong_code']))
  })

  test('of a time step further away, or of another person, is refused', async () => {
    const [staff, colleague] = [await buildStaff(), await buildStaff()]
    const app = await buildAuthenticator(server, staff)
    const others = await buildAuthenticator(server, colleague)
    // Three ahead, because the step may advance by one in the meantime.
    for (const code of [app.code(-2), app.code(3), others.code()]) {
      expect(await sendCode(staff, code)).toMatchObject({ status: 400, body: { code: 'accounts.wrong_code' } })
    }
    expect(await staffCall(staff)).toBe(403)
  })

  test('that is malformed is refused before any lookup', async () => {
    const staff = await buildStaff()
    const headers = { authorization: `Bearer ${await server.tokenFor(staff)}` }
    for (const code of ['', '12345', '1234567', '12 345', 'abcdef', 123_456, null, '１２３４５６']) {
      const response = await server.app.inject({ method: 'POST', url: giveSecondFactor.path, payload: { code }, headers })
      expect(response.json().code).toBe('core.bad_input')
    }
  })

  test('is valid for twelve hours; then staff calls need another', async () => {
    const own = await startTestServer()
    onTestFinished(own.stop)
    const staff = await own.buildPerson({ role: 'Admin' })
    const person = await own.buildPerson()
    const app = await buildAuthenticator(own, staff)
    const ask = async () => (await own.ask(staff, setFlags, { params: { personId: person }, body: {} })).status
    await own.ask(staff, giveSecondFactor, { body: { code: app.code() } })
    own.clock.advance(12 * HOUR_SECONDS - 60)
    expect(await ask()).toBe(200)
    own.clock.advance(60)
    expect(await ask()).toBe(403)
    await own.ask(staff, giveSecondFactor, { body: { code: app.code() } })
    expect(await ask()).toBe(200)
  })

  test('does not stay valid longer if the clock is set back', async () => {
    const own = await startTestServer()
    onTestFinished(own.stop)
    const staff = await own.buildPerson({ role: 'Admin' })
    const person = await own.buildPerson()
    const ask = async () => (await own.ask(staff, setFlags, { params: { personId: person }, body: {} })).status
    own.clock.advance(HOUR_SECONDS)
    const app = await buildAuthenticator(own, staff)
    await own.ask(staff, giveSecondFactor, { body: { code: app.code() } })
    expect(await ask()).toBe(200)
    own.clock.reset()
    expect(await ask()).toBe(403)
  })

  test('is limited to ten tries an hour; after that even the right code is refused', async () => {
    const staff = await buildStaff()
    const app = await buildAuthenticator(server, staff)
    const wrong = app.code(5)
    for (let n = 0; n < 10; n += 1) expect((await sendCode(staff, wrong)).status).toBe(400)
    const refused = await sendCode(staff, app.code())
    expect(refused).toMatchObject({ status: 429, body: { code: 'core.too_many' } })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000)
  })
})

test('a sealed key copied to another account does not work there', async () => {
  const [owner, thief] = [await buildStaff(), await buildStaff()]
  const app = await buildAuthenticator(server, owner)
  const { totp_key } = await server.db.selectFrom('person').select('totp_key').where('id', '=', owner).executeTakeFirstOrThrow()
  await server.db.updateTable('person').set({ totp_key }).where('id', '=', thief).execute()
  expect((await sendCode(thief, app.code())).status).toBe(500)
  expect(await staffCall(thief)).toBe(403)
})

describe('the /dev second-factor click', () => {
  const click = (headers: Record<string, string>) => server.app.inject({ method: 'POST', url: '/dev/second-factor/', headers })
  const bearer = async (who: number) => ({ authorization: `Bearer ${await server.tokenFor(who)}` })

  test('works for staff, for this sign-in', async () => {
    const staff = await buildStaff()
    const other = await otherBrowser(staff)
    const answer = await click(await bearer(staff))
    expect([answer.statusCode, answer.json()]).toEqual([200, {}])
    expect(await staffCall(staff)).toBe(200)
    expect(await staffCall(staff, other)).toBe(403)
  })

  test('is refused for everyone else and from a foreign page', async () => {
    expect((await click({})).statusCode).toBe(401)
    expect((await click(await bearer(await server.buildPerson()))).statusCode).toBe(403)
    expect((await click(await bearer(await server.buildPerson({ role: 'Admin', disabled: true })))).statusCode).toBe(401)
    const staff = await buildStaff()
    expect((await click({ ...(await bearer(staff)), origin: 'https://evil.test' })).statusCode).toBe(403)
    expect(await staffCall(staff)).toBe(403)
  })
})
