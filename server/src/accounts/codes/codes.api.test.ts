import { randomUUID } from 'node:crypto'
import * as calls from '@saathi/contract/accounts/code-calls'
import { signUp } from '@saathi/contract/accounts/sign-up-calls'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { startSmtp } from '#notices/mail/test-smtp.ts'
import { startTestServer, testEnv, type TestServer } from '../../../test/harness.ts'
import { dumpTables } from '../../../test/matrix/table-dump.ts'
import { buildCode, mailedCode } from '../../../test/one-time-codes.ts'
import { recordStatements } from '../../../test/statements.ts'
import { hashCode } from './codes.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ trustedProxy: ['127.0.0.1'] })
})
afterAll(() => server.stop())

const newEmail = () => `${randomUUID()}@saathi.example`
let machines = 0
/** Each test uses its own IP addresses. */
const newIp = () => `10.${((machines += 1) >> 16) & 255}.${(machines >> 8) & 255}.${machines & 255}`
const from = (ip: string, more: Record<string, string> = {}): Record<string, string> => ({ 'x-forwarded-for': ip, ...more })

const sendOtp = (email: string, headers = from(newIp())) =>
  server.ask(null, calls.sendOtp, { body: { email, numOtp: 6 } }, headers)
const requestReset = (email: string, headers = from(newIp())) =>
  server.ask(null, calls.resetPassword, { body: { email } }, headers)
const verify = (email: string, otp: string, headers = from(newIp())) =>
  server.ask(null, calls.verifyOtp, { body: { email, otp } }, headers)
const confirm = (email: string, otp: string, headers = from(newIp())) =>
  server.ask(null, calls.confirmOtp, { body: { email, otp } }, headers)
const choose = (email: string, otp: string, headers = from(newIp())) =>
  server.ask(null, calls.confirmPassword, { body: { email, otp, password: GOOD, confirmPassword: GOOD } }, headers)
const signUpWith = (email: string, otp: string, headers = from(newIp())) =>
  server.ask(
    null,
    signUp,
    {
      body: {
        role: 'Mentee',
        firstName: 'Tara',
        lastName: 'Sen',
        phoneNumber: '919800000099',
        provider: 'normal',
        project: 'open',
        newPrimaryLanguage: 'en',
        email,
        password: GOOD,
        otp,
      },
    },
    headers,
  )
const GOOD = 'Teal-Lantern-92'
const slow = { timeout: 180_000 }
const wrongFor = (code: string) => (code === '111111' ? '222222' : '111111')
const codeRow = (address: string, purpose = 'sign_up') =>
  server.db
    .selectFrom('one_time_code')
    .selectAll()
    .where('address', '=', address)
    .where('purpose', '=', purpose)
    .executeTakeFirstOrThrow()
const mailsTo = async (address: string) =>
  (await server.db.selectFrom('mail').select('id').where('to_address', '=', address).execute()).length
const isPerson = async (email: string) =>
  (await server.db.selectFrom('person').select('id').where('email', '=', email).execute()).length > 0

beforeAll(async () => {
  await server.db.insertInto('project').values({ key: 'open', name: 'Open', group_type: '1to1' }).execute()
})

