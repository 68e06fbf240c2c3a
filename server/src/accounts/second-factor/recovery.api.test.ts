import { randomUUID } from 'node:crypto'
import * as calls from '@saathi/contract/accounts/recovery-calls'
import { getSecondFactor, giveSecondFactor, offerAuthenticator } from '@saathi/contract/accounts/staff-calls'
import { listNotices } from '@saathi/contract/notices/calls'
import { getConsole } from '@saathi/contract/staff/console-calls'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { authenticatorCode } from '../../../test/authenticator.ts'
import { dumpTables, occursIn } from '../../../test/matrix/table-dump.ts'

const ABSENT = 2_000_000_000
const reason = 'I called her and asked.'
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(() => server.clock.reset())

/** Links an app, as the first visit to the console does. */
async function buildAdministrator() {
  const id = await server.buildPerson({ role: 'Admin' })
  const { key } = (await server.ask(id, offerAuthenticator, { body: {} })).body
  const body = { code: authenticatorCode(key, server.clock.now()) }
  return { id, key, codes: (await server.ask(id, giveSecondFactor, { body })).body.recoveryCodes }
}

/** A sign-in of the same person in a new browser, without the second factor. */
async function newBrowser(personId: number) {
  const id = randomUUID()
  const now = server.clock.now()
  const times = { started_at: now, last_used_at: now, confirmed_at: now, expires_at: new Date(now.getTime() + 86_400_000) }
  const row = { id, person_id: personId, device: 'Test', ...times }
  await server.db.insertInto('sign_in').values(row).execute()
  return { authorization: `Bearer ${await server.tokens.issueAccess(personId, id)}` }
}

const give = (code: string, headers: Record<string, string>) =>
  server.ask(null, calls.giveRecoveryCode, { body: { code } }, headers)
const approve = (by: number, id: number) => server.ask(by, calls.approveReset, { params: { id }, body: { reason } })
const resetsFor = async (by: number, personId: number) =>
  (await server.ask(by, calls.listResets, {})).body.resets.filter((reset) => reset.personId === personId)

describe('[STF-02] recovery codes', () => {
  test('are shown when the app is linked; each opens the console once, with or without dash, in any case', async () => {
    const { id, codes } = await buildAdministrator()
    expect(new Set(codes).size).toBe(10)
    const phone = await newBrowser(id)
    expect((await server.ask(null, getConsole, {}, phone)).status).toBe(403)
    const [first = '', second = ''] = codes
    expect((await give(first.toLowerCase().replace('-', ' '), phone)).status).toBe(200)
    expect((await server.ask(null, getConsole, {}, phone)).status).toBe(200)
    expect((await server.ask(id, getSecondFactor, {})).body).toMatchObject({ codesLeft: 9 })
    const other = await newBrowser(id)
    expect((await give(first, other)).body.code).toBe('accounts.wrong_code')
    expect((await give(second, other)).status).toBe(200)
    const { notices } = (await server.ask(id, listNotices, { query: {} })).body
    expect(notices.map(({ title }) => title)).toContain('A recovery code was used')
  })

  test('of one person do not open the account of another, and are stored only as hashes', async () => {
    const [asha, ravi] = [await buildAdministrator(), await buildAdministrator()]
    expect((await give(asha.codes[0] ?? '', await newBrowser(ravi.id))).body.code).toBe('accounts.wrong_code')
    const dump = await dumpTables(server.db)
    expect(asha.codes.filter((code) => occursIn(dump, code) || occursIn(dump, code.replace('-', '')))).toEqual([])
  })

  test('can be replaced after giving the second factor; the old ones then stop working', async () => {
    const { id, codes } = await buildAdministrator()
    const make = (headers: Record<string, string>) => server.ask(null, calls.makeRecoveryCodes, { body: {} }, headers)
    const bare = await newBrowser(id)
    expect((await make(bare)).body.code).toBe('accounts.second_factor_first')
    expect((await give(codes[0] ?? '', bare)).status).toBe(200)
    const next = (await make(bare)).body.codes
    expect(next).toHaveLength(10)
    const other = await newBrowser(id)
    expect((await give(codes[1] ?? '', other)).body.code).toBe('accounts.wrong_code')
    expect((await give(next[0] ?? '', other)).status).toBe(200)
  })

  test('cannot be guessed: they share their limit of tries with codes of the app', async () => {
    const { id } = await buildAdministrator()
    const browser = await newBrowser(id)
    const statuses = new Set<number>()
    for (let at = 0; at < 30; at += 1) statuses.add((await give(`AAAAAAAA${10 + at}`, browser)).status)
    expect(statuses).toEqual(new Set([400, 429]))
  })
})

