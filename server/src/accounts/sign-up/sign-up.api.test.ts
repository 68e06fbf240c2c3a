import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { getProfile } from '@saathi/contract/accounts/calls'
import { sendOtp, verifyOtp } from '@saathi/contract/accounts/code-calls'
import { refresh, signIn } from '@saathi/contract/accounts/identity-calls'
import * as calls from '@saathi/contract/accounts/sign-up-calls'
import type { CallInput } from '@saathi/contract/core/call'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { findJobs } from '#core/jobs/overview.ts'
import { startTestServer, testEnv, type TestServer, toRequest } from '../../../test/harness.ts'
import { withdrawLanguage } from '../../../test/languages.ts'
import { buildCode, mailedCode } from '../../../test/one-time-codes.ts'
import { waitForLocks } from '../../../test/lock-waits.ts'
import { signUpTokens } from '../google/sign-up-token.ts'

const PASSWORD = 'Teal-Lantern-92'
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ trustedProxy: ['127.0.0.1'] })
  await buildOffers(server)
})
afterAll(() => server.stop())

/** Programmes to sign up for (open, closed, by domain, group, adults) and the institutions of mentors. */
async function buildOffers({ db }: TestServer) {
  const projects = await db
    .insertInto('project')
    .values([
      { key: 'open', name: 'Open', group_type: '1to1' },
      { key: 'closed', name: 'Closed', group_type: '1to1', is_disabled: true },
      { key: 'circle', name: 'Circle', group_type: '1toM' },
      { key: 'adults', name: 'Adults', group_type: '1to1', members_are_adults: true },
      { key: 'corp', name: 'Corp', group_type: '1to1', email_domains: ['corp.test'] },
      { key: 'corp-closed', name: 'Corp, closed', group_type: '1to1', email_domains: ['corp.test'], is_disabled: true },
    ])
    .returning(['id', 'key'])
    .execute()
  const idOf = (key: string) => projects.find((project) => project.key === key)?.id ?? null
  await db
    .insertInto('institution')
    .values([
      { code: 'ABC-1234', name: 'Anybody', is_active: true, project_id: idOf('open') },
      { code: 'CIRCLE-1', name: 'Circle hosts', is_active: true, project_id: idOf('circle'), members_are_adults: true },
      { code: 'CORP-1', name: 'Corp', is_active: true, email_domains: ['corp.test'] },
      { code: 'OLD-1', name: 'Closed', is_active: false },
    ])
    .execute()
  await db
    .insertInto('declaration')
    .values([
      { user_type: 'Mentee', version: 1, language_code: 'en', body: 'An older promise' },
      { user_type: 'Mentee', version: 2, language_code: 'en', body: 'I promise' },
      { user_type: 'Mentee', version: 2, language_code: 'hi', body: 'मैं वादा करती हूँ' },
      { user_type: 'Mentor', version: 1, language_code: 'en', body: 'I will listen' },
    ])
    .execute()
}

const newEmail = (domain = 'saathi.example') => `${randomUUID()}@${domain}`
let machines = 0
const fromNewIp = () => ({ 'x-forwarded-for': `10.3.${((machines += 1) >> 8) & 255}.${machines & 255}` })

type Body = CallInput<typeof calls.signUp>['body']
const mentee = { role: 'Mentee', project: 'open' } as const
const mentor = { role: 'Mentor', institutionCode: 'ABC-1234' } as const
const base = {
  firstName: 'Tara',
  lastName: 'Sen',
  phoneNumber: '919800000099',
  provider: 'normal',
  newPrimaryLanguage: 'en',
  password: PASSWORD,
} as const

const send = (body: Body, headers: Record<string, string> = {}, to = server) =>
  to.ask(null, calls.signUp, { body }, { ...fromNewIp(), ...headers })
/** With a verified code, as after the steps of /emailverify. */
async function signUp(changes: Partial<Body> & { role: 'Mentee' | 'Mentor' }, to = server) {
  const email = changes.email ?? newEmail()
  const otp = await buildCode(to, email, { isVerified: true })
  return { email, otp, answer: await send({ ...base, email, otp, ...changes }, {}, to) }
}
const personBy = (email: string, { db } = server) =>
  db.selectFrom('person').selectAll().where('email', '=', email).executeTakeFirst()