describe('requesting a code', () => {
  test('[ACC-24] mails six digits and stores only a keyed hash of them', async () => {
    const email = newEmail()
    const answer = await sendOtp(email)
    expect(answer).toMatchObject({ status: 200, body: { errors: [], resendAfterSeconds: 120 } })
    const code = await mailedCode(server, email)
    expect(code).toMatch(/^\d{6}$/)
    expect((await codeRow(email)).code_hash).toHaveLength(32)
    expect(await verify(email, code)).toMatchObject({ status: 200, body: { message: 'The code is right.' } })
  })

  test('[ACC-10] for an address with an account is refused with 406 and the specified text, and mails nothing', async () => {
    const email = newEmail()
    await server.buildPerson({ email })
    const answer = await sendOtp(` ${email.toUpperCase()} `)
    expect(answer).toMatchObject({
      status: 406,
      body: { code: 'accounts.already_signed_up', message: 'e-mail already signed up, please log in or reset password' },
    })
    expect(await mailsTo(email)).toBe(0)
  })

  test('[ACC-02] an address is trimmed and lower-cased before any use', async () => {
    const email = newEmail()
    expect((await sendOtp(`  ${email.toUpperCase()}\t`)).status).toBe(200)
    const code = await mailedCode(server, email)
    expect((await verify(` ${email.toUpperCase()}`, code)).status).toBe(200)
  })

  test.each([
    'not an address',
    'a@b',
    'a@b.in, c@d.in',
    'a@b.in;c@d.in',
    'a@b.in\nc@d.in',
    'Asha <a@b.in>',
    'a@@b.in',
    '',
    `${'a'.repeat(330)}@b.in`,
  ])('[ACC-02] %j sends nothing', async (email) => {
    const before = await server.db.selectFrom('mail').select('id').execute()
    for (const call of [calls.sendOtp, calls.resetPassword, calls.sendVerification] as const) {
      const answer = await server.ask(null, call, { body: { email } }, from(newIp()))
      expect(answer).toMatchObject({ status: 400, body: { code: 'core.bad_input', errors: { email: expect.any(Array) } } })
    }
    expect(await server.db.selectFrom('mail').select('id').execute()).toEqual(before)
  })

  test.each([1, 0, -6, 1_000_000])('for %d digits still mails six (C04)', async (numOtp) => {
    const email = newEmail()
    expect((await server.ask(null, calls.sendOtp, { body: { email, numOtp } }, from(newIp()))).status).toBe(200)
    expect(await mailedCode(server, email)).toMatch(/^\d{6}$/)
  })

  test('for a digit count that is not a number is refused (C04)', async () => {
    const payload = { email: newEmail(), num_otp: 'x' }
    const response = await server.app.inject({ method: 'POST', url: calls.sendOtp.path, payload })
    expect(response.statusCode).toBe(400)
  })

  test('again within two minutes is refused with the seconds left, and allowed afterwards (C04)', async () => {
    const email = newEmail()
    await sendOtp(email)
    server.clock.advance(30)
    const refused = await sendOtp(email)
    expect(refused).toMatchObject({ status: 429, body: { code: 'accounts.code_too_soon', retry_after_seconds: 90 } })
    expect(refused.headers['retry-after']).toBe('90')
    expect(refused.body.message).toContain('90 seconds')
    server.clock.advance(90)
    expect((await sendOtp(email)).status).toBe(200)
    expect(await mailsTo(email)).toBe(2)
    server.clock.reset()
  })

  test('from two servers whose clocks differ slightly mails one', async () => {
    const email = newEmail()
    server.clock.advance(1)
    expect((await sendOtp(email)).status).toBe(200)
    server.clock.advance(-1)
    expect((await sendOtp(email)).status).toBe(429)
    expect(await mailsTo(email)).toBe(1)
    server.clock.reset()
  })

  test('ten times concurrently mails one', async () => {
    const email = newEmail()
    const answers = await Promise.all(Array.from({ length: 10 }, () => sendOtp(email)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]))
    expect(await mailsTo(email)).toBe(1)
    // Only the mailed code counts, so nine are left for the day.
    for (let at = 0; at < 9; at += 1) {
      server.clock.advance(121)
      expect((await sendOtp(email)).status).toBe(200)
    }
    server.clock.advance(121)
    expect((await sendOtp(email)).body.code).toBe('accounts.too_many_codes')
    server.clock.reset()
  })

  test('[ACC-24] is limited to ten sign-up codes a day per address, from any IP', async () => {
    const email = newEmail()
    for (let at = 0; at < 10; at += 1) {
      expect((await sendOtp(email)).status).toBe(200)
      server.clock.advance(121)
    }
    const refused = await sendOtp(email)
    expect(refused).toMatchObject({ status: 429, body: { code: 'accounts.too_many_codes' } })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(80_000)
    expect((await requestReset(email)).status).toBe(200)
    server.clock.advance(86_400)
    expect((await sendOtp(email)).status).toBe(200)
    server.clock.reset()
  })

  test('[ACC-24] is limited to six resets an hour per address and IP, and never blocks the owner elsewhere', async () => {
    const email = newEmail()
    await server.buildPerson({ email })
    const stranger = from(newIp())
    for (let at = 0; at < 6; at += 1) {
      expect((await requestReset(email, stranger)).status).toBe(200)
      server.clock.advance(121)
    }
    const refused = await requestReset(email, stranger)
    expect(refused).toMatchObject({ status: 429, body: { code: 'accounts.too_many_codes' } })
    expect(Number(refused.headers['retry-after'])).toBeLessThan(3_600)
    expect((await requestReset(email)).status).toBe(200)
    expect((await confirm(email, await mailedCode(server, email))).status).toBe(200)
    server.clock.reset()
  })

  test('[ACC-24] by a stranger every two minutes blocks the owner on the same network for less than an hour', async () => {
    const email = newEmail()
    await server.buildPerson({ email })
    const school = from(newIp())
    const start = server.clock.now().getTime()
    const waits: number[] = []
    for (let at = 0; at < 60; at += 1) {
      const answer = await requestReset(email, school)
      if (answer.status === 429) waits.push(Number(answer.headers['retry-after']))
      server.clock.advance(121)
    }
    expect(server.clock.now().getTime() - start).toBeGreaterThan(7_200_000)
    expect(Math.max(...waits)).toBeLessThan(3_600)
    expect(await mailsTo(email)).toBe(12)
    server.clock.reset()
  })

  test('[ACC-24] of a reset is counted in the same way for an address without an account', async () => {
    const [email, unknown, ip] = [newEmail(), newEmail(), from(newIp())]
    await server.buildPerson({ email })
    for (let at = 0; at < 7; at += 1) {
      const [known, other] = [await requestReset(email, ip), await requestReset(unknown, ip)]
      expect([other.status, other.body]).toEqual([known.status, known.body])
      server.clock.advance(121)
    }
    server.clock.reset()
  })

  test('again is allowed immediately if a stranger has used up the tries of a reset code', async () => {
    const email = newEmail()
    await server.buildPerson({ email })
    const [stranger, owner] = [from(newIp()), from(newIp())]
    for (let at = 0; at < 4; at += 1) {
      expect((await requestReset(email, owner)).status).toBe(200)
      for (let wrong = 0; wrong < 5; wrong += 1) await confirm(email, '111111', stranger)
    }
    expect((await requestReset(email, owner)).status).toBe(200)
    expect(await confirm(email, '111111', stranger)).toMatchObject({ status: 429, body: { code: 'core.too_many' } })
    expect((await confirm(email, await mailedCode(server, email), owner)).status).toBe(200)
    expect((await requestReset(email, owner)).body.code).toBe('accounts.code_too_soon')
  })

  test('[ACC-24] is limited to sixty an hour per IP, whatever forwarding headers it sends', slow, async () => {
    const ip = newIp()
    const statuses: number[] = []
    for (let at = 0; at < 62; at += 1) {
      statuses.push((await sendOtp(newEmail(), from(`198.51.100.${at}, ${ip}`, { 'x-real-ip': newIp() }))).status)
    }
    expect(statuses).toEqual([...Array<number>(60).fill(200), 429, 429])
    expect(await sendOtp(newEmail(), from(ip))).toMatchObject({ status: 429, body: { code: 'accounts.too_many_codes' } })
  })

  test('mails in the account’s language, else in the browser’s if offered, else in the default', async () => {
    const subjectFor = async (email: string) =>
      (await server.db.selectFrom('mail').select('subject').where('to_address', '=', email).executeTakeFirstOrThrow()).subject
    const [hindi, french, owned] = [newEmail(), newEmail(), newEmail()]
    await sendOtp(hindi, from(newIp(), { 'accept-language': 'hi-IN,hi;q=0.9,en;q=0.8' }))
    expect(await subjectFor(hindi)).toMatch(/[\u0900-\u097f]/)
    await sendOtp(french, from(newIp(), { 'accept-language': 'fr' }))
    expect(await subjectFor(french)).toBe('Your code to sign up for Saathi')
    await server.buildPerson({ email: owned, language: 'hi' })
    await server.ask(null, calls.resetPassword, { body: { email: owned } }, from(newIp(), { 'accept-language': 'en' }))
    expect(await subjectFor(owned)).toMatch(/[\u0900-\u097f]/)
  })
})

