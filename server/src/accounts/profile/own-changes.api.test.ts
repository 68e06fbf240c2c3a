import { randomUUID } from 'node:crypto'
import * as calls from '@saathi/contract/accounts/code-calls'
import { exportOwnData, getProfile } from '@saathi/contract/accounts/calls'
import { confirmIdentity, listSignIns, signIn } from '@saathi/contract/accounts/identity-calls'
import { MINUTE_SECONDS } from '@saathi/contract/core/time'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { mailedCode } from '../../../test/one-time-codes.ts'
import { hashPassword } from '../passwords.ts'

const OLD = 'Saathi@2026'
const NEW = 'Teal-Lantern-92'
let server: TestServer
let passwordHash: string
beforeAll(async () => {
  server = await startTestServer({ trustedProxy: ['127.0.0.1'] })
  passwordHash = await hashPassword(OLD)
})
afterAll(() => server.stop())
afterEach(() => server.clock.reset())

const newEmail = () => `${randomUUID()}@saathi.example`
let machines = 0
/** Each call uses its own IP address, so that rate limits do not interfere. */
const fromNewIp = () => ({ 'x-forwarded-for': `10.2.${((machines += 1) >> 8) & 255}.${machines & 255}` })

let asha: number
let email: string
beforeEach(async () => {
  email = newEmail()
  asha = await server.buildPerson({ email, passwordHash })
  await server.tokenFor(asha)
})

const enter = (address: string, password: string) => server.ask(null, signIn, { body: { email: address, password } }, fromNewIp())
const mailsTo = async (address: string) => {
  const rows = await server.db
    .selectFrom('mail')
    .select(['subject', 'text'])
    .where('to_address', '=', address)
    .orderBy('id')
    .execute()
  return rows.map(({ subject }) => subject)
}
const openSignIns = async (personId = asha) =>
  (await server.ask(personId, listSignIns, {}, fromNewIp())).body.sessions.map(({ isCurrent }) => isCurrent)

describe('a new password', () => {
  const change = (password: string, newPassword: string, personId: number | null = asha) =>
    server.ask(personId, calls.changePassword, { body: { password, newPassword } }, fromNewIp())

  test('works immediately, signs out all other devices, and sends a mail', async () => {
    await enter(email, OLD)
    expect(await openSignIns()).toHaveLength(2)
    expect(await change(OLD, NEW)).toMatchObject({ status: 200, body: {} })
    expect(await openSignIns()).toEqual([true])
    const ended = await server.db
      .selectFrom('sign_in')
      .select('end_reason')
      .where('person_id', '=', asha)
      .where('ended_at', 'is not', null)
      .execute()
    expect(ended).toEqual([{ end_reason: 'password_changed' }])
    expect((await enter(email, OLD)).status).toBe(401)
    expect((await enter(email, NEW)).status).toBe(200)
    expect(await mailsTo(email)).toEqual(['Your Saathi password was changed'])
  })

  test('requires the current password, a sign-in, and an account with a password', async () => {
    expect(await change('wrong', NEW)).toMatchObject({ status: 401, body: { code: 'accounts.wrong_password' } })
    expect(await change(OLD, NEW, null)).toMatchObject({ status: 401, body: { code: 'core.signed_out' } })
    const gita = await server.buildPerson({ passwordHash: null })
    expect(await change(OLD, NEW, gita)).toMatchObject({ status: 401, body: { code: 'accounts.wrong_password' } })
    expect((await enter(email, OLD)).status).toBe(200)
    expect(await mailsTo(email)).toEqual([])
  })

  test.each([
    ['too short', 'Ab1!', 'accounts.weak_password'],
    ['that is commonly used', 'Password@123', 'accounts.common_password'],
    ['made of the person’s own name', 'Person#2026', 'accounts.common_password'],
  ])('%s is refused', async (_what, newPassword, code) => {
    expect(await change(OLD, newPassword)).toMatchObject({ status: 400, body: { code } })
    expect((await enter(email, OLD)).status).toBe(200)
  })

  test('shares the sign-in block: after five wrong passwords the right one is refused', async () => {
    const from = fromNewIp()
    const guess = (password: string) => server.ask(asha, calls.changePassword, { body: { password, newPassword: NEW } }, from)
    for (let count = 0; count < 5; count += 1) expect((await guess('wrong')).status).toBe(401)
    expect(await guess(OLD)).toMatchObject({ status: 429, body: { code: 'accounts.blocked_for_an_hour' } })
  })
})

