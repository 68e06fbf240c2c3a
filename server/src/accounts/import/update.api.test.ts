import * as calls from '@saathi/contract/accounts/import-calls'
import { addPerson } from '@saathi/contract/accounts/staff-calls'
import { listLooksAtMe } from '@saathi/contract/accounts/look-calls'
import { listNotices } from '@saathi/contract/notices/calls'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { checkImport, csvOf, enterAsManager, mailedToken, menteeRow, runImport, runOf, takeBack } from '../../../test/imports.ts'
import { enterAsAdministrator, enterByLink, loadProgrammeWithoutPeople, type Newcomer } from '../../../test/newcomers.ts'

let server: TestServer
let admin: Newcomer
let manager: Newcomer
beforeAll(async () => {
  server = await startTestServer({ trustedProxy: ['127.0.0.1'] })
  await loadProgrammeWithoutPeople(server)
  admin = await enterAsAdministrator(server)
  manager = await enterAsManager(server, admin, 'one-to-one')
  await server.app.startJobs(server.url)
}, 120_000)
afterAll(() => server.stop())

const HEAD = 'First name,Last name,E-mail,Role,Programme,Cohort,Start date'
const fileOf = (...rows: string[]) => `${[HEAD, ...rows].join('\n')}\n`
const newAddress = () => `${randomUUID()}@saathi.example`
const findPerson = (email: string) =>
  server.db.selectFrom('person').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
const choose = (by: Newcomer, runId: number, updatesExisting: boolean) =>
  by.ask(calls.setUpdatesExisting, { params: { runId }, body: { updatesExisting } })
const rowsOf = async (by: Newcomer, runId: number, show: 'problems' | 'update' | 'kept') =>
  (await by.ask(calls.listImportRows, { params: { runId }, query: { show } })).rows

async function buildCohort(name: string, startsOn: string, project = 'one-to-one') {
  const { id } = await server.db.selectFrom('project').select('id').where('key', '=', project).executeTakeFirstOrThrow()
  const days = { sign_up_from: '2026-01-01', starts_on: startsOn, ends_on: '2028-01-01' }
  const added = server.db.insertInto('cohort').values({ project_id: id, name, ...days })
  return (await added.returning('id').executeTakeFirstOrThrow()).id
}

/** A member who has joined, added by staff. */
async function joinAs(firstName: string, project = 'one-to-one') {
  const email = newAddress()
  await admin.ask(addPerson, { body: { role: 'Mentee', firstName, lastName: 'Rao', newPrimaryLanguage: 'en', email, project } })
  return { email, person: await enterByLink(server, await mailedToken(server, email), { isStaff: false }) }
}

