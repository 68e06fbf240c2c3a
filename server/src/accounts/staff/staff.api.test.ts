import { getProfile } from '@saathi/contract/accounts/calls'
import { signIn } from '@saathi/contract/accounts/identity-calls'
import * as calls from '@saathi/contract/accounts/staff-calls'
import { everyCall } from '@saathi/contract/every-call'
import { listNotices } from '@saathi/contract/notices/calls'
import type { Role } from '@saathi/contract/accounts/roles'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Delivery } from '#core/ctx.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { withdrawLanguage } from '../../../test/languages.ts'
import { markSecondFactor } from '../../../test/matrix/second-factor.ts'
import { watchTables } from '../../../test/matrix/table-watch.ts'
import { hashPassword } from '../passwords.ts'

let server: TestServer
let staff: number
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  staff = await server.buildPerson({ role: 'Admin' })
  await markSecondFactor(server, staff)
  server.delivered.length = 0
})

const ABSENT = 2_000_000_000
const experiences = async (personId: number) => (await server.ask(personId, getProfile, {})).body.status.experiences
const pushedTo = (personId: number) =>
  server.delivered.flatMap((delivery: Delivery) =>
    'to' in delivery && delivery.to.includes(personId) ? [delivery.event.type] : [],
  )

async function buildLeaver() {
  const id = await server.buildPerson()
  await server.db.updateTable('person').set({ deleted_at: server.clock.now() }).where('id', '=', id).execute()
  return id
}

describe('staff calls', () => {
  const all = async () => {
    const params = { personId: await server.buildPerson() }
    const person = {
      email: 'new@saathi.example',
      role: 'Mentee',
      firstName: 'New',
      lastName: 'One',
      newPrimaryLanguage: 'en',
    } as const
    return [
      (who: number | null) => server.ask(who, calls.setMaintenance, { body: { underMaintenance: true } }),
      (who: number | null) => server.ask(who, calls.setFlags, { params, body: { curriculum: 'use' } }),
      (who: number | null) =>
        server.ask(who, calls.setDisabled, { params, body: { isDisabled: true, reason: 'They asked for it.' } }),
      (who: number | null) => server.ask(who, calls.setVerified, { params, body: { isVerified: false } }),
      (who: number | null) => server.ask(who, calls.addPerson, { body: person }),
    ]
  }

  test('refuse signed-out people, members, other staff and staff without a second factor (C23)', async () => {
    const roles: Role[] = ['Mentee', 'Mentor', 'GroupMentor', 'PairManager', 'Author', 'SafeguardingLead']
    const refused = await Promise.all(roles.map((role) => server.buildPerson({ role })))
    for (const id of refused) await markSecondFactor(server, id)
    const bare = await server.buildPerson({ role: 'Admin' })
    await server.tokenFor(bare)
    const watch = await watchTables(server.db)
    for (const ask of await all()) {
      await watch.written()
      expect(await ask(null)).toMatchObject({ status: 401, body: { code: 'core.signed_out' } })
      for (const id of [...refused, bare]) {
        expect(await ask(id)).toMatchObject({ status: 403, body: { code: 'core.forbidden' } })
      }
      expect(await watch.written()).toEqual([])
    }
    expect(server.delivered).toEqual([])
  })

  test('refuse people who are not staff before reading the body', async () => {
    const mentee = await server.buildPerson()
    for (const call of everyCall.filter(({ action }) => action.startsWith('staff.'))) {
      const url = call.path.replaceAll(/:\w+/g, '1')
      const headers = { authorization: `Bearer ${await server.tokenFor(mentee)}` }
      const nonsense = call.method === 'GET' ? {} : { payload: { nonsense: true } }
      const { statusCode } = await server.app.inject({ method: call.method, url: `${url}?nonsense=1`, headers, ...nonsense })
      expect({ call: call.path, statusCode }).toEqual({ call: call.path, statusCode: 403 })
    }
  })

  test('give the same reply for people who have left as for unknown ids', async () => {
    const leaver = await buildLeaver()
    for (const ask of [
      (personId: number) => server.ask(staff, calls.setFlags, { params: { personId }, body: { session: 'off' } }),
      (personId: number) =>
        server.ask(staff, calls.setDisabled, { params: { personId }, body: { isDisabled: true, reason: 'They asked for it.' } }),
      (personId: number) => server.ask(staff, calls.setVerified, { params: { personId }, body: { isVerified: true } }),
    ]) {
      const absent = await ask(ABSENT)
      expect(absent).toMatchObject({ status: 404, body: { code: 'accounts.person_not_found' } })
      expect((await ask(leaver)).body).toEqual(absent.body)
    }
  })
})

