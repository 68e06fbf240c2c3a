import { randomUUID } from 'node:crypto'
import { getProfile } from '@saathi/contract/accounts/calls'
import * as calls from '@saathi/contract/accounts/code-calls'
import { refresh, signIn } from '@saathi/contract/accounts/identity-calls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { startTestServer, type TestServer, toRequest } from '../../../test/harness.ts'
import { buildCode, mailedCode } from '../../../test/one-time-codes.ts'
import { hashPassword } from '../passwords.ts'

const OLD = 'Saathi@2026'
const NEW = 'Teal-Lantern-92'
let server: TestServer
let passwordHash: string
let port: number
beforeAll(async () => {
  server = await startTestServer({ trustedProxy: ['127.0.0.1'] })
  passwordHash = await hashPassword(OLD)
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  const address = server.app.server.address()
  port = typeof address === 'object' && address ? address.port : 0
})
afterAll(() => server.stop())

const newEmail = () => `${randomUUID()}@saathi.example`
let machines = 0
const fromNewIp = () => ({ 'x-forwarded-for': `10.1.${((machines += 1) >> 8) & 255}.${machines & 255}` })

const requestCode = (email: string) => server.ask(null, calls.resetPassword, { body: { email } }, fromNewIp())
const confirmOtp = (email: string, otp: string) => server.ask(null, calls.confirmOtp, { body: { email, otp } }, fromNewIp())
type Passwords = Partial<Record<'newPassword' | 'checkNewPassword' | 'password' | 'confirmPassword', string>>
const choose = (email: string, otp: string, passwords: Passwords = { newPassword: NEW, checkNewPassword: NEW }) =>
  server.ask(null, calls.confirmPassword, { body: { email, otp, ...passwords } }, fromNewIp())
const enter = (email: string, password: string, headers = fromNewIp()) =>
  server.ask(null, signIn, { body: { email, password } }, headers)
const mailsTo = async (email: string) =>
  (await server.db.selectFrom('mail').select('subject').where('to_address', '=', email).orderBy('id').execute()).map(
    ({ subject }) => subject,
  )
const hashOf = async (email: string) =>
  (await server.db.selectFrom('person').select('password_hash').where('email', '=', email).executeTakeFirstOrThrow())
    .password_hash

describe('requesting a reset', () => {
  test('gives the same reply for known, unknown, Google and disabled accounts, and mails only active ones (C08)', async () => {
    const emails = { known: newEmail(), google: newEmail(), disabled: newEmail(), unknown: newEmail() }
    await server.buildPerson({ email: emails.known, passwordHash })
    await server.buildPerson({ email: emails.google, passwordHash: null })
    await server.buildPerson({ email: emails.disabled, passwordHash, disabled: true })
    const answers = await Promise.all(Object.values(emails).map(requestCode))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(new Set(answers.map(({ headers }) => headers['content-length'])).size).toBe(1)
    const mailed = await Promise.all(Object.values(emails).map(async (email) => (await mailsTo(email)).length))
    expect(mailed).toEqual([1, 1, 0, 0])
    const again = await Promise.all(Object.values(emails).map(requestCode))
    expect(again.map(({ status, body }) => `${status} ${body.code}`)).toEqual(Array(4).fill('429 accounts.code_too_soon'))
  })

  test('[ACC-22] returns a message, no errors and the seconds until the next request', async () => {
    const { body } = await requestCode(newEmail())
    expect(body).toEqual({ message: expect.stringContaining('If there is an account'), errors: [], resendAfterSeconds: 120 })
  })

  test('[ACC-23] mails a code of six letters and digits', async () => {
    const email = newEmail()
    await server.buildPerson({ email, passwordHash })
    await requestCode(email)
    const code = await mailedCode(server, email)
    expect(code).toMatch(/^(?=.*\d)(?=.*[A-Z])[A-Z2-9]{6}$/)
    expect((await confirmOtp(email, code)).status).toBe(200)
  })
})