describe('[STF-10] people who have an account', () => {
  test('are only reported, unless staff choose to update them; the same file then changes nobody', async () => {
    const { email, person } = await joinAs('Asha')
    const cohortId = await buildCohort(`Spring ${randomUUID()}`, '2027-01-10')
    const fresh = newAddress()
    const file = fileOf(
      `Aasha,Rao,${email},mentee,one-to-one,,10/01/2027`,
      `Ravi,Rao,${fresh},mentee,one-to-one,,`,
      `Zoya,Ansari,${newAddress()},mentee,one-to-one,,31/06/2027`,
    )
    const runId = await checkImport(server, manager, file)
    expect((await runOf(manager, runId)).counts).toMatchObject({ create: 1, update: 0, skipped: 1, refused: 1 })
    expect(await rowsOf(manager, runId, 'problems')).toMatchObject([
      { outcome: 'skipped', problems: [{ field: 'email', problem: 'has_account' }] },
      { outcome: 'refused', problems: [{ field: 'startsOn', problem: 'not_a_date', hint: null }] },
    ])
    expect((await choose(manager, runId, true)).counts).toMatchObject({ create: 1, update: 1, skipped: 0, refused: 1 })
    expect((await choose(manager, runId, false)).counts).toMatchObject({ create: 1, update: 0, skipped: 1 })
    await choose(manager, runId, true)
    await runImport(manager, runId)
    expect(await runOf(manager, runId)).toMatchObject({ created: 1, updated: 1, updatesExisting: true })
    expect(await findPerson(email)).toMatchObject({ first_name: 'Aasha', cohort_id: cohortId, language_code: 'en' })
    const { looks } = await person.ask(listLooksAtMe, { query: {} })
    expect(looks[0]).toMatchObject({ what: 'changed_details', by: 'Nisha Fernandes' })
    const { notices } = await person.ask(listNotices, { query: {} })
    expect(notices.map(({ text }) => text).join()).toContain('your name, cohort or programme')
    // Nobody is invited a second time.
    expect((await rowsOf(manager, runId, 'update')).map(({ personId }) => personId)).toEqual([person.id])
    const again = await checkImport(server, admin, file)
    expect((await choose(admin, again, true)).counts).toMatchObject({ create: 0, update: 0, unchanged: 2 })
    const late = { params: { runId }, body: { updatesExisting: false } }
    expect(await server.ask(null, calls.setUpdatesExisting, late, manager.headers)).toMatchObject({
      status: 409,
      body: { code: 'accounts.import_not_open' },
    })
    expect((await server.ask(null, calls.setUpdatesExisting, late)).status).toBe(401)
    expect((await server.ask(null, calls.setUpdatesExisting, late, person.headers)).status).toBe(403)
    const absent = { ...late, params: { runId: 2_000_000_000 } }
    expect(await server.ask(null, calls.setUpdatesExisting, absent, manager.headers)).toMatchObject({
      status: 404,
      body: { code: 'accounts.import_not_found' },
    })
    await takeBack(manager, runId)
    expect(await findPerson(email)).toMatchObject({ first_name: 'Asha', cohort_id: null })
  })

  test('keep what was changed after the import when it is taken back', async () => {
    const { email } = await joinAs('Meera')
    const other = await joinAs('Divya')
    const file = fileOf(`Mira,Rao,${email},mentee,one-to-one,,`, `Diya,Rao,${other.email},mentee,one-to-one,,`)
    const runId = await checkImport(server, manager, file)
    await choose(manager, runId, true)
    await runImport(manager, runId)
    const later = await checkImport(server, admin, fileOf(`Meeru,Rao,${email},mentee,one-to-one,,`))
    await choose(admin, later, true)
    await runImport(admin, later)
    await takeBack(manager, runId)
    expect([(await findPerson(email)).first_name, (await findPerson(other.email)).first_name]).toEqual(['Meeru', 'Divya'])
    expect((await runOf(manager, runId)).kept).toEqual({ joined: 0, changed: 0, inUse: 0, updated: 1 })
  })

  test('move to another programme only before they have joined, and never from a programme of others', async () => {
    const invited = newAddress()
    await runImport(admin, await checkImport(server, admin, csvOf(menteeRow('Imran', invited))))
    const joined = await joinAs('Kavya')
    const foreign = await joinAs('Tara', 'design-circle')
    const file = fileOf(
      `Imran,Rao,${invited},mentee,design-circle,,`,
      `Kavya,Rao,${joined.email},mentee,design-circle,,`,
      `Taara,Rao,${foreign.email},mentee,one-to-one,,`,
    )
    const ownFile = fileOf(`Taara,Rao,${foreign.email},mentee,one-to-one,,`)
    const own = await checkImport(server, manager, ownFile)
    expect((await choose(manager, own, true)).counts).toMatchObject({ update: 0, skipped: 1 })
    expect(await rowsOf(manager, own, 'problems')).toMatchObject([{ problems: [{ problem: 'has_account' }] }])
    const runId = await checkImport(server, admin, file)
    expect((await choose(admin, runId, true)).counts).toMatchObject({ update: 1, skipped: 2 })
    await runImport(admin, runId)
    expect(await findPerson(invited)).toMatchObject({ role: 'GroupMentee' })
    const problems = (await rowsOf(admin, runId, 'problems')).map((row) => row.problems[0]?.problem)
    expect(problems).toEqual(['has_joined', 'has_joined'])
    await takeBack(admin, runId)
    expect(await findPerson(invited)).toMatchObject({ role: 'Mentee' })
  })
})
