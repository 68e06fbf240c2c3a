import { listLooksAtMe } from '@saathi/contract/accounts/look-calls'
import { setFlags } from '@saathi/contract/accounts/staff-calls'
import type { CallInput } from '@saathi/contract/core/call'
import * as calls from '@saathi/contract/staff/audit-calls'
import { getPersonFacts } from '@saathi/contract/staff/people-calls'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { markSecondFactor } from '../../../test/matrix/second-factor.ts'

let server: TestServer
let admin: number
let colleague: number
let asha: number
beforeAll(async () => {
  server = await startTestServer()
  admin = await buildAdministrator()
  colleague = await buildAdministrator()
})
afterAll(() => server.stop())
beforeEach(async () => {
  asha = await server.buildPerson()
})

async function buildAdministrator() {
  const id = await server.buildPerson({ role: 'Admin' })
  await markSecondFactor(server, id)
  return id
}

const open = (by: number, personId: number, reason: string) =>
  server.ask(by, getPersonFacts, { params: { personId }, query: { reason } })
const close = (by: number, personId: number) => server.ask(by, setFlags, { params: { personId }, body: { video: 'off' } })
const list = async (query: CallInput<typeof calls.listActs>['query']) => (await server.ask(admin, calls.listActs, { query })).body

describe('[STF-12] the record of acts', () => {
  test('names who did what to whom and why, newest first, and is filtered', async () => {
    await open(colleague, asha, 'Before a call')
    await close(admin, asha)
    const { acts, staff } = await list({ personId: asha })
    expect(acts).toMatchObject([
      { staffId: admin, what: 'changed_features', personId: asha, reason: null, address: '127.0.0.1' },
      { staffId: colleague, what: 'opened_page', personId: asha, reason: 'Before a call' },
    ])
    expect(staff.map(({ id }) => id)).toEqual(expect.arrayContaining([admin, colleague]))
    expect((await list({ personId: asha, staffId: colleague })).acts).toHaveLength(1)
    expect((await list({ personId: asha, changesOnly: '1' })).acts).toMatchObject([{ what: 'changed_features' }])
    const day = new Date(server.clock.now().getTime() + 5.5 * 3_600_000).toISOString().slice(0, 10)
    expect((await list({ personId: asha, from: day, until: day })).acts).toHaveLength(2)
    expect((await list({ personId: asha, until: '2020-01-01' })).acts).toEqual([])
  })

  test('shows what was refused as refused, to administrators only', async () => {
    const manager = await server.buildPerson({ role: 'ProgramManager' })
    await markSecondFactor(server, manager)
    const { id } = await server.db
      .insertInto('project')
      .values({ key: `other-${asha}`, name: 'Other', group_type: '1to1' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await server.db.updateTable('staff_right').set({ project_id: id }).where('person_id', '=', manager).execute()
    expect((await open(manager, asha, 'I was curious')).status).toBe(404)
    const looksAtMe = async () => (await server.ask(asha, listLooksAtMe, { query: {} })).body.looks
    expect(await looksAtMe()).toEqual([])
    expect((await list({ personId: asha })).acts).toMatchObject([
      { staffId: manager, what: 'opened_page', reason: 'I was curious', isRefused: true },
    ])
    // What is then granted is shown, though the same was refused within the hour.
    await server.db.updateTable('person').set({ project_id: id }).where('id', '=', asha).execute()
    expect((await open(manager, asha, 'I was curious')).status).toBe(200)
    expect(await looksAtMe()).toMatchObject([{ what: 'opened_page', reason: 'I was curious' }])
    const { csv } = (await server.ask(admin, calls.exportActs, { query: { personId: asha } })).body
    expect(
      csv
        .split('\n')
        .filter((line) => line.includes('I was curious'))
        .map((line) => /,"?(yes|no)"?,/.exec(line)?.[1]),
    ).toEqual(['no', 'yes'])
    expect((await server.ask(admin, calls.checkActs, { body: {} })).body.tampered).toEqual([])
  })

  test('[STF-13] shows a look that failed to administrators only, because nothing was shown', async () => {
    await server.pool.query('alter table staff_note rename to staff_note_away')
    try {
      expect((await open(admin, asha, 'Before a call')).status).toBe(500)
    } finally {
      await server.pool.query('alter table staff_note_away rename to staff_note')
    }
    expect((await list({ personId: asha })).acts).toMatchObject([{ what: 'opened_page', isRefused: true }])
    expect((await server.ask(asha, listLooksAtMe, { query: {} })).body.looks).toEqual([])
  })

  test('pages without gaps, and the list itself is an act', async () => {
    for (let at = 0; at < 52; at += 1) await close(admin, asha)
    const first = await list({ personId: asha })
    expect([first.acts.length, first.hasMore]).toEqual([50, true])
    const second = await list({ personId: asha, before: first.acts.at(-1)?.number ?? 0 })
    expect([second.acts.length, second.hasMore]).toEqual([2, false])
    expect((await list({ staffId: admin })).acts[0]).toMatchObject({ summary: 'Acts of staff, newest first' })
  })

  test('is exported as a table in which no reason is run as a formula', async () => {
    await open(colleague, asha, '=HYPERLINK("https://evil.example")')
    const { body } = await server.ask(admin, calls.exportActs, { query: { personId: asha } })
    expect(body).toMatchObject({ count: 1, isCut: false })
    expect(body.csv).toContain(`"'=HYPERLINK(""https://evil.example"")"`)
  })

  test('marks an act if it or its reason was changed in the database', async () => {
    await open(colleague, asha, 'Before a call')
    const check = async () => (await server.ask(admin, calls.checkActs, { body: {} })).body
    expect((await check()).tampered).toEqual([])
    const number = (await list({ personId: asha })).acts[0]?.number ?? 0
    const act = server.db.updateTable('staff_act').where('number', '=', number)
    await act.set({ reason: 'Something else' }).execute()
    expect((await check()).tampered).toEqual([number])
    // Deleting the text of a reason is allowed, as when the account is erased.
    await act.set({ reason: null }).execute()
    expect((await check()).tampered).toEqual([])
    await act.set({ person_id: admin }).execute()
    expect((await check()).tampered).toEqual([number])
    await act.set({ person_id: asha }).execute()
  })

  test('is for administrators only', async () => {
    const manager = await server.buildPerson({ role: 'ProgramManager' })
    await markSecondFactor(server, manager)
    for (const call of [calls.listActs, calls.exportActs])
      expect((await server.ask(manager, call, { query: {} })).body.code).toBe('core.forbidden')
    expect((await server.ask(manager, calls.checkActs, { body: {} })).body.code).toBe('core.forbidden')
  })
})