describe('a new address', () => {
  const requestChange = (
    address: string,
    { password = OLD, personId = asha }: { password?: string; personId?: number | null } = {},
  ) => server.ask(personId, calls.requestEmailChange, { body: { email: address, password } }, fromNewIp())
  const confirm = (address: string, otp: string, personId: number | null = asha) =>
    server.ask(personId, calls.confirmEmailChange, { body: { email: address, otp } }, fromNewIp())
  const changesOf = (personId = asha) =>
    server.db.selectFrom('address_change').selectAll().where('person_id', '=', personId).execute()

  test('is confirmed by the mailed code, and both addresses get a mail', async () => {
    const next = newEmail()
    expect(await requestChange(next)).toMatchObject({ status: 200, body: { errors: [], resendAfterSeconds: 120 } })
    expect(await mailsTo(next)).toEqual(['Your code to change your Saathi e-mail'])
    expect((await server.ask(asha, getProfile, {})).body.email).toBe(email)
    const code = await mailedCode(server, next)
    expect(code).toMatch(/^\d{6}$/)
    server.delivered.length = 0
    expect(await confirm(next, code)).toMatchObject({ status: 200, body: { email: next } })

    expect((await server.ask(asha, getProfile, {})).body.email).toBe(next)
    expect((await enter(next, OLD)).status).toBe(200)
    expect((await enter(email, OLD)).status).toBe(401)
    expect(await mailsTo(email)).toEqual(['Your Saathi e-mail was changed'])
    expect((await mailsTo(next)).at(-1)).toBe('Your Saathi e-mail was changed')
    const { text } = await server.db.selectFrom('mail').select('text').where('to_address', '=', email).executeTakeFirstOrThrow()
    // Text that looks like a link is broken up with invisible characters.
    expect(text.replaceAll('\u2060', '')).toContain(`${next[0]}…@saathi.example`)
    expect(text.replaceAll('\u2060', '')).not.toContain(next)
    expect(server.delivered).toContainEqual({ to: [asha], event: { type: 'accounts.profile_changed' } })
  })

  test('is recorded with the previous address and exported', async () => {
    const next = newEmail()
    await requestChange(next)
    await confirm(next, await mailedCode(server, next))
    const { device } = await server.db
      .selectFrom('sign_in')
      .select('device')
      .where('person_id', '=', asha)
      .executeTakeFirstOrThrow()
    expect(await changesOf()).toMatchObject([{ from_address: email, to_address: next, device }])
    const exported = await server.ask(asha, exportOwnData, { body: {} })
    expect(exported.body.parts['accounts']).toMatchObject({ addressChanges: [{ from: email, to: next, device }] })
  })

  test('requires the password, a sign-in, and an account with a password', async () => {
    const next = newEmail()
    expect(await requestChange(next, { password: 'wrong' })).toMatchObject({
      status: 401,
      body: { code: 'accounts.wrong_password' },
    })
    expect(await requestChange(next, { personId: null })).toMatchObject({ status: 401, body: { code: 'core.signed_out' } })
    const gita = await server.buildPerson({ passwordHash: null })
    expect(await requestChange(next, { personId: gita })).toMatchObject({
      status: 401,
      body: { code: 'accounts.wrong_password' },
    })
    expect(await mailsTo(next)).toEqual([])
  })

  test('that is taken, even by the same person, is refused before and after the code', async () => {
    const taken = newEmail()
    await server.buildPerson({ email: taken, passwordHash })
    for (const address of [taken, email]) {
      expect(await requestChange(address)).toMatchObject({ status: 409, body: { code: 'accounts.address_taken' } })
    }
    expect(await mailsTo(taken)).toEqual([])
    const late = newEmail()
    await requestChange(late)
    await server.buildPerson({ email: late, passwordHash })
    expect(await confirm(late, await mailedCode(server, late))).toMatchObject({
      status: 409,
      body: { code: 'accounts.address_taken' },
    })
    expect((await server.ask(asha, getProfile, {})).body.email).toBe(email)
    expect(await changesOf()).toEqual([])
  })

  test('requested by two people goes to the one with the newer code', async () => {
    const next = newEmail()
    const ravi = await server.buildPerson({ passwordHash })
    await requestChange(next)
    const code = await mailedCode(server, next)
    server.clock.advance(2 * MINUTE_SECONDS + 1)
    await requestChange(next, { personId: ravi })
    const other = await mailedCode(server, next)
    // The newer code replaced the older one, which was for somebody else.
    expect(await confirm(next, other)).toMatchObject({ status: 400, body: { code: 'accounts.wrong_code' } })
    expect(await confirm(next, code)).toMatchObject({ status: 400, body: { code: 'accounts.wrong_code' } })
    expect((await confirm(next, other, ravi)).status).toBe(200)
  })

  test('is refused after five wrong codes, and each code works once', async () => {
    const next = newEmail()
    await requestChange(next)
    const code = await mailedCode(server, next)
    const wrong = code === '000000' ? '000001' : '000000'
    for (let count = 0; count < 5; count += 1) {
      expect(await confirm(next, wrong)).toMatchObject({ status: 400, body: { code: 'accounts.wrong_code' } })
    }
    expect(await confirm(next, code)).toMatchObject({ status: 429, body: { code: 'accounts.too_many_tries' } })
    expect((await server.ask(asha, getProfile, {})).body.email).toBe(email)
    const other = newEmail()
    await requestChange(other)
    const right = await mailedCode(server, other)
    expect((await confirm(other, right)).status).toBe(200)
    expect(await confirm(other, right)).toMatchObject({ status: 400, body: { code: 'accounts.code_over' } })
  })

  test('receives its code even if a stranger has used up the sign-up codes for that address', async () => {
    const next = newEmail()
    for (let at = 0; at < 10; at += 1) {
      expect((await server.ask(null, calls.sendOtp, { body: { email: next } }, fromNewIp())).status).toBe(200)
      server.clock.advance(2 * MINUTE_SECONDS + 1)
    }
    expect((await server.ask(null, calls.sendOtp, { body: { email: next } }, fromNewIp())).body.code).toBe(
      'accounts.too_many_codes',
    )
    expect((await requestChange(next)).status).toBe(200)
  })

  test('receives one code per two minutes, and requires the password again after a quarter of an hour', async () => {
    const next = newEmail()
    await requestChange(next)
    expect(await requestChange(next)).toMatchObject({ status: 429, body: { code: 'accounts.code_too_soon' } })
    const code = await mailedCode(server, next)
    server.clock.advance(15 * MINUTE_SECONDS)
    expect(await confirm(next, code)).toMatchObject({ status: 403, body: { code: 'accounts.confirm_first' } })
    await server.ask(asha, confirmIdentity, { body: { password: OLD } }, fromNewIp())
    expect(await confirm(next, code)).toMatchObject({ status: 400, body: { code: 'accounts.code_over' } })
  })
})