describe('flags', () => {
  const set = (personId: number, body: Parameters<typeof server.ask<typeof calls.setFlags>>[2]['body']) =>
    server.ask(staff, calls.setFlags, { params: { personId }, body })

  test('in the request change at once; the others stay unchanged', async () => {
    const person = await server.buildPerson()
    const before = await experiences(person)
    expect((await set(person, { curriculum: 'use', aiChat: 'show' })).body).toEqual({})
    expect(await experiences(person)).toEqual({
      ...before,
      curriculum: 'use',
      chatStatus: { ...before.chatStatus, aiChat: 'show' },
    })
    await set(person, { curriculum: 'off' })
    expect(await experiences(person)).toMatchObject({ curriculum: 'off', session: 'use', chatStatus: { aiChat: 'show' } })
  })

  test('are created for someone without any', async () => {
    const person = await server.buildPerson()
    await server.db.deleteFrom('experience').where('person_id', '=', person).execute()
    await set(person, { survey: 'use' })
    expect(await experiences(person)).toMatchObject({ survey: 'use', session: 'off' })
  })

  test('update open tabs, and opened and closed ones raise a notice', async () => {
    const person = await server.buildPerson()
    await set(person, { session: 'use', curriculum: 'use', survey: 'show', internship: 'use' })
    expect(pushedTo(person)).toEqual(['notices.changed', 'accounts.profile_changed', 'notices.changed'])
    const texts = async () => (await server.ask(person, listNotices, { query: {} })).body.notices.map(({ text }) => text)
    const first = ['Our team closed this for you: Surveys. Nothing of yours is deleted.', 'Have a look when you have a moment.']
    expect(await texts()).toEqual(first)
    await set(person, { session: 'off', curriculum: 'use' })
    await set(person, {})
    const learning = 'Our team closed this for you: Learning Hub. Nothing of yours is deleted.'
    expect(await texts()).toEqual([learning, ...first])
  })

  test('changed concurrently by two staff members are all kept', async () => {
    const person = await server.buildPerson()
    const names = ['curriculum', 'video', 'survey', 'internship', 'chattype', 'mentorshipChat', 'aiChat', 'helpCenter'] as const
    await Promise.all(names.map((name) => set(person, { [name]: 'show' })))
    const { chatStatus, ...others } = await experiences(person)
    expect(Object.values({ ...others, ...chatStatus }).toSorted()).toEqual([...names.map(() => 'show'), 'use'])
  })

  test('reject unknown names and values', async () => {
    const person = await server.buildPerson()
    const headers = { authorization: `Bearer ${await server.tokenFor(staff)}` }
    const url = `/api/v2/staff/people/${person}/flags/`
    for (const payload of [{ curriculum: 'all' }, { curriculum: true }, { role: 'Admin' }, { chat_status: {} }]) {
      expect((await server.app.inject({ method: 'PUT', url, payload, headers })).statusCode).toBe(400)
    }
    expect(await experiences(person)).toMatchObject({ curriculum: 'show' })
  })
})