describe('a code', () => {
  test('[ACC-12] that is wrong or expired is refused with a message in the browser’s language', async () => {
    const email = newEmail()
    const code = await buildCode(server, email)
    expect(await verify(email, wrongFor(code))).toMatchObject({
      status: 400,
      body: { code: 'accounts.wrong_code', message: 'This code is not right. Please check it and try again.' },
    })
    const hindi = await verify(email, wrongFor(code), from(newIp(), { 'accept-language': 'hi' }))
    expect(hindi.body.message).toMatch(/^यह कोड सही नहीं/)
    server.clock.advance(601)
    expect(await verify(email, code)).toMatchObject({
      status: 400,
      body: { code: 'accounts.code_over', message: 'This code no longer works. Please ask for a new one.' },
    })
    server.clock.reset()
  })

  test('[ACC-24] that was never verified expires after ten minutes, for every call (C04)', async () => {
    const email = newEmail()
    const code = await buildCode(server, email)
    server.clock.advance(601)
    expect(await verify(email, code)).toMatchObject({ status: 400, body: { code: 'accounts.code_over' } })
    expect(await signUpWith(email, code)).toMatchObject({ status: 400, body: { code: 'accounts.code_over' } })
    expect(await isPerson(email)).toBe(false)
    server.clock.reset()
  })

  test('issued before the clock was set back has expired for every call, and the next is sent at once', async () => {
    const email = newEmail()
    server.clock.advance(3600)
    await sendOtp(email)
    const early = await mailedCode(server, email)
    server.clock.reset()
    expect(await verify(email, early)).toMatchObject({ status: 400, body: { code: 'accounts.code_over' } })
    expect(await signUpWith(email, early)).toMatchObject({ status: 400, body: { code: 'accounts.code_over' } })
    expect((await sendOtp(email)).status).toBe(200)
    expect((await verify(email, await mailedCode(server, email))).status).toBe(200)
  })

  test('[ACC-24] that was verified serves one sign-up within thirty minutes, and verifying again does not extend it', async () => {
    const [late, once] = [newEmail(), newEmail()]
    const codes = { late: await buildCode(server, late), once: await buildCode(server, once) }
    server.clock.advance(599)
    expect((await verify(late, codes.late)).status).toBe(200)
    expect((await verify(once, codes.once)).status).toBe(200)
    server.clock.advance(1700)
    expect((await verify(late, codes.late)).status).toBe(200)
    expect((await signUpWith(once, codes.once)).status).toBe(200)
    expect(await signUpWith(once, codes.once)).toMatchObject({ status: 400, body: { code: 'accounts.code_over' } })
    server.clock.advance(101)
    expect(await signUpWith(late, codes.late)).toMatchObject({ status: 400, body: { code: 'accounts.code_over' } })
    expect(await isPerson(late)).toBe(false)
    server.clock.reset()
  })

  test('[ACC-24] voids the previous code and resets its count (C04)', async () => {
    const email = newEmail()
    await server.buildPerson({ email })
    const ask = async () => {
      await server.ask(null, calls.resetPassword, { body: { email } }, from(newIp()))
      return mailedCode(server, email)
    }
    const first = await ask()
    for (let at = 0; at < 5; at += 1) await confirm(email, '111111')
    server.clock.advance(121)
    const second = await ask()
    expect(await confirm(email, first)).toMatchObject({ status: 400, body: { code: 'accounts.wrong_code' } })
    expect((await confirm(email, second)).status).toBe(200)
    expect((await codeRow(email, 'reset')).wrong_tries).toBe(1)
    server.clock.reset()
  })

  test('[ACC-24] is dead after five wrong tries: the right code is refused too, with the time to wait (C01)', async () => {
    const email = newEmail()
    await sendOtp(email)
    const code = await mailedCode(server, email)
    const statuses: number[] = []
    for (let at = 0; at < 60; at += 1) statuses.push((await verify(email, wrongFor(code))).status)
    expect(statuses).toEqual([...Array<number>(5).fill(400), ...Array<number>(55).fill(429)])
    const right = await verify(email, code)
    expect(right).toMatchObject({ status: 429, body: { code: 'accounts.too_many_tries' } })
    expect(Number(right.headers['retry-after'])).toBeGreaterThan(0)
    expect(await signUpWith(email, code)).toMatchObject({ status: 429, body: { code: 'accounts.too_many_tries' } })
    expect((await codeRow(email)).wrong_tries).toBe(5)
  })

  test('gets no extra tries from spoofed client-address headers (C03)', async () => {
    const email = newEmail()
    const code = await buildCode(server, email)
    const names = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'true-client-ip', 'cf-connecting-ip', 'x-client-ip']
    const statuses: number[] = []
    for (let at = 0; at < 30; at += 1) {
      const claimed = Object.fromEntries(
        names.map((name) => [name, name === 'forwarded' ? `for=192.0.2.${at}` : `192.0.2.${at}`]),
      )
      statuses.push((await verify(email, wrongFor(code), claimed)).status)
    }
    expect(statuses.filter((status) => status === 400)).toHaveLength(5)
    expect((await verify(email, code)).status).toBe(429)
  })

  test('is compared at most five times for a hundred concurrent guesses', async () => {
    const email = newEmail()
    const code = await buildCode(server, email)
    const answers = await Promise.all(Array.from({ length: 100 }, () => verify(email, wrongFor(code))))
    expect(answers.filter(({ body }) => body.code === 'accounts.wrong_code')).toHaveLength(5)
    expect(answers.filter(({ body }) => body.code === 'accounts.too_many_tries')).toHaveLength(95)
    expect((await verify(email, code)).status).toBe(429)
  })

  test('has one count shared by checking it and signing up (C02)', async () => {
    const email = newEmail()
    const code = await buildCode(server, email)
    for (let at = 0; at < 5; at += 1) {
      const answer = at % 2 ? await signUpWith(email, wrongFor(code)) : await verify(email, wrongFor(code))
      expect(answer).toMatchObject({ status: 400, body: { code: 'accounts.wrong_code' } })
    }
    expect((await signUpWith(email, code)).status).toBe(429)
    expect((await verify(email, code)).status).toBe(429)
    expect(await isPerson(email)).toBe(false)
  })

  test('has one count shared by confirming it and choosing a password (C02)', async () => {
    const email = newEmail()
    await server.buildPerson({ email })
    const code = await buildCode(server, email, { purpose: 'reset', code: 'ABC234' })
    for (let at = 0; at < 5; at += 1) {
      const answer = at % 2 ? await choose(email, 'XYZ789') : await confirm(email, 'XYZ789')
      expect(answer).toMatchObject({ status: 400, body: { code: 'accounts.wrong_code' } })
    }
    expect((await choose(email, code)).status).toBe(429)
    expect((await confirm(email, code)).status).toBe(429)
  })

  test('is valid for one purpose and one address only (C02)', async () => {
    const [mine, theirs] = [newEmail(), newEmail()]
    await server.buildPerson({ email: mine })
    const signUpCode = await buildCode(server, mine, { purpose: 'sign_up' })
    const resetCode = await buildCode(server, theirs, { purpose: 'reset' })
    await buildCode(server, mine, { purpose: 'reset', code: 'ABC234' })
    await buildCode(server, theirs, { purpose: 'sign_up', code: wrongFor(resetCode) })
    expect(await choose(mine, signUpCode)).toMatchObject({ status: 400, body: { code: 'accounts.wrong_code' } })
    expect(await confirm(mine, signUpCode)).toMatchObject({ status: 400 })
    expect(await signUpWith(theirs, resetCode)).toMatchObject({ status: 400, body: { code: 'accounts.wrong_code' } })
    const other = newEmail()
    await buildCode(server, other, { code: '123123' })
    const third = newEmail()
    await buildCode(server, third, { code: '456456' })
    expect(await signUpWith(third, '123123')).toMatchObject({ status: 400, body: { code: 'accounts.wrong_code' } })
    expect([await isPerson(theirs), await isPerson(third)]).toEqual([false, false])
  })

  test('has a different hash for another purpose, address or secret', () => {
    const hashes = [
      hashCode(testEnv.secret, { address: 'a@b.in', purpose: 'reset' }, '123456'),
      hashCode(testEnv.secret, { address: 'a@b.in', purpose: 'sign_up' }, '123456'),
      hashCode(testEnv.secret, { address: 'c@b.in', purpose: 'reset' }, '123456'),
      hashCode(new TextEncoder().encode('another secret'), { address: 'a@b.in', purpose: 'reset' }, '123456'),
    ]
    expect(new Set(hashes.map((hash) => hash.toString('hex'))).size).toBe(4)
  })

  test('may be typed in lower case and with surrounding spaces', async () => {
    const email = newEmail()
    await server.buildPerson({ email })
    await buildCode(server, email, { purpose: 'reset', code: 'ABC234' })
    expect((await confirm(email, ' abc234 ')).status).toBe(200)
  })

  test('can still be used after it was checked', async () => {
    const email = newEmail()
    const code = await buildCode(server, email)
    for (let at = 0; at < 8; at += 1) expect((await verify(email, code)).status).toBe(200)
    expect((await codeRow(email)).wrong_tries).toBe(0)
    expect((await signUpWith(email, code)).status).toBe(200)
  })

  test('for an address that never requested one counts as expired, and creates no row', async () => {
    const email = newEmail()
    expect(await verify(email, '123456')).toMatchObject({ status: 400, body: { code: 'accounts.code_over' } })
    expect(await server.db.selectFrom('one_time_code').selectAll().where('address', '=', email).execute()).toEqual([])
  })

  test('can be guessed 120 times an hour per IP, over all addresses', async () => {
    const ip = newIp()
    const answers = await Promise.all(Array.from({ length: 122 }, () => verify(newEmail(), '123456', from(ip))))
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(120)
    expect(answers.filter(({ body }) => body.code === 'core.too_many')).toHaveLength(2)
  })
})