const isUnused = async (email: string) =>
  (await server.db.selectFrom('one_time_code').select('used_at').where('address', '=', email).executeTakeFirstOrThrow())
    .used_at === null

describe('signing up by e-mail', () => {
  test('[ACC-20] ends signed in: with a token, the cookie and a correct profile', async () => {
    const email = newEmail()
    await server.ask(null, sendOtp, { body: { email, numOtp: 6 } }, fromNewIp())
    const otp = await mailedCode(server, email)
    expect((await server.ask(null, verifyOtp, { body: { email, otp } }, fromNewIp())).status).toBe(200)
    const answer = await send({ ...base, ...mentee, email: ` ${email.toUpperCase()} `, otp, firstName: ' Tara ' })
    expect(answer).toMatchObject({ status: 200, body: { expiresIn: 600 } })
    expect(answer.headers['set-cookie']).toMatch(/^saathi_refresh=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax/)
    const authorization = `Bearer ${answer.body.accessToken}`
    const profile = await server.ask(null, getProfile, {}, { authorization })
    expect(profile.body).toMatchObject({
      id: answer.body.userId,
      email,
      firstName: 'Tara',
      lastName: 'Sen',
      role: 'Mentee',
      provider: 'normal',
      phoneNumber: '919800000099',
      hasAgreedTerms: false,
      newPrimaryLanguage: 'en',
    })
    const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? ''
    expect((await server.ask(null, refresh, { body: {} }, { cookie })).status).toBe(200)
    expect((await server.ask(null, signIn, { body: { email, password: PASSWORD } }, fromNewIp())).status).toBe(200)
  })

  test('gives a new member the default flags and no more', async () => {
    const { answer } = await signUp(mentee)
    const profile = await server.ask(answer.body.userId, getProfile, {})
    expect(profile.body.status.experiences).toEqual({
      session: 'use',
      survey: 'use',
      curriculum: 'show',
      internship: 'show',
      chattype: 'use',
      video: 'show',
      chatStatus: { aiChat: 'use', helpCenter: 'use', mentorshipChat: 'show' },
    })
  })

  test('records the current version of the declaration, but no agreement to the terms', async () => {
    const [tara, ravi] = [await signUp(mentee), await signUp(mentor)]
    const consentsOf = (personId: number) =>
      server.db.selectFrom('consent').select(['kind', 'version']).where('person_id', '=', personId).execute()
    expect(await consentsOf(tara.answer.body.userId)).toEqual([{ kind: 'declaration', version: 2 }])
    expect(await consentsOf(ravi.answer.body.userId)).toEqual([{ kind: 'declaration', version: 1 }])
  })

  test('accepts a right code that was not verified before', async () => {
    const email = newEmail()
    const otp = await buildCode(server, email)
    expect((await send({ ...base, ...mentee, email, otp })).status).toBe(200)
  })

  test.each(['email', 'password', 'otp'] as const)('[ACC-19] without %s is refused and creates nothing', async (field) => {
    const email = newEmail()
    const otp = await buildCode(server, email, { isVerified: true })
    const { [field]: _, ...body } = { ...base, ...mentee, email, otp }
    expect(await send(body)).toMatchObject({
      status: 400,
      body: { code: 'core.bad_input', errors: { [field]: expect.any(Array) } },
    })
    expect(await personBy(email)).toBeUndefined()
  })

  test('[ACC-19] with a code that was never sent, or of another address, is refused (C12)', async () => {
    const [mine, theirs] = [newEmail(), newEmail()]
    const otp = await buildCode(server, theirs, { isVerified: true })
    for (const attempt of [otp, '000000', '']) {
      expect(await send({ ...base, ...mentee, email: mine, otp: attempt })).toMatchObject({
        status: 400,
        body: { code: 'accounts.code_over', non_field_errors: [expect.any(String)] },
      })
    }
    expect(await personBy(mine)).toBeUndefined()
    expect(await isUnused(theirs)).toBe(true)
  })

  test.each([
    { is_staff: true },
    { status: { experiences: { curriculum: 'use' } } },
    { experiences: { curriculum: 'use' } },
    { id: 1 },
    { has_agreed_terms: true },
    { hasAgreedTerms: true },
    { google_subject: '1' },
    { email_verified_at: '2026-01-01T00:00:00Z' },
    { matching_status: 'READY' },
    { role: 'Admin' },
    { role: 'staff' },
    { role: 'GroupMentee' },
    { role: 'mentor' },
    { role: ['Mentee', 'Admin'] },
  ])('[ACC-19] with %j is refused: nobody can raise their own privileges (C11)', async (extra) => {
    const email = newEmail()
    const otp = await buildCode(server, email, { isVerified: true })
    const request = toRequest(calls.signUp, { body: { ...base, ...mentee, email, otp } }, fromNewIp())
    const payload = { ...(request.payload as object), ...extra }
    const response = await server.app.inject({ ...request, payload })
    expect({ status: response.statusCode, code: response.json().code }).toEqual({ status: 400, code: 'core.bad_input' })
    expect(await personBy(email)).toBeUndefined()
  })

  test.each([
    ['without a capital letter', 'teal-lantern-92', 'accounts.weak_password'],
    ['that is commonly used', 'Welcome@123', 'accounts.common_password'],
    ['made of the person’s own name', 'TaraSen@1', 'accounts.common_password'],
  ])('with a password %s is refused, and the code stays valid', async (_what, password, code) => {
    const { email, otp, answer } = await signUp({ ...mentee, password })
    expect(answer).toMatchObject({ status: 400, body: { code, non_field_errors: [expect.any(String)] } })
    expect(await personBy(email)).toBeUndefined()
    expect((await send({ ...base, ...mentee, email, otp })).status).toBe(200)
  })

  test.each(['', '12345', '+919800000099', '9198000000990', 'telephone', '91 98000 00099'])(
    'with the phone number %j is refused',
    async (phoneNumber) => {
      const { answer } = await signUp({ ...mentee, phoneNumber })
      expect(answer).toMatchObject({ status: 400, body: { code: 'core.bad_input', errors: { phone_number: expect.any(Array) } } })
    },
  )

  test.each(['Ta\u202era', 'Ta\u200bra', 'Ta\nra', '\u2800'])(
    'with hidden characters in the name %j is refused',
    async (name) => {
      for (const [field, names] of Object.entries({ first_name: { firstName: name }, last_name: { lastName: name } })) {
        const { email, answer } = await signUp({ ...mentee, ...names })
        expect(answer).toMatchObject({ status: 400, body: { code: 'core.bad_input', errors: { [field]: expect.any(Array) } } })
        expect(await personBy(email)).toBeUndefined()
      }
    },
  )

  test.each(['ta', 'xx'])('in the language %s, which is not active, is refused', async (newPrimaryLanguage) => {
    await withdrawLanguage(server, newPrimaryLanguage)
    const { email, answer } = await signUp({ ...mentee, newPrimaryLanguage })
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'content.language_not_offered', non_field_errors: [expect.any(String)] },
    })
    expect(await personBy(email)).toBeUndefined()
    expect(await isUnused(email)).toBe(true)
  })

  test('[ACC-20] is refused with a message in the language they chose', async () => {
    const { answer } = await signUp({ ...mentee, project: 'closed', newPrimaryLanguage: 'hi' })
    expect(answer.body).toMatchObject({ code: 'accounts.program_not_open' })
    const words = JSON.stringify(answer.body)
    expect(words).toContain('यह कार्यक्रम')
    expect(answer.body).toHaveProperty('non_field_errors', [answer.body.message])
  })

  test('with an address that has an account is refused, and that account stays unchanged', async () => {
    const email = newEmail()
    const personId = await server.buildPerson({ email })
    const before = await personBy(email)
    const { answer } = await signUp({ ...mentee, email })
    expect(answer).toMatchObject({
      status: 406,
      body: {
        code: 'accounts.already_signed_up',
        message: 'e-mail already signed up, please log in or reset password',
        non_field_errors: ['e-mail already signed up, please log in or reset password'],
      },
    })
    expect(await personBy(email)).toEqual(before)
    expect(before?.id).toBe(personId)
    expect(await isUnused(email)).toBe(true)
  })

  test('ten times concurrently for one address creates one account, and the others learn that it is taken', async () => {
    const email = newEmail()
    const otp = await buildCode(server, email, { isVerified: true })
    const answers = await Promise.all(Array.from({ length: 10 }, () => send({ ...base, ...mentee, email, otp })))
    const codes = answers.map(({ status, body }) => (status === 200 ? 'made' : `${status} ${body.code}`)).toSorted()
    expect(codes.filter((code) => code === 'made')).toHaveLength(1)
    // Requests that run after the winner finished find the code used up before the address is checked; on a busy machine the
    // password queue refuses the last ones.
    const known = /^(made|406 accounts.already_signed_up|400 accounts.code_over|429 core.too_many)$/
    expect(codes.filter((code) => !known.test(code))).toEqual([])
    const people = await server.db.selectFrom('person').select('id').where('email', '=', email).execute()
    expect(people).toHaveLength(1)
  })

  test('twice with a verified code: one wins, the other gets 406', async () => {
    const email = newEmail()
    const otp = await buildCode(server, email, { isVerified: true })
    const body = { ...base, ...mentee, email, otp }
    const both = await server.db.transaction().execute(async (locked) => {
      await sql`lock table person in share mode`.execute(locked)
      const inFlight = Promise.all([send(body), send(body)])
      await waitForLocks(server.db, 2)
      return { inFlight }
    })
    const [one, other] = await both.inFlight
    expect(new Set([one.status, other.status])).toEqual(new Set([200, 406]))
  })

  test('from a foreign page is refused, because it sets a cookie', async () => {
    const email = newEmail()
    const otp = await buildCode(server, email, { isVerified: true })
    const answer = await send({ ...base, ...mentee, email, otp }, { origin: 'https://evil.test', host: 'saathi.example' })
    expect(answer).toMatchObject({ status: 403, body: { code: 'core.forbidden' } })
    expect(await personBy(email)).toBeUndefined()
  })

  test('is limited to sixty times an hour per IP', async () => {
    const headers = fromNewIp()
    const body = { ...base, ...mentee, email: newEmail(), otp: '1', password: 'weak' }
    const answers = await Promise.all(Array.from({ length: 62 }, () => server.ask(null, calls.signUp, { body }, headers)))
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(2)
  })

  test('raises the event for the other domains', async () => {
    const { answer } = await signUp(mentee)
    const notices = await server.db.selectFrom('notice').select('kind').where('person_id', '=', answer.body.userId).execute()
    expect(notices).toHaveLength(1)
  })
})

