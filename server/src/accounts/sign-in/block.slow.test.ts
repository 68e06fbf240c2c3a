import { randomUUID } from 'node:crypto'
import { confirmPassword } from '@saathi/contract/accounts/code-calls'
import { signIn } from '@saathi/contract/accounts/identity-calls'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { moveClock } from '#core/jobs/move-clock.ts'
import { fillPasswordQueue } from '../../../test/password-queue.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { dumpTables, occursIn } from '../../../test/matrix/table-dump.ts'
import { buildCode } from '../../../test/one-time-codes.ts'
import { recordStatements } from '../../../test/statements.ts'
import { openDatabase } from '#core/db/open.ts'
import { Refusal } from '#core/errors.ts'
import { hashPassword } from '../passwords.ts'
import { claimTry, forgiveTry, releaseTry } from './block.ts'
import { checkPassword } from './sign-in.ts'

const RIGHT = 'Saathi@2026'
const BLOCKED =
  'Access to this account has been temporarily disabled due to many failed login attempts. You can restore it at once by resetting your password, or try again in an hour.'
let server: TestServer
let passwordHash: string
beforeAll(async () => {
  server = await startTestServer({ trustedProxy: ['127.0.0.1'] })
  passwordHash = await hashPassword(RIGHT)
})
afterAll(() => server.stop())

const newEmail = () => `${randomUUID()}@saathi.example`
let machines = 0
const newIp = () => `10.2.${((machines += 1) >> 8) & 255}.${machines & 255}`
const enter = (email: string, password: string, ip: string) =>
  server.ask(null, signIn, { body: { email, password } }, { 'x-forwarded-for': ip })

async function buildAccount() {
  const email = newEmail()
  await server.buildPerson({ email, passwordHash })
  return email
}