describe('disabling', () => {
  const set = (personId: number, isDisabled: boolean) =>
    server.ask(staff, calls.setDisabled, { params: { personId }, body: { isDisabled, reason: 'They asked for it.' } })

  test('signs a person out at once on every device, and can be undone', async () => {
    const email = 'shut-out@saathi.example'
    const password = 'Saathi@2026'
    const person = await server.buildPerson({ email, passwordHash: await hashPassword(password) })
    expect((await server.ask(person, getProfile, {})).status).toBe(200)
    const first = await server.ask(null, signIn, { body: { email, password } })
    const signIns = await server.db.selectFrom('sign_in').select('id').where('person_id', '=', person).execute()
    expect(signIns).toHaveLength(2)

    expect((await set(person, true)).body).toEqual({})
    const ended = server.delivered.flatMap((delivery) => ('toSignIns' in delivery ? delivery.toSignIns : []))
    expect(ended.toSorted()).toEqual(signIns.map(({ id }) => id).toSorted())
    expect((await server.ask(person, getProfile, {})).status).toBe(401)
    const earlier = { authorization: `Bearer ${first.body.accessToken}` }
    expect((await server.ask(null, getProfile, {}, earlier)).status).toBe(401)
    expect(await server.ask(null, signIn, { body: { email, password } })).toMatchObject({
      body: { code: 'accounts.user_disabled' },
    })

    await set(person, false)
    expect((await server.ask(null, signIn, { body: { email, password } })).status).toBe(200)
    // Ended sign-ins stay ended.
    expect((await server.ask(null, getProfile, {}, earlier)).status).toBe(401)
  })

  test('twice keeps the first date', async () => {
    const person = await server.buildPerson()
    const since = () => server.db.selectFrom('person').select('disabled_at').where('id', '=', person).executeTakeFirstOrThrow()
    await set(person, true)
    const first = await since()
    server.clock.advance(60)
    await set(person, true)
    expect(await since()).toEqual(first)
  })

  test('your own account is refused', async () => {
    for (const isDisabled of [true, false]) {
      expect(await set(staff, isDisabled)).toMatchObject({ status: 409, body: { code: 'accounts.not_oneself' } })
    }
    expect((await server.ask(staff, getProfile, {})).status).toBe(200)
  })
})

describe('the verified flag', () => {
  test('decides whether the person can sign in', async () => {
    const email = 'to-verify@saathi.example'
    const password = 'Saathi@2026'
    const person = await server.buildPerson({ email, passwordHash: await hashPassword(password), verified: false })
    const signInCode = async () => (await server.ask(null, signIn, { body: { email, password } })).body.code
    const set = (isVerified: boolean) =>
      server.ask(staff, calls.setVerified, { params: { personId: person }, body: { isVerified } })
    expect(await signInCode()).toBe('accounts.email_not_verified')
    expect((await set(true)).body).toEqual({})
    expect(await signInCode()).toBeUndefined()
    await set(false)
    expect(await signInCode()).toBe('accounts.email_not_verified')
    expect(pushedTo(person)).toEqual(['accounts.profile_changed', 'accounts.profile_changed'])
  })
})

describe('a person who is added', () => {
  type AddedPerson = { newPrimaryLanguage?: string; project?: string; role?: Role; firstName?: string; lastName?: string }
  const add = (email: string, changes: AddedPerson = {}) =>
    server.ask(staff, calls.addPerson, {
      body: { email, role: 'PairManager', firstName: 'Anita', lastName: 'Desai', newPrimaryLanguage: 'hi', ...changes },
    })

  test('gets a link by mail in their language, and the given role', async () => {
    const added = await add('  Anita@Saathi.example ')
    expect(added.status).toBe(200)
    const row = await server.db
      .selectFrom('person')
      .select(['email', 'role', 'language_code', 'email_verified_at'])
      .where('id', '=', added.body.personId)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ email: 'anita@saathi.example', role: 'PairManager', language_code: 'hi', email_verified_at: null })
    const mail = await server.db.selectFrom('mail').select('text').where('to_address', '=', 'anita@saathi.example').execute()
    expect(mail).toEqual([{ text: expect.stringMatching(/नमस्ते Anita,[^]*\/emailverify\?token=/) }])
  })

  test('is refused for a taken address, an unknown programme, an inactive language or a name with hidden characters', async () => {
    await server.buildPerson({ email: 'taken@saathi.example' })
    expect((await add('taken@saathi.example')).body.code).toBe('accounts.already_signed_up')
    expect((await add('a1@saathi.example', { project: 'none-such' })).body.code).toBe('accounts.program_not_open')
    await withdrawLanguage(server, 'ta')
    expect((await add('a2@saathi.example', { newPrimaryLanguage: 'ta' })).body.code).toBe('content.language_not_offered')
    expect((await add('not an address')).status).toBe(400)
    for (const name of ['Ani\u202eta', 'Ani\u200bta', 'Ani\nta', '\u2800']) {
      expect((await add('a3@saathi.example', { firstName: name })).body.errors).toHaveProperty('first_name')
      expect((await add('a4@saathi.example', { lastName: name })).body.errors).toHaveProperty('last_name')
    }
    const made = await server.db.selectFrom('person').select('id').where('email', 'like', 'a_@saathi.example').execute()
    expect(made).toEqual([])
  })
})