describe('a mentee’s programme', () => {
  const resultOf = async (project: string | undefined, domain?: string) => {
    const email = newEmail(domain)
    const otp = await buildCode(server, email, { isVerified: true })
    const answer = await send({ ...base, role: 'Mentee', email, otp, ...(project !== undefined && { project }) })
    const person = await personBy(email)
    if (answer.status === 200) return person?.role
    expect(person).toBeUndefined()
    expect(await isUnused(email)).toBe(true)
    expect(answer.body).toHaveProperty('non_field_errors', [expect.any(String)])
    return answer.body.code
  }

  test('[ACC-16] must be open to the address', async () => {
    expect(await resultOf('open')).toBe('Mentee')
    expect(await resultOf('corp', 'corp.test')).toBe('Mentee')
  })

  test('[ACC-16] is refused if it is disabled (C12)', async () => {
    expect(await resultOf('closed')).toBe('accounts.program_not_open')
    expect(await resultOf('corp-closed', 'corp.test')).toBe('accounts.program_not_open')
  })

  test.each(['corp.test.evil.test', 'evil-corp.test', 'sub.corp.test', 'saathi.example'])(
    '[ACC-16] restricted to corp.test is refused for an address at %s (C12)',
    async (domain) => {
      expect(await resultOf('corp', domain)).toBe('accounts.program_not_open')
    },
  )

  test('[ACC-16] open to everybody is refused for an address whose domain has its own programme', async () => {
    expect(await resultOf('open', 'corp.test')).toBe('accounts.program_not_open')
  })

  test.each([undefined, '', 'nothing', 'OPEN', '__proto__'])('%j is refused', async (project) => {
    expect(await resultOf(project)).toBe('accounts.program_not_open')
  })

  test('of the group type gives the group variant of the role', async () => {
    expect(await resultOf('circle')).toBe('GroupMentee')
  })
})