describe('[STF-02] a reset of the app', () => {
  test('needs two other administrators, and then the next sign-in links a new app', async () => {
    const [lost, first, second] = [await buildAdministrator(), await buildAdministrator(), await buildAdministrator()]
    const browser = await newBrowser(lost.id)
    expect((await server.ask(null, calls.requestReset, { body: {} }, browser)).status).toBe(200)
    expect((await server.ask(null, calls.requestReset, { body: {} }, browser)).status).toBe(200)
    const { notices } = (await server.ask(first.id, listNotices, { query: {} })).body
    expect(notices.filter(({ title }) => title === 'A colleague needs a new authenticator app')).toHaveLength(1)
    const [reset, ...more] = await resetsFor(first.id, lost.id)
    expect(more).toEqual([])
    expect(reset).toMatchObject({ approvedBy: null, canApprove: true })
    const id = reset?.id ?? 0
    expect((await approve(lost.id, id)).body.code).toBe('accounts.reset_needs_others')
    expect((await approve(first.id, id)).body).toEqual({ isDone: false })
    expect((await approve(first.id, id)).body.code).toBe('accounts.reset_needs_others')
    expect(await resetsFor(first.id, lost.id)).toMatchObject([{ canApprove: false }])
    expect((await approve(second.id, id)).body).toEqual({ isDone: true })
    expect((await approve(second.id, id)).body.code).toBe('accounts.reset_not_found')
    expect((await server.ask(null, getSecondFactor, {}, browser)).status).toBe(401)
    const fresh = await newBrowser(lost.id)
    expect((await server.ask(null, getSecondFactor, {}, fresh)).body).toEqual({
      hasAuthenticator: false,
      isGiven: false,
      codesLeft: 0,
    })
    expect((await give(lost.codes[0] ?? '', fresh)).body.code).toBe('accounts.wrong_code')
    expect((await server.ask(null, offerAuthenticator, { body: {} }, fresh)).status).toBe(200)
  })

  test('approved by two administrators at once happens once', async () => {
    const [lost, first, second, third] = [
      await buildAdministrator(),
      await buildAdministrator(),
      await buildAdministrator(),
      await buildAdministrator(),
    ]
    await server.ask(null, calls.requestReset, { body: {} }, await newBrowser(lost.id))
    const id = (await resetsFor(first.id, lost.id))[0]?.id ?? 0
    await approve(first.id, id)
    const answers = await Promise.all([approve(second.id, id), approve(third.id, id)])
    expect(answers.filter(({ body }) => 'isDone' in body && body.isDone)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(1)
  })

  test('expires after a day, and is refused to people without an app or without a right', async () => {
    const [lost, other] = [await buildAdministrator(), await buildAdministrator()]
    await server.ask(null, calls.requestReset, { body: {} }, await newBrowser(lost.id))
    const id = (await resetsFor(other.id, lost.id))[0]?.id ?? 0
    const manager = await server.buildPerson({ role: 'ProgramManager' })
    expect((await approve(manager, id)).body.code).toBe('core.forbidden')
    expect((await approve(other.id, ABSENT)).body.code).toBe('accounts.reset_not_found')
    const bare = await server.buildPerson({ role: 'Author' })
    expect((await server.ask(bare, calls.requestReset, { body: {} })).body.code).toBe('accounts.no_authenticator')
    const row = server.db.updateTable('authenticator_reset').set({ expires_at: server.clock.now() })
    await row.where('id', '=', id).execute()
    expect(await resetsFor(other.id, lost.id)).toEqual([])
    expect((await approve(other.id, id)).body.code).toBe('accounts.reset_not_found')
  })
})
