import { randomUUID } from 'node:crypto'
import * as calls from '@saathi/contract/accounts/code-calls'
import { signIn } from '@saathi/contract/accounts/identity-calls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from '#core/ctx.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { mailedCode } from '../../../test/one-time-codes.ts'
import { withdrawLanguage } from '../../../test/languages.ts'
import { dumpTables } from '../../../test/matrix/table-dump.ts'
import { hashPassword } from '../passwords.ts'
import { addPerson, type PersonByStaff } from '../sign-up/sign-up.ts'

const PASSWORD = 'Saathi@2026'
let server: TestServer
let passwordHash: string
beforeAll(async () => {
  server = await startTestServer({ trustedProxy: ['127.0.0.1'] })
  passwordHash = await hashPassword(PASSWORD)
  await server.db
    .insertInto('project')
    .values([
      { key: 'circle', name: 'Circle', group_type: '1toM', email_domains: ['circle.test'] },
      { key: 'closed', name: 'Closed', group_type: '1to1', is_disabled: true },
    ])
    .execute()
})
afterAll(() => server.stop())

const newEmail = () => `${randomUUID()}@saathi.example`
let machines = 0
const fromNewIp = () => ({ 'x-forwarded-for': `10.4.${((machines += 1) >> 8) & 255}.${machines & 255}` })
const requestLink = (email: string) => server.ask(null, calls.sendVerification, { body: { email } }, fromNewIp())
const open = (token: string) => server.ask(null, calls.verifyEmail, { body: { token } }, fromNewIp())
const enter = (email: string, password = PASSWORD) => server.ask(null, signIn, { body: { email, password } }, fromNewIp())
const linksTo = async (email: string) => {
  const mails = await server.db.selectFrom('mail').select('text').where('to_address', '=', email).orderBy('id').execute()
  return mails.flatMap(({ text }) => [...text.matchAll(/\/emailverify\?token=([\w-]+)/g)].map(([, token = '']) => token))
}
const add = (changes: Partial<PersonByStaff> = {}) => {
  const person: PersonByStaff = {
    email: newEmail(),
    role: 'Mentee',
    firstName: 'Uma',
    lastName: 'Pal',
    languageCode: 'en',
    ...changes,
  }
  return { person, made: inTransaction(server.app.world, server.app.log, async (ctx) => (await addPerson(ctx, person)).personId) }
}