describe('a mentor’s institution code', () => {
  const resultOf = async (institutionCode: string | undefined, domain?: string) => {
    const email = newEmail(domain)
    const otp = await buildCode(server, email, { isVerified: true })
    const choice = institutionCode === undefined ? {} : { institutionCode }
    const answer = await send({ ...base, role: 'Mentor', email, otp, ...choice })
    const person = await personBy(email)
    if (answer.status === 200) return { role: person?.role, code: person?.institution_code, project: person?.project_id !== null }
    expect(person).toBeUndefined()
    expect(answer.body).toMatchObject({ code: 'accounts.institution_refused', non_field_errors: [answer.body.message] })
    return 'refused'
  }

  test('[ACC-34] is accepted if it exists and is active, in any case', async () => {
    expect(await resultOf('ABC-1234')).toEqual({ role: 'Mentor', code: 'ABC-1234', project: true })
    expect(await resultOf(' abc-1234 ')).toEqual({ role: 'Mentor', code: 'ABC-1234', project: true })
  })

  test('[ACC-34] with domains accepts only addresses at exactly one of them', async () => {
    expect(await resultOf('CORP-1', 'corp.test')).toEqual({ role: 'Mentor', code: 'CORP-1', project: false })
    for (const domain of ['corp.test.evil.test', 'sub.corp.test', 'saathi.example']) {
      expect(await resultOf('CORP-1', domain)).toBe('refused')
    }
  })

  test.each([undefined, '', 'NONE-1', 'OLD-1', "' or 1=1--"])('[ACC-34] %j is refused with non_field_errors', async (code) => {
    expect(await resultOf(code)).toBe('refused')
  })

  test('[ACC-34] of a closed institution gets the same reply as an unknown one', async () => {
    const bodies = await Promise.all(
      ['OLD-1', 'NONE-1', 'CORP-1'].map(
        async (institutionCode) => (await signUp({ role: 'Mentor', institutionCode })).answer.body,
      ),
    )
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1)
  })

  test('of a group programme gives the group variant of the role', async () => {
    expect(await resultOf('CIRCLE-1')).toMatchObject({ role: 'GroupMentor' })
  })
})