/** Records failed tries until they are refused, without the cost of hashing. */
const secret = new TextEncoder().encode('a secret that only the tests know, long enough')
async function fail(email: string, ip: string, times: number) {
  for (let at = 0; at < times; at += 1) await claimTry(server.db, server.clock.now(), secret, { email, ip })
}
const isBlocked = async (email: string, ip: string) => {
  try {
    await releaseTry(server.db, server.clock.now(), await claimTry(server.db, server.clock.now(), secret, { email, ip }))
    return false
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}

describe('wrong passwords', () => {
  test('[ACC-05] five of them block the account for an hour from that IP, with the specified text, even for the right one', async () => {
    const email = await buildAccount()
    const ip = newIp()
    for (let at = 0; at < 5; at += 1) {
      expect(await enter(email, `wrong ${at}`, ip)).toMatchObject({ status: 401, body: { code: 'accounts.wrong_password' } })
    }
    const refused = await enter(email, RIGHT, ip)
    expect(refused).toMatchObject({ status: 429, body: { code: 'accounts.blocked_for_an_hour', message: BLOCKED } })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3590)
    expect(refused.headers['set-cookie']).toBeUndefined()
    server.clock.advance(3590)
    expect((await enter(email, RIGHT, ip)).status).toBe(429)
    server.clock.advance(11)
    expect((await enter(email, RIGHT, ip)).status).toBe(200)
    server.clock.reset()
  })

  test('two hundred from one IP block that IP only, and the owner signs in from another (C16)', { timeout: 60_000 }, async () => {
    const email = await buildAccount()
    const [guesser, owner] = [newIp(), newIp()]
    const answers: { status: number; code: unknown }[] = []
    for (let at = 0; at < 200; at += 1) {
      const { status, body } = await enter(email, `wrong ${at}`, guesser)
      answers.push({ status, code: body.code })
    }
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5)
    expect(answers.filter(({ code }) => code === 'accounts.blocked_for_an_hour')).toHaveLength(195)
    expect(await enter(email, RIGHT, guesser)).toMatchObject({ status: 429, body: { message: BLOCKED } })
    expect((await enter(email, RIGHT, owner)).status).toBe(200)
  })

  test('[ACC-05] show the block message in the browser’s language', async () => {
    const email = newEmail()
    const ip = newIp()
    await fail(email, ip, 5)
    const headers = { 'x-forwarded-for': ip, 'accept-language': 'hi-IN' }
    const { body } = await server.ask(null, signIn, { body: { email, password: 'x' } }, headers)
    expect(body.message).toMatch(/एक घंटे/)
  })

  test('[ACC-05] keep the block after a restart', async () => {
    const email = newEmail()
    const ip = newIp()
    await fail(email, ip, 5)
    const restarted = openDatabase({ url: server.url, poolSize: 1, log: () => {} })
    onTestFinished(restarted.close)
    const again = claimTry(restarted.db, server.clock.now(), secret, { email, ip })
    await expect(again).rejects.toMatchObject({ code: 'accounts.blocked_for_an_hour' })
  })

  test('[ACC-05] no longer count anywhere after a reset with a mailed code', async () => {
    const email = await buildAccount()
    const ips = Array.from({ length: 4 }, newIp)
    for (const ip of ips) await fail(email, ip, 5)
    expect(await enter(email, RIGHT, newIp())).toMatchObject({ status: 429 })
    const otp = await buildCode(server, email, { purpose: 'reset', code: 'KITE77' })
    const password = 'Teal-Lantern-92'
    const headers = { 'x-forwarded-for': newIp() }
    const body = { email, otp, password, confirmPassword: password }
    expect((await server.ask(null, confirmPassword, { body }, headers)).status).toBe(200)
    for (const ip of [...ips, newIp()]) expect((await enter(email, password, ip)).status).toBe(200)
  })

  test('four in a quarter of an hour block nothing, and older ones no longer count', async () => {
    const email = newEmail()
    const ip = newIp()
    await fail(email, ip, 4)
    server.clock.advance(15 * 60)
    await fail(email, ip, 4)
    expect(await isBlocked(email, ip)).toBe(false)
    server.clock.reset()
  })

  test('twenty within an hour from any IPs block the account for everyone for an hour', async () => {
    const email = newEmail()
    for (let at = 0; at < 5; at += 1) {
      await fail(email, newIp(), at === 4 ? 3 : 4)
      server.clock.advance(10 * 60)
    }
    const newcomer = newIp()
    expect(await isBlocked(email, newcomer)).toBe(false)
    await fail(email, newIp(), 1)
    expect(await isBlocked(email, newcomer)).toBe('accounts.blocked_for_an_hour')
    server.clock.advance(3599)
    expect(await isBlocked(email, newcomer)).toBe('accounts.blocked_for_an_hour')
    server.clock.advance(1)
    expect(await isBlocked(email, newcomer)).toBe(false)
    server.clock.reset()
  })

  test('refused by a block do not count: one IP never locks the owner out elsewhere', async () => {
    const email = newEmail()
    const ip = newIp()
    await fail(email, ip, 5)
    for (let at = 0; at < 50; at += 1) expect(await isBlocked(email, ip)).toBe('accounts.blocked_for_an_hour')
    expect(await isBlocked(email, newIp())).toBe(false)
  })

  test('from an IP no longer count after a right password from there; those from other IPs still do', async () => {
    const email = await buildAccount()
    const [mine, theirs] = [newIp(), newIp()]
    await fail(email, theirs, 4)
    for (let round = 0; round < 3; round += 1) {
      await fail(email, mine, 4)
      expect((await enter(email, RIGHT, mine)).status).toBe(200)
    }
    await fail(email, theirs, 1)
    expect(await isBlocked(email, theirs)).toBe('accounts.blocked_for_an_hour')
    expect(await isBlocked(email, mine)).toBe(false)
  })

  test('are counted correctly by two servers whose clocks differ slightly', async () => {
    const email = newEmail()
    const ip = newIp()
    for (let at = 5; at > 0; at -= 1) {
      await claimTry(server.db, new Date(server.clock.now().getTime() + at * 1000), secret, { email, ip })
    }
    expect(await isBlocked(email, ip)).toBe('accounts.blocked_for_an_hour')
  })

  test('of a hundred concurrent tries only five are verified', async () => {
    const email = newEmail()
    const ip = newIp()
    const claims = await Promise.allSettled(
      Array.from({ length: 100 }, () => claimTry(server.db, server.clock.now(), secret, { email, ip })),
    )
    expect(claims.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  })

  test('of a hundred concurrent tries from a hundred IPs only twenty are verified', async () => {
    const email = newEmail()
    const claims = await Promise.allSettled(
      Array.from({ length: 100 }, () => claimTry(server.db, server.clock.now(), secret, { email, ip: newIp() })),
    )
    expect(claims.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
  })

  test('a right password removes the block that its own try has caused', async () => {
    const email = newEmail()
    const ip = newIp()
    const claims = await Promise.all(
      Array.from({ length: 5 }, () => claimTry(server.db, server.clock.now(), secret, { email, ip })),
    )
    expect(await isBlocked(email, ip)).toBe('accounts.blocked_for_an_hour')
    const [right] = claims
    if (right) await forgiveTry(server.db, server.clock.now(), right)
    expect(await isBlocked(email, ip)).toBe(false)
  })

  test('a try that was never verified does not count', async () => {
    const email = await buildAccount()
    await server.db.updateTable('person').set({ password_hash: 'no hash at all' }).where('email', '=', email).execute()
    const ip = newIp()
    for (let at = 0; at < 8; at += 1) {
      const check = checkPassword(server.db, server.clock.now(), secret, { email, ip, password: 'x' })
      await expect(check).rejects.not.toBeInstanceOf(Refusal)
    }
    expect(await isBlocked(email, ip)).toBe(false)
  })
})

describe('an unknown address', () => {
  test('is blocked like any other', async () => {
    const email = newEmail()
    const ip = newIp()
    for (let at = 0; at < 5; at += 1) expect((await enter(email, 'x', ip)).body.code).toBe('accounts.user_not_found')
    expect(await enter(email, 'x', ip)).toMatchObject({ status: 429, body: { code: 'accounts.blocked_for_an_hour' } })
  })

  test('runs the same statements as a known address (C07)', async () => {
    const { statementsOf } = recordStatements(server)
    const known = await buildAccount()
    const statementsFor = (email: string) => statementsOf(() => enter(email, 'wrong', newIp()))
    const statements = await statementsFor(known)
    expect(statements.filter((sql) => sql.includes('sign_in_try'))).not.toEqual([])
    expect(await statementsFor(newEmail())).toEqual(statements)
  })
})

test('sign-ins beyond the queue’s capacity are asked to retry, and are not counted', async () => {
  const countTries = async () => (await server.db.selectFrom('sign_in_try').select('id').execute()).length
  const before = await countTries()
  const waiting = fillPasswordQueue()
  const answers = await Promise.all(Array.from({ length: 10 }, () => enter(newEmail(), 'x', newIp())))
  await Promise.all(waiting)
  const verified = answers.filter(({ body }) => body.code === 'accounts.user_not_found')
  const refused = answers.filter(({ status, body }) => status === 429 && body.code === 'core.too_many')
  expect(refused.length).toBeGreaterThan(0)
  expect(verified.length + refused.length).toBe(answers.length)
  expect(refused.every(({ headers }) => Number(headers['retry-after']) > 0)).toBe(true)
  expect((await countTries()) - before).toBe(verified.length)
})

test.each([
  ['en', 'This account has been disabled by an administrator.'],
  ['hi-IN', 'यह खाता किसी एडमिन ने बंद किया है।'],
])('[ACC-07] a refused sign-in has the server’s message in the person’s language: %s', async (language, message) => {
  const email = newEmail()
  await server.buildPerson({ email, passwordHash, disabled: true })
  const headers = { 'x-forwarded-for': newIp(), 'accept-language': language }
  const { body } = await server.ask(null, signIn, { body: { email, password: RIGHT } }, headers)
  expect(body).toEqual({ code: 'accounts.user_disabled', message })
})

test('[ACC-03] a Google account is asked to sign in with Google, for any password (C14)', async () => {
  const email = newEmail()
  await server.buildPerson({ email, passwordHash: null })
  for (const password of [RIGHT, '', 'null', 'undefined'].filter(Boolean)) {
    expect(await enter(email, password, newIp())).toMatchObject({
      status: 403,
      body: {
        code: 'accounts.use_google',
        message:
          'Our records say that you have signed up for our app via Google login authentication. Please use the Sign-in via Google option',
      },
    })
  }
})

test('the tables contain neither the address nor the IP in readable form', async () => {
  const email = newEmail()
  const ip = '203.0.113.77'
  await fail(email, ip, 5)
  const dump = await dumpTables(server.db)
  expect(occursIn(dump, email)).toBe(false)
  expect(occursIn(dump, ip)).toBe(false)
})

test('expired codes, tries, blocks and links are deleted every day', async () => {
  const own = await startTestServer()
  onTestFinished(own.stop)
  own.clock.set(new Date('2026-11-15T12:00:00+05:30'))
  const email = newEmail()
  for (let at = 0; at < 5; at += 1) await claimTry(own.db, own.clock.now(), secret, { email, ip: '203.0.113.78' })
  await buildCode(own, email)
  const personId = await own.buildPerson({ verified: false })
  const link = { token_hash: Buffer.alloc(32), person_id: personId, address: email, issued_at: own.clock.now() }
  await own.db
    .insertInto('verification_link')
    .values({ ...link, expires_at: new Date(own.clock.now().getTime() - 30 * 86_400_000) })
    .execute()
  await own.app.startJobs(own.url)
  await moveClock(own.db, own.clock, () => own.clock.advance(2 * 86_400))
  const left = async () => {
    const tables = ['one_time_code', 'sign_in_try', 'sign_in_block', 'verification_link'] as const
    const rows = await Promise.all(tables.map((table) => own.db.selectFrom(table).selectAll().execute()))
    return rows.flat().length
  }
  await expect.poll(left, { timeout: 40_000, interval: 50 }).toBe(0)
})