describe('the verification link', () => {
  test('[ACC-29] verifies the account, which could not sign in before, and works once', async () => {
    const email = newEmail()
    await server.buildPerson({ email, passwordHash, verified: false })
    expect(await enter(email)).toMatchObject({ status: 403, body: { code: 'accounts.email_not_verified' } })
    expect((await requestLink(` ${email.toUpperCase()}`)).status).toBe(200)
    const [token = ''] = await linksTo(email)
    expect(await open(token)).toMatchObject({ status: 200, body: { email, needsPassword: false } })
    expect((await enter(email)).status).toBe(200)
    expect(await open(token)).toMatchObject({
      status: 409,
      body: { code: 'accounts.link_used', message: 'This link has already been used. Your e-mail is verified.' },
    })
  })

  test('[ACC-29] expires after seven days, and another can be requested', async () => {
    const email = newEmail()
    await server.buildPerson({ email, passwordHash, verified: false })
    await requestLink(email)
    const [token = ''] = await linksTo(email)
    server.clock.advance(7 * 86_400)
    expect(await open(token)).toMatchObject({ status: 410, body: { code: 'accounts.link_over' } })
    expect((await enter(email)).status).toBe(403)
    await requestLink(email)
    const [, fresh = ''] = await linksTo(email)
    expect((await open(fresh)).status).toBe(200)
    server.clock.reset()
  })

  test('issued before the clock was set back is expired', async () => {
    const email = newEmail()
    await server.buildPerson({ email, passwordHash, verified: false })
    server.clock.advance(3600)
    await requestLink(email)
    server.clock.reset()
    const [token = ''] = await linksTo(email)
    expect(await open(token)).toMatchObject({ status: 410, body: { code: 'accounts.link_over' } })
  })

  test.each(['x', 'a'.repeat(43), "' or 1=1--", '../../etc'])('[ACC-29] %j is unknown', async (token) => {
    expect(await open(token)).toMatchObject({ status: 404, body: { code: 'accounts.link_unknown' } })
  })

  test('opened ten times concurrently verifies once', async () => {
    const email = newEmail()
    await server.buildPerson({ email, passwordHash, verified: false })
    await requestLink(email)
    const [token = ''] = await linksTo(email)
    const answers = await Promise.all(Array.from({ length: 10 }, () => open(token)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9)
  })

  test('of a person who has left or changed their address is unknown', async () => {
    for (const change of [{ deleted_at: server.clock.now() }, { email: newEmail() }]) {
      const email = newEmail()
      const personId = await server.buildPerson({ email, passwordHash, verified: false })
      await requestLink(email)
      const [token = ''] = await linksTo(email)
      await server.db.updateTable('person').set(change).where('id', '=', personId).execute()
      expect((await open(token)).body.code).toBe('accounts.link_unknown')
    }
  })

  test('is stored in clear text in no table except the mail', async () => {
    const email = newEmail()
    await server.buildPerson({ email, passwordHash, verified: false })
    await requestLink(email)
    const [token = ''] = await linksTo(email)
    await server.db.deleteFrom('mail').where('to_address', '=', email).execute()
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(await dumpTables(server.db)).not.toContain(token)
  })
})

describe('requesting the link', () => {
  test('gives the same reply for every address, and mails only active accounts that need it', async () => {
    const emails = { unverified: newEmail(), verified: newEmail(), disabled: newEmail(), unknown: newEmail() }
    await server.buildPerson({ email: emails.unverified, passwordHash, verified: false })
    await server.buildPerson({ email: emails.verified, passwordHash })
    await server.buildPerson({ email: emails.disabled, passwordHash, verified: false, disabled: true })
    const answers = await Promise.all(Object.values(emails).map(requestLink))
    expect(new Set(answers.map(({ status, body }) => JSON.stringify({ status, body }))).size).toBe(1)
    expect((await Promise.all(Object.values(emails).map(linksTo))).map(({ length }) => length)).toEqual([1, 0, 0, 0])
  })

  test('again within two minutes gives the same reply and mails nothing', async () => {
    const email = newEmail()
    await server.buildPerson({ email, passwordHash, verified: false })
    expect((await requestLink(email)).status).toBe(200)
    expect((await requestLink(email)).status).toBe(200)
    expect(await linksTo(email)).toHaveLength(1)
    server.clock.advance(121)
    await requestLink(email)
    expect(await linksTo(email)).toHaveLength(2)
    server.clock.reset()
  })

  test('mails at most ten times a day per address, with the same reply', async () => {
    const email = newEmail()
    await server.buildPerson({ email, passwordHash, verified: false })
    for (let at = 0; at < 12; at += 1) {
      expect((await requestLink(email)).status).toBe(200)
      server.clock.advance(121)
    }
    expect(await linksTo(email)).toHaveLength(10)
    server.clock.advance(86_400)
    await requestLink(email)
    expect(await linksTo(email)).toHaveLength(11)
    server.clock.reset()
  })

  test('counts only mailed links, and never against the limit of codes', async () => {
    const email = newEmail()
    await server.buildPerson({ email, passwordHash })
    for (let at = 0; at < 30; at += 1) expect((await requestLink(email)).status).toBe(200)
    expect(await linksTo(email)).toEqual([])
    expect((await server.ask(null, calls.resetPassword, { body: { email } }, fromNewIp())).status).toBe(200)
    expect(await mailedCode(server, email)).toMatch(/^[A-Z2-9]{6}$/)
    const fresh = newEmail()
    for (let at = 0; at < 30; at += 1) await requestLink(fresh)
    expect((await server.ask(null, calls.sendOtp, { body: { email: fresh } }, fromNewIp())).status).toBe(200)
  })
})

describe('an account created by staff', () => {
  test('[ACC-29] has no password until its owner has opened the link and chosen one', async () => {
    const { person, made } = add()
    const personId = await made
    expect(await server.db.selectFrom('person').selectAll().where('id', '=', personId).executeTakeFirstOrThrow()).toMatchObject({
      email: person.email,
      provider: 'normal',
      password_hash: null,
      email_verified_at: null,
      role: 'Mentee',
    })
    for (const password of [PASSWORD, 'null', 'none']) expect((await enter(person.email, password)).status).toBe(401)
    const [token = ''] = await linksTo(person.email)
    const opened = await open(token)
    expect(opened).toMatchObject({ status: 200, body: { email: person.email, needsPassword: true } })
    expect((await enter(person.email)).status).toBe(401)
    // The link alone is enough; no second mail is needed.
    const otp = opened.body.code ?? ''
    const body = { email: person.email, otp, newPassword: 'Teal-Lantern-92', checkNewPassword: 'Teal-Lantern-92' }
    expect((await server.ask(null, calls.confirmPassword, { body }, fromNewIp())).status).toBe(200)
    expect((await enter(person.email, 'Teal-Lantern-92')).status).toBe(200)
  })

  test('gets the role variant of its programme, whatever its domain', async () => {
    const roleOf = async (changes: Partial<PersonByStaff>) => {
      const personId = await add(changes).made
      return (await server.db.selectFrom('person').select('role').where('id', '=', personId).executeTakeFirstOrThrow()).role
    }
    expect(await roleOf({ role: 'Mentor', project: 'circle' })).toBe('GroupMentor')
    expect(await roleOf({ role: 'GroupMentee' })).toBe('Mentee')
    expect(await roleOf({ role: 'Author', project: 'circle' })).toBe('Author')
  })

  test('is refused for a taken address, a closed or unknown programme, and an inactive language', async () => {
    const email = newEmail()
    await server.buildPerson({ email })
    await expect(add({ email }).made).rejects.toMatchObject({ status: 406, code: 'accounts.already_signed_up' })
    for (const project of ['closed', 'nothing']) {
      await expect(add({ project }).made).rejects.toMatchObject({ code: 'accounts.program_not_open' })
    }
    await withdrawLanguage(server, 'ta')
    await expect(add({ languageCode: 'ta' }).made).rejects.toMatchObject({ code: 'content.language_not_offered' })
  })

  test('mails the link in its owner’s language', async () => {
    const { person, made } = add({ languageCode: 'hi' })
    await made
    const mail = await server.db
      .selectFrom('mail')
      .select('subject')
      .where('to_address', '=', person.email)
      .executeTakeFirstOrThrow()
    expect(mail.subject).toMatch(/[\u0900-\u097f]/)
  })
})