describe('signing up with Google', () => {
  const tokens = () => signUpTokens(testEnv.secret, server.clock)
  const issue = (email: string, subject = randomUUID()) => tokens().issue({ subject, email, firstName: 'Gita', lastName: 'Das' })
  const { password: _, ...common } = base
  const google = { ...common, ...mentee, provider: 'google' } as const

  test('[ACC-19] is authenticated by the bearer token alone, which also provides the address', async () => {
    const email = newEmail()
    const subject = randomUUID()
    const answer = await send(google, { authorization: `Bearer ${await issue(email, subject)}` })
    expect(answer.status).toBe(200)
    expect(await personBy(email)).toMatchObject({
      id: answer.body.userId,
      provider: 'google',
      google_subject: subject,
      password_hash: null,
      email_verified_at: expect.any(Date),
      first_name: 'Tara',
    })
  })

  test('[ACC-19] without a token, or with an expired, foreign or unrelated one, is refused (C12)', async () => {
    const email = newEmail()
    const late = await issue(email)
    const other = await signUpTokens(new TextEncoder().encode('another secret, just as long as ours is'), server.clock).issue({
      subject: '1',
      email,
      firstName: '',
      lastName: '',
    })
    const access = await server.tokenFor(await server.buildPerson())
    server.clock.advance(30 * 60 + 1)
    for (const token of [undefined, '', 'a.b.c', late, other, access]) {
      const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
      expect(await send(google, headers)).toMatchObject({
        status: 401,
        body: { code: 'accounts.google_token_refused', non_field_errors: [expect.any(String)] },
      })
    }
    expect(await personBy(email)).toBeUndefined()
    server.clock.reset()
  })

  test.each([{ email: 'a@b.in' }, { password: PASSWORD }, { otp: '123456' }])(
    '[ACC-19] with %j in the body is refused',
    async (extra) => {
      const email = newEmail()
      const answer = await send({ ...google, ...extra }, { authorization: `Bearer ${await issue(email)}` })
      expect(answer).toMatchObject({ status: 400, body: { code: 'core.bad_input' } })
      expect(await personBy(email)).toBeUndefined()
    },
  )

  test('repeatedly with one token creates one account', async () => {
    const email = newEmail()
    const authorization = `Bearer ${await issue(email)}`
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(google, { authorization })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 406)).toHaveLength(4)
  })

  test('for an address with a password account is refused, and that account is not linked', async () => {
    const email = newEmail()
    await server.buildPerson({ email })
    const answer = await send(google, { authorization: `Bearer ${await issue(email)}` })
    expect(answer).toMatchObject({ status: 406, body: { code: 'accounts.already_signed_up' } })
    expect(await personBy(email)).toMatchObject({ provider: 'normal', google_subject: null })
  })

  test('follows the same rules for programmes and institution codes', async () => {
    const closed = await send({ ...google, project: 'closed' }, { authorization: `Bearer ${await issue(newEmail())}` })
    expect(closed.body.code).toBe('accounts.program_not_open')
    const evil = newEmail('corp.test.evil.test')
    const corp = await send({ ...google, project: 'corp' }, { authorization: `Bearer ${await issue(evil)}` })
    expect(corp.body.code).toBe('accounts.program_not_open')
    expect(await personBy(evil)).toBeUndefined()
  })
})