describe('the account-exists check', () => {
  const exists = async (email: string, provider: 'google' | 'normal', headers = from(newIp())) =>
    server.ask(null, calls.accountExists, { body: { email, provider } }, headers)

  test('[ACC-03] answers for the requested sign-in method', async () => {
    const [normal, google, gone] = [newEmail(), newEmail(), newEmail()]
    await server.buildPerson({ email: normal })
    await server.buildPerson({ email: google, passwordHash: null })
    const left = await server.buildPerson({ email: gone })
    await server.db.updateTable('person').set({ deleted_at: server.clock.now() }).where('id', '=', left).execute()
    const answers = await Promise.all(
      [normal, google, gone, newEmail()].flatMap((email) => [exists(email, 'normal'), exists(email, 'google')]),
    )
    expect(answers.map(({ body }) => body.userExist)).toEqual([true, false, false, true, false, false, false, false])
  })

  test('is limited to 30 a minute and 600 an hour per IP, and 30 an hour per address (C06)', slow, async () => {
    const ip = newIp()
    let answered = 0
    for (let minute = 0; minute < 22; minute += 1) {
      const answers = await Promise.all(Array.from({ length: 32 }, () => exists(newEmail(), 'normal', from(ip))))
      answered += answers.filter(({ status }) => status === 200).length
      server.clock.advance(61)
    }
    expect(answered).toBe(600)
    server.clock.advance(3600)
    const address = newEmail()
    const answers = await Promise.all(Array.from({ length: 40 }, () => exists(address, 'google')))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(30)
    expect(answers.find(({ status }) => status === 429)?.body.code).toBe('core.too_many')
    server.clock.reset()
  })

  test('runs the same statements for known and unknown addresses; a reset differs only by its mail (C07)', async () => {
    const { statementsOf } = recordStatements(server)
    const [known, disabled] = [newEmail(), newEmail()]
    await server.buildPerson({ email: known })
    await server.buildPerson({ email: disabled, disabled: true })
    const statementsFor = (email: string) => statementsOf(() => exists(email, 'normal'))
    expect(await statementsFor(known)).toEqual(await statementsFor(newEmail()))
    const reset = (email: string) => statementsOf(() => server.ask(null, calls.resetPassword, { body: { email } }, from(newIp())))
    const unknown = await reset(newEmail())
    expect(unknown.filter((sql) => sql.includes('one_time_code')).length).toBeGreaterThan(1)
    expect(await reset(disabled)).toEqual(unknown)
    expect((await reset(known)).filter((sql) => !/^insert into "?(mail|jobs)|jobs\./.test(sql))).toEqual(unknown)
  })
})

test('S5: of three hundred guesses in a day at most fifty are compared', slow, async () => {
  const email = newEmail()
  let compared = 0
  for (let issued = 0; issued < 10; issued += 1) {
    await sendOtp(email)
    const code = await mailedCode(server, email)
    const answers = await Promise.all(Array.from({ length: 30 }, () => verify(email, wrongFor(code))))
    compared += answers.filter(({ body }) => body.code === 'accounts.wrong_code').length
    server.clock.advance(121)
  }
  expect(compared).toBe(50)
  expect((await sendOtp(email)).status).toBe(429)
  server.clock.reset()
})

test('a code appears only in its mail: not in a reply, a log or a table once it is sent (C05)', { timeout: 60_000 }, async () => {
  const lines: string[] = []
  const smtp = await startSmtp()
  onTestFinished(smtp.stop)
  const own = await startTestServer({ smtpUrl: smtp.url, logLevel: 'debug' }, { logSink: { write: (line) => lines.push(line) } })
  onTestFinished(own.stop)
  await own.app.startJobs(own.url)
  const [fresh, known] = [newEmail(), newEmail()]
  await own.buildPerson({ email: known })
  const answers: unknown[] = [
    await own.ask(null, calls.sendOtp, { body: { email: fresh } }),
    await own.ask(null, calls.resetPassword, { body: { email: known } }),
  ]
  await expect.poll(() => smtp.received.length, { timeout: 40_000, interval: 50 }).toBe(2)
  const sent = async () => (await own.db.selectFrom('mail').select('id').where('sent_at', 'is', null).execute()).length
  await expect.poll(sent, { timeout: 40_000, interval: 50 }).toBe(0)
  const codeTo = (email: string) => {
    const raw = smtp.received.find(({ to }) => to.includes(email))?.raw ?? ''
    return / is (\w{6})\. /.exec(raw.replaceAll('=\r\n', ''))?.[1] ?? 'no code'
  }
  const codes = [codeTo(fresh), codeTo(known)]
  answers.push(
    await own.ask(null, calls.verifyOtp, { body: { email: fresh, otp: 'nothing' } }),
    await own.ask(null, calls.verifyOtp, { body: { email: fresh, otp: codes[0] ?? '' } }),
    await own.ask(null, calls.confirmOtp, { body: { email: known, otp: codes[1] ?? '' } }),
    await own.ask(null, calls.confirmPassword, {
      body: { email: known, otp: codes[1] ?? '', password: 'weak', confirmPassword: 'weak' },
    }),
  )
  expect(codes).toEqual([expect.stringMatching(/^\d{6}$/), expect.stringMatching(/^[A-Z2-9]{6}$/)])
  const places = { answers: JSON.stringify(answers), logs: lines.join('\n'), tables: await dumpTables(own.db) }
  for (const code of codes) {
    // The same six characters may occur inside a hash by chance.
    const found = Object.entries(places).filter(([, text]) => new RegExp(`(?<![0-9a-fA-F])${code}(?![0-9a-fA-F])`).test(text))
    expect(found.map(([place]) => place)).toEqual([])
  }
})