describe('choosing a new password', () => {
  async function buildReset(changes: Parameters<TestServer['buildPerson']>[0] = {}) {
    const email = newEmail()
    const personId = await server.buildPerson({ email, passwordHash, ...changes })
    const code = await buildCode(server, email, { purpose: 'reset', code: 'KITE77', isVerified: true })
    return { email, personId, code }
  }

  test('[ACC-23] makes the account open with the new password and not with the old one', async () => {
    const { email, code } = await buildReset()
    expect(await choose(email, code)).toMatchObject({ status: 200, body: { provider: 'normal' } })
    expect((await enter(email, NEW)).status).toBe(200)
    expect((await enter(email, OLD)).status).toBe(401)
    expect(await mailsTo(email)).toEqual(['Your Saathi password was changed'])
  })

  test('accepts either pair of fields', async () => {
    const { email, code } = await buildReset()
    expect((await choose(email, code, { password: NEW, confirmPassword: NEW })).status).toBe(200)
    expect((await enter(email, NEW)).status).toBe(200)
  })

  test.each<[string, Passwords]>([
    ['no pair', {}],
    ['both pairs', { newPassword: NEW, checkNewPassword: NEW, password: NEW, confirmPassword: NEW }],
    ['half a pair', { newPassword: NEW }],
    ['half of each pair', { newPassword: NEW, confirmPassword: NEW }],
    ['one pair and a half', { newPassword: NEW, checkNewPassword: NEW, password: NEW }],
  ])('refuses %s', async (_what, passwords) => {
    const { email, code } = await buildReset()
    expect(await choose(email, code, passwords)).toMatchObject({ status: 400, body: { code: 'core.bad_input' } })
    expect(await hashOf(email)).toBe(passwordHash)
    expect((await choose(email, code)).status).toBe(200)
  })

  test.each([
    ['short', 'Ab1!xyz', 'accounts.weak_password'],
    ['without a capital letter', 'teal-lantern-92', 'accounts.weak_password'],
    ['without a small letter', 'TEAL-LANTERN-92', 'accounts.weak_password'],
    ['without a digit', 'Teal-Lantern-xx', 'accounts.weak_password'],
    ['without a special character', 'TealLantern92', 'accounts.weak_password'],
    ['that is commonly used', 'Password@123', 'accounts.common_password'],
    ['made of the person’s own name', 'Person#2026', 'accounts.common_password'],
  ])('refuses a password %s, and the code stays valid', async (_what, password, code) => {
    const { email, code: otp } = await buildReset()
    const answer = await choose(email, otp, { password, confirmPassword: password })
    expect(answer).toMatchObject({ status: 400, body: { code, message: expect.any(String) } })
    expect(await hashOf(email)).toBe(passwordHash)
    expect((await choose(email, otp)).status).toBe(200)
  })

  test('refuses two passwords that differ', async () => {
    const { email, code } = await buildReset()
    const answer = await choose(email, code, { password: NEW, confirmPassword: `${NEW} ` })
    expect(answer).toMatchObject({ status: 400, body: { code: 'accounts.passwords_differ', message: "Passwords don't match" } })
  })

  test('accepts 128 characters, and compares all of them (C15)', async () => {
    const { email, code } = await buildReset()
    const long = `Aa1!${'x'.repeat(124)}`
    expect((await choose(email, code, { password: long, confirmPassword: long })).status).toBe(200)
    expect((await enter(email, long)).status).toBe(200)
    const other = await buildReset()
    const hundred = `Aa1!${'y'.repeat(96)}`
    const differs = `${hundred.slice(0, 89)}z${hundred.slice(90)}`
    expect((await choose(other.email, other.code, { password: hundred, confirmPassword: hundred })).status).toBe(200)
    expect((await enter(other.email, differs)).status).toBe(401)
    expect((await enter(other.email, hundred)).status).toBe(200)
  })

  test('refuses a password of a megabyte before hashing it (C15)', async () => {
    const huge = `Aa1!${'x'.repeat(1_000_000)}`
    for (const size of [1_000_000, 2_000]) {
      const password = huge.slice(0, size)
      const { email, code } = await buildReset()
      const answer = await choose(email, code, { password, confirmPassword: password })
      expect([400, 413]).toContain(answer.status)
      expect([400, 413]).toContain((await enter(email, password)).status)
    }
  })

  test('with a missing, empty, null or foreign code changes nothing (C10)', async () => {
    const [mine, theirs] = [await buildReset(), await buildReset()]
    await buildCode(server, theirs.email, { purpose: 'reset', code: 'LAMP22', isVerified: true })
    const passwords = { password: NEW, confirm_password: NEW }
    for (const otp of [{}, { otp: '' }, { otp: null }, { otp: 'LAMP22' }, { otp: 123456 }, { otp: ['KITE77'] }]) {
      const payload = { email: mine.email, ...passwords, ...otp }
      const response = await server.app.inject({ method: 'POST', url: calls.confirmPassword.path, payload, headers: fromNewIp() })
      expect(response.statusCode, JSON.stringify(otp)).toBe(400)
    }
    expect(await hashOf(mine.email)).toBe(passwordHash)
    expect((await enter(mine.email, OLD)).status).toBe(200)
  })

  test('accepts only the newer code, only once, and ends all sign-ins at once (C09)', async () => {
    const email = newEmail()
    await server.buildPerson({ email, passwordHash })
    const laptop = await enter(email, OLD)
    const phone = await enter(email, OLD)
    const { isOver } = await openLive(laptop.body.accessToken)
    await requestCode(email)
    const first = await mailedCode(server, email)
    server.clock.advance(121)
    await requestCode(email)
    const second = await mailedCode(server, email)
    expect((await choose(email, first)).status).toBe(400)
    expect((await choose(email, second)).status).toBe(200)
    expect(await choose(email, second)).toMatchObject({ status: 400, body: { code: 'accounts.code_over' } })
    for (const { body, headers } of [laptop, phone]) {
      const authorization = `Bearer ${body.accessToken}`
      expect((await server.app.inject(toRequest(getProfile, {}, { authorization }))).statusCode).toBe(401)
      const cookie = String(headers['set-cookie']).split(';')[0] ?? ''
      expect((await server.ask(null, refresh, { body: {} }, { cookie })).status).toBe(401)
    }
    await isOver
    const reasons = await server.db
      .selectFrom('sign_in')
      .select('end_reason')
      .where('person_id', '=', laptop.body.userId)
      .execute()
    expect(reasons.map(({ end_reason }) => end_reason)).toEqual(['password_changed', 'password_changed'])
    server.clock.reset()
  })

  test('twenty times concurrently with one code sets one password', async () => {
    const { email, code } = await buildReset()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => choose(email, code, { password: `${NEW}${at}`, confirmPassword: `${NEW}${at}` })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const winner = answers.findIndex(({ status }) => status === 200)
    expect((await enter(email, `${NEW}${winner}`)).status).toBe(200)
  })

  test('verifies the address, since the mailbox was proved', async () => {
    const { email, code } = await buildReset({ verified: false })
    expect(await enter(email, OLD)).toMatchObject({ status: 403, body: { code: 'accounts.email_not_verified' } })
    expect((await choose(email, code)).status).toBe(200)
    expect((await enter(email, NEW)).status).toBe(200)
  })

  test('[ACC-23] for a Google account sets none, says so, and uses up the code (C14)', async () => {
    const { email, code } = await buildReset({ passwordHash: null })
    expect(await choose(email, code)).toMatchObject({ status: 200, body: { provider: 'google' } })
    expect(await hashOf(email)).toBeNull()
    expect(await enter(email, NEW)).toMatchObject({
      status: 403,
      body: {
        code: 'accounts.use_google',
        message:
          'Our records say that you have signed up for our app via Google login authentication. Please use the Sign-in via Google option',
      },
    })
    expect(await choose(email, code)).toMatchObject({ status: 400, body: { code: 'accounts.code_over' } })
  })

  test('for a disabled person is refused', async () => {
    const { email, code } = await buildReset({ disabled: true })
    expect(await choose(email, code)).toMatchObject({ status: 400, body: { code: 'accounts.code_over' } })
    expect(await hashOf(email)).toBe(passwordHash)
  })
})

/** Resolves once the server has sent that this sign-in ended. */
async function openLive(accessToken: string): Promise<{ isOver: Promise<void> }> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws/live/`)
  const received = (type: string) =>
    new Promise<void>((resolve) => {
      socket.on('message', (data) => {
        if (data.toString().includes(`"${type}"`)) resolve()
      })
    })
  const [ready, ended] = [received('core.ready'), received('accounts.sign_in_ended')]
  socket.on('open', () => socket.send(JSON.stringify({ type: 'core.authenticate', accessToken })))
  await ready
  return { isOver: ended.then(() => socket.close()) }
}