describe('before signing up', () => {
  const declaration = (type: string, languageCode?: string, headers: Record<string, string> = {}) =>
    server.ask(null, calls.getDeclaration, { query: { type, ...(languageCode && { languageCode }) } }, headers)

  test.each(['Mentee', 'mentee', 'MENTEE', ' mEnTeE '])('the declaration for a %j is the newest version', async (type) => {
    expect((await declaration(type)).body).toEqual({ type: 'Mentee', version: 2, declaration: 'I promise' })
  })

  test('the declaration is in the requested language, else in the browser’s, else in the default', async () => {
    expect((await declaration('Mentee', 'hi')).body.declaration).toBe('मैं वादा करती हूँ')
    expect((await declaration('Mentee', undefined, { 'accept-language': 'hi' })).body.declaration).toBe('मैं वादा करती हूँ')
    expect((await declaration('Mentor', 'hi')).body).toEqual({ type: 'Mentor', version: 1, declaration: 'I will listen' })
    expect((await declaration('Mentee', 'ta')).body.declaration).toBe('I promise')
  })

  test.each(['Admin', '', 'GroupMentee', '__proto__', "' or 1=1--"])('there is no declaration for %j', async (type) => {
    expect(await declaration(type)).toMatchObject({ status: 404, body: { code: 'accounts.no_declaration' } })
  })

  test('[ACC-16] the programmes are a map by key, with domains and whether they are closed', async () => {
    const { body } = await server.ask(null, calls.listProjects, {})
    expect(body.data.projects).toMatchObject({
      open: { key: 'open', name: 'Open', emailDomains: [], isDisabled: false },
      corp: { key: 'corp', name: 'Corp', emailDomains: ['corp.test'], isDisabled: false },
      closed: { isDisabled: true },
    })
    expect(Object.keys(body.data.projects['open'] ?? {}).toSorted()).toEqual(['emailDomains', 'isDisabled', 'key', 'name'])
  })
})

describe('the conversion event', () => {
  /** An ads service that replies with the given statuses and records requests. */
  async function startAds(answers: number[] = []) {
    const received: { headers: IncomingMessage['headers']; body: unknown }[] = []
    const ads = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        received.push({ headers: request.headers, body: JSON.parse(Buffer.concat(chunks).toString()) })
        response.writeHead(answers.shift() ?? 204).end()
      })
    })
    ads.listen(0, '127.0.0.1')
    await once(ads, 'listening')
    onTestFinished(() => void ads.close())
    const address = ads.address()
    return { url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/sign-up`, received }
  }

  async function startReporting(adsConversionUrl: string | undefined) {
    const reporting = await startTestServer({ adsConversionUrl, trustedProxy: ['127.0.0.1'] })
    onTestFinished(reporting.stop)
    await buildOffers(reporting)
    await reporting.app.startJobs(reporting.url)
    return reporting
  }
  const soon = { timeout: 40_000, interval: 50 }
  const jobsOf = async ({ db }: TestServer) =>
    (await findJobs(db)).counts.filter(({ name }) => name === 'accounts.report_conversion')

  test('[ACC-21] is sent once for an adult, with the hashed lower-cased address and no other personal data', async () => {
    const ads = await startAds()
    const reporting = await startReporting(ads.url)
    const email = newEmail()
    const otp = await buildCode(reporting, email, { isVerified: true })
    const body = { ...base, role: 'Mentee', project: 'adults', email: ` ${email.toUpperCase()}`, otp } as const
    expect((await send(body, {}, reporting)).status).toBe(200)
    await expect.poll(() => ads.received.length, soon).toBe(1)
    const sha256 = createHash('sha256').update(email).digest('hex')
    expect(ads.received[0]?.body).toEqual({ event: 'sign_up', event_id: expect.any(String), email_sha256: sha256 })
    expect(JSON.stringify(ads.received)).not.toContain(email)
    await expect
      .poll(() => jobsOf(reporting), soon)
      .toEqual([{ name: 'accounts.report_conversion', state: 'completed', count: 1 }])
    expect(ads.received).toHaveLength(1)
  })

  test('[ACC-21] is sent for a mentor if the institution says that its members are adults', async () => {
    const ads = await startAds()
    const reporting = await startReporting(ads.url)
    expect((await signUp({ role: 'Mentor', institutionCode: 'CIRCLE-1' }, reporting)).answer.status).toBe(200)
    await expect.poll(() => ads.received.length, soon).toBe(1)
  })

  test('[ACC-21] is never sent for someone who may be a minor', async () => {
    const ads = await startAds()
    const reporting = await startReporting(ads.url)
    for (const choice of [mentee, { role: 'Mentee', project: 'circle' } as const, mentor]) {
      expect((await signUp(choice, reporting)).answer.status).toBe(200)
    }
    // This one is sent, which proves that the others had enough time.
    expect((await signUp({ role: 'Mentee', project: 'adults' }, reporting)).answer.status).toBe(200)
    await expect.poll(() => ads.received.length, soon).toBe(1)
    expect(await jobsOf(reporting)).toMatchObject([{ count: 1 }])
  })

  test('[ACC-21] is not even enqueued if not configured, which is the default', async () => {
    const plain = await startReporting(undefined)
    expect((await signUp({ role: 'Mentee', project: 'adults' }, plain)).answer.status).toBe(200)
    expect(await jobsOf(plain)).toEqual([])
  })

  test('[ACC-21] is not sent for a refused sign-up', async () => {
    const ads = await startAds()
    const reporting = await startReporting(ads.url)
    expect((await signUp({ role: 'Mentee', project: 'adults', newPrimaryLanguage: 'xx' }, reporting)).answer.status).toBe(400)
    expect(await jobsOf(reporting)).toEqual([])
    expect(ads.received).toEqual([])
  })
})
