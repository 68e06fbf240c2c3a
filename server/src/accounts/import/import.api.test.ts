import * as calls from '@saathi/contract/accounts/import-calls'
import { addPerson, setFlags } from '@saathi/contract/accounts/staff-calls'
import { getNextFacts } from '@saathi/contract/accounts/next-facts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { moveClock } from '#core/jobs/move-clock.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import {
  checkImport,
  csvOf,
  enterAsManager,
  HEAD,
  mailedToken,
  menteeRow,
  renewToken,
  runImport,
  runOf,
  sendImport,
  takeBack,
  waitForState,
} from '../../../test/imports.ts'
import { enterAsAdministrator, enterByLink, loadProgrammeWithoutPeople, type Newcomer } from '../../../test/newcomers.ts'
import { sheetOf, workbook } from '../../../test/workbooks.ts'

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

const newAddress = () => `${randomUUID()}@saathi.example`
const findPerson = (email: string) => server.db.selectFrom('person').selectAll().where('email', '=', email).executeTakeFirst()
const mailsTo = async (email: string) =>
  (await server.db.selectFrom('mail').select('id').where('to_address', '=', email).execute()).length
const rowsOf = async (by: Newcomer, runId: number, show: 'problems' | 'create' | 'unchanged' | 'kept' = 'problems') =>
  (await by.ask(calls.listImportRows, { params: { runId }, query: { show } })).rows
const codeOf = async (answer: Promise<{ refusal: { code: string } | null }>) => (await answer).refusal?.code
/** Their sign-ins go on, like an open tab, which renews its token every few minutes. */
async function advance(seconds: number) {
  await moveClock(server.db, server.clock, () => server.clock.advance(seconds))
  for (const person of [admin, manager]) await renewToken(server, person)
}

/** Both the invitation job's time and its next minute. */
async function sendInvitations(by: Newcomer, runId: number, count: number) {
  await advance(10 * 60)
  await expect.poll(async () => (await runOf(by, runId)).invited, { timeout: 30_000 }).toBe(count)
}

describe('[STF-10] a dry run', () => {
  test('counts and names every row, and changes nothing', async () => {
    const twice = newAddress()
    const runId = await checkImport(
      server,
      manager,
      csvOf(
        menteeRow('Asha'),
        menteeRow('Ravi', twice),
        menteeRow('Ravi', ` ${twice.toUpperCase()}`),
        menteeRow('Meera', admin.email),
        `Zoya,Ansari,${newAddress()},98220,mentee,one-to-onne,hi,`,
      ),
    )
    expect(await runOf(manager, runId)).toMatchObject({
      fileName: 'people.csv',
      by: 'Nisha Fernandes',
      isOwn: true,
      state: 'checked',
      rowCount: 5,
      counts: { create: 2, unchanged: 0, skipped: 2, refused: 1, corrected: 0 },
    })
    expect(await rowsOf(manager, runId)).toMatchObject([
      { number: 4, outcome: 'skipped', problems: [{ field: 'email', problem: 'same_as_row', hint: '3' }] },
      { number: 5, outcome: 'skipped', problems: [{ field: 'email', problem: 'has_account', hint: null }] },
      {
        number: 6,
        outcome: 'refused',
        problems: [
          { field: 'phone', problem: 'not_a_phone', hint: '5' },
          { field: 'programme', problem: 'unknown_programme', hint: expect.any(String) },
        ],
      },
    ])
    expect(await findPerson(twice)).toBeUndefined()
  })

  test('is corrected in place: the row and those with its address are checked again', async () => {
    const [first, second] = [newAddress(), newAddress()]
    const runId = await checkImport(server, manager, csvOf(menteeRow('Asha', first), menteeRow('Ravi', first)))
    const correct = (number: number, body: object) => manager.ask(calls.correctImportRow, { params: { runId, number }, body })
    expect(await correct(2, { isLeftOut: true })).toMatchObject({ outcome: 'skipped', isLeftOut: true })
    expect((await rowsOf(manager, runId, 'create')).map(({ number }) => number)).toEqual([3])
    expect(await correct(2, { isLeftOut: false })).toMatchObject({ outcome: 'create', isCorrected: false })
    expect(await correct(3, { fields: { email: 'nobody' } })).toMatchObject({ outcome: 'refused' })
    expect(await correct(3, { fields: { email: second, phone: '' } })).toMatchObject({ outcome: 'create', isCorrected: true })
    expect((await runOf(manager, runId)).counts).toMatchObject({ create: 2, corrected: 1 })
  })

  test('of the same bytes by the same person returns the same import, also for concurrent uploads', async () => {
    const file = csvOf(menteeRow('Asha'))
    const both = await Promise.all([sendImport(server, manager, file), sendImport(server, manager, file, 'renamed.csv')])
    const ids = both.map(({ reply }) => reply?.runId)
    expect(ids[0]).toBe(ids[1])
    expect((await sendImport(server, manager, file)).reply).toEqual({ runId: ids[0], isKnown: true })
    expect((await sendImport(server, admin, file)).reply?.runId).not.toBe(ids[0])
  })

  test('refuses files that are no tables, or have too many rows', async () => {
    const code = (content: string | Uint8Array<ArrayBuffer>, name?: string) => codeOf(sendImport(server, manager, content, name))
    expect(await code('')).toBe('accounts.import_empty')
    expect(await code(HEAD)).toBe('accounts.import_empty')
    expect(await code('Colour,Shape\nred,round')).toBe('accounts.import_columns_missing')
    expect(await code('Name,Name,E-mail,Role\na,b,c,d')).toBe('accounts.import_columns_twice')
    expect(await code('Name\n"a')).toBe('accounts.import_unreadable')
    expect(await code(new Uint8Array(8).fill(0xff))).toBe('accounts.import_encoding')
    expect(await code(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0]), 'people.xlsx')).toBe('accounts.import_encrypted')
    expect(await code(`${HEAD}\n${`${menteeRow('A', 'a@b.example')}\n`.repeat(100_000)}`)).toBe('accounts.import_too_many_rows')
    expect(await code(new Uint8Array(calls.IMPORT_MAX_BYTES + 1))).toBe('core.too_large')
  })
})

describe('[STF-10] access', () => {
  test('the record of acts has neither the file nor its name', async () => {
    await checkImport(server, manager, csvOf(menteeRow('Asha')))
    const acts = server.db.selectFrom('staff_act').select('named').where('staff_id', '=', manager.id).orderBy('number', 'desc')
    const { named } = await acts.where('call', '=', 'POST /api/v2/staff/imports/').limit(1).executeTakeFirstOrThrow()
    expect(named).toEqual({ form: { fields: {}, files: { file: { name: '…', type: '…', bytes: '…' } } } })
  })

  test('a manager imports into their own programmes only, and sees only their own imports', async () => {
    const email = newAddress()
    const foreign = csvOf(`Asha,Rao,${email},,mentee,design-circle,hi,`)
    const runId = await checkImport(server, admin, foreign)
    expect((await runOf(admin, runId)).counts.create).toBe(1)
    const own = await checkImport(server, manager, foreign)
    expect(await rowsOf(manager, own)).toMatchObject([{ problems: [{ field: 'programme', problem: 'foreign_programme' }] }])
    const absent = { params: { runId: 2_000_000_000 } }
    for (const target of [{ params: { runId } }, absent]) {
      const asked = await server.ask(null, calls.getImport, target, manager.headers)
      expect(asked).toMatchObject({ status: 404, body: { code: 'accounts.import_not_found' } })
    }
    expect((await manager.ask(calls.listImports, {})).runs.map(({ id }) => id)).not.toContain(runId)
    expect((await admin.ask(calls.listImports, {})).runs.map(({ id }) => id)).toEqual(expect.arrayContaining([runId, own]))
  })

  test('the rights of the person who starts count, not those of who checked', async () => {
    const email = newAddress()
    const runId = await checkImport(server, manager, csvOf(menteeRow('Asha', email)))
    const ended = server.db.updateTable('staff_right').set({ ended_at: server.clock.now() })
    await ended.where('person_id', '=', manager.id).execute()
    const refused = await server.ask(null, calls.startImport, { params: { runId }, body: {} }, manager.headers)
    expect(refused).toMatchObject({ status: 403, body: { code: 'core.forbidden' } })
    const given = server.db.updateTable('staff_right').set({ ended_at: null })
    await given.where('person_id', '=', manager.id).execute()
  })

  test('signed-out people and members are refused before the file is read', async () => {
    const member = await server.buildPerson()
    expect((await server.ask(member, calls.listImports, {})).status).toBe(403)
    expect((await server.ask(null, calls.listImports, {})).status).toBe(401)
  })
})

describe('[STF-10] a run', () => {
  test('creates the same account as adding one person, apart from what only the file says', async () => {
    const [added, imported] = [newAddress(), newAddress()]
    const about = { role: 'Mentee', firstName: 'Asha', lastName: 'Rao', newPrimaryLanguage: 'hi', project: 'one-to-one' } as const
    await manager.ask(addPerson, { body: { ...about, email: added } })
    const runId = await checkImport(server, manager, csvOf(`Asha,Rao,${imported},,mentee,one-to-one,hi,`))
    await runImport(manager, runId)
    const recordOf = async (email: string) => {
      const found = await findPerson(email)
      if (!found) throw new Error(`Nobody has the address ${email}`)
      // The words for searching contain the address.
      const { id, created_at: _at, email: _email, words: _words, ...person } = found
      const experience = server.db.selectFrom('experience').selectAll().where('person_id', '=', id)
      const { person_id: _id, ...flags } = await experience.executeTakeFirstOrThrow()
      return { person, flags }
    }
    expect(await recordOf(imported)).toEqual(await recordOf(added))
    expect(await mailsTo(added)).toBe(1)
    expect(await mailsTo(imported)).toBe(0)
    await sendInvitations(manager, runId, 1)
    expect(await mailsTo(imported)).toBe(1)
  })

  test('skips people who were added since the check, and can be repeated', async () => {
    const [first, second] = [newAddress(), newAddress()]
    const rows = [menteeRow('Asha', first), menteeRow('Ravi', second)]
    const runId = await checkImport(server, manager, csvOf(...rows))
    const about = { role: 'Mentor', firstName: 'Asha', lastName: 'Rao', newPrimaryLanguage: 'en' } as const
    await admin.ask(addPerson, { body: { ...about, email: first } })
    await runImport(manager, runId)
    expect(await runOf(manager, runId)).toMatchObject({ created: 1, counts: { create: 1, skipped: 1 } })
    expect(await rowsOf(manager, runId)).toMatchObject([{ number: 2, problems: [{ problem: 'has_account' }] }])
    expect(await findPerson(first)).toMatchObject({ role: 'Mentor' })
    const again = await checkImport(server, manager, `${csvOf(...rows)}\n`)
    expect((await runOf(manager, again)).counts).toMatchObject({ create: 0, unchanged: 1, skipped: 1 })
    const nothing = await server.ask(null, calls.startImport, { params: { runId: again }, body: {} }, manager.headers)
    expect(nothing.body.code).toBe('accounts.import_nothing_to_do')
  })

  test('of one file by two people at once creates each person once', async () => {
    const addresses = Array.from({ length: 30 }, newAddress)
    const file = csvOf(...addresses.map((email) => menteeRow('Asha', email)))
    const ids = [await checkImport(server, manager, file), await checkImport(server, admin, file)]
    const people = [manager, admin]
    await Promise.all(people.map((who, at) => who.ask(calls.startImport, { params: { runId: ids[at] ?? 0 }, body: {} })))
    for (const [at, who] of people.entries()) await waitForState(who, ids[at] ?? 0, 'done')
    const created = await Promise.all(people.map(async (who, at) => (await runOf(who, ids[at] ?? 0)).created))
    expect(created.reduce((sum, each) => sum + each, 0)).toBe(30)
    const found = await server.db.selectFrom('person').select('id').where('email', 'in', addresses).execute()
    expect(found).toHaveLength(30)
  })

  test('can be neither corrected nor started once it has begun, and only a running one is stopped', async () => {
    const runId = await checkImport(server, manager, csvOf(menteeRow('Asha')))
    const params = { runId }
    const ask = async (call: typeof calls.startImport | typeof calls.stopImport | typeof calls.undoImport) =>
      (await server.ask(null, call, { params, body: {} }, manager.headers)).body.code
    expect(await ask(calls.stopImport)).toBe('accounts.import_not_running')
    expect(await ask(calls.undoImport)).toBe('accounts.import_not_done')
    await runImport(manager, runId)
    expect(await ask(calls.startImport)).toBe('accounts.import_not_open')
    const correction = { params: { runId, number: 2 }, body: { isLeftOut: true } }
    const corrected = await server.ask(null, calls.correctImportRow, correction, manager.headers)
    expect(corrected.body.code).toBe('accounts.import_not_open')
  })

  test('that is stopped creates nobody and can be started again', async () => {
    const emails = Array.from({ length: 3 }, newAddress)
    const runId = await checkImport(server, manager, csvOf(...emails.map((email) => menteeRow('Asha', email))))
    // The job waits for this lock when it creates the people, so that the stop always arrives in time.
    const release = Promise.withResolvers<void>()
    const locked = Promise.withResolvers<void>()
    const holding = server.db.transaction().execute(async (db) => {
      await db
        .insertInto('person')
        .values(await strangerWith(emails[0] ?? ''))
        .execute()
      locked.resolve()
      await release.promise
      await db
        .deleteFrom('person')
        .where('email', '=', emails[0] ?? '')
        .execute()
    })
    await locked.promise
    try {
      await manager.ask(calls.startImport, { params: { runId }, body: {} })
      await manager.ask(calls.stopImport, { params: { runId }, body: {} })
    } finally {
      release.resolve()
      await holding
    }
    await waitForState(manager, runId, 'checked')
    expect(await findPerson(emails[1] ?? '')).toBeUndefined()
    await runImport(manager, runId)
    expect((await runOf(manager, runId)).created).toBe(3)
  })

  const strangerWith = async (email: string) => ({
    email,
    provider: 'normal',
    role: 'Mentee',
    language_code: 'en',
    created_at: server.clock.now(),
  })
})

describe('[STF-10] undoing an import', () => {
  test('removes accounts that nobody has used or changed, with their mails, and says who stayed and why', async () => {
    const [joined, changed, untouched] = [newAddress(), newAddress(), newAddress()]
    const file = csvOf(...[joined, changed, untouched].map((email) => menteeRow('Asha', email)))
    const runId = await checkImport(server, manager, file)
    await runImport(manager, runId)
    await sendInvitations(manager, runId, 3)
    await enterByLink(server, await mailedToken(server, joined), { isStaff: false })
    const changedId = (await findPerson(changed))?.id ?? 0
    await manager.ask(setFlags, { params: { personId: changedId }, body: { video: 'off' } })
    await takeBack(manager, runId)
    expect(await runOf(manager, runId)).toMatchObject({ created: 3, kept: { joined: 1, changed: 1, inUse: 0 } })
    expect((await rowsOf(manager, runId, 'kept')).map(({ kept }) => kept)).toEqual(['joined', 'changed'])
    expect(await findPerson(untouched)).toBeUndefined()
    expect(await mailsTo(untouched)).toBe(0)
    expect(await findPerson(joined)).toMatchObject({ first_name: 'Asha' })
    // Taken back, the same file is a new import: what is missing can be created again.
    const again = await checkImport(server, manager, file)
    expect(again).not.toBe(runId)
    expect((await runOf(manager, again)).counts).toMatchObject({ create: 1, unchanged: 2 })
  })

  test('ends after two weeks', async () => {
    const runId = await checkImport(server, manager, csvOf(menteeRow('Asha')))
    await runImport(manager, runId)
    expect((await runOf(manager, runId)).undoUntil).not.toBeNull()
    const done = new Date(server.clock.now().getTime() - 15 * 86_400_000)
    await server.db.updateTable('import_run').set({ done_at: done }).where('id', '=', runId).execute()
    expect((await runOf(manager, runId)).undoUntil).toBeNull()
    const refused = await server.ask(null, calls.undoImport, { params: { runId }, body: {} }, manager.headers)
    expect(refused.body.code).toBe('accounts.import_undo_over')
  })

  test('before the invitations are sent notifies nobody', async () => {
    const email = newAddress()
    const runId = await checkImport(server, manager, csvOf(menteeRow('Asha', email)))
    await runImport(manager, runId)
    await takeBack(manager, runId)
    await advance(20 * 60)
    const next = await checkImport(server, manager, csvOf(menteeRow('Ravi')))
    await runImport(manager, next)
    await sendInvitations(manager, next, 1)
    expect(await mailsTo(email)).toBe(0)
  })
})

describe('[STF-10] invitations', () => {
  test('are sent at 60 a minute, one to each person', async () => {
    const addresses = Array.from({ length: 130 }, newAddress)
    const runId = await checkImport(server, manager, csvOf(...addresses.map((email) => menteeRow('Asha', email))))
    await runImport(manager, runId)
    await sendInvitations(manager, runId, 60)
    await advance(30)
    expect((await runOf(manager, runId)).invited).toBe(60)
    await advance(31)
    await expect.poll(async () => (await runOf(manager, runId)).invited).toBe(120)
    await advance(61)
    await expect.poll(async () => (await runOf(manager, runId)).invited).toBe(130)
    const mails = await server.db.selectFrom('mail').select('to_address').where('to_address', 'in', addresses).execute()
    expect(new Set(mails.map(({ to_address }) => to_address)).size).toBe(130)
    expect(mails).toHaveLength(130)
  })
})

test('[STF-10] rows that created no account are exported with the reason, and can be imported again', async () => {
  const runId = await checkImport(server, manager, csvOf(`Zoya,=1+1,${newAddress()},98220,mentee,one-to-one,hi,`))
  const { csv } = await manager.ask(calls.exportLeftOut, { params: { runId } })
  expect(csv).toContain('Begins like a formula. A name cannot.')
  expect(csv).toContain("'=1+1")
  const again = await checkImport(server, manager, csv)
  expect(await runOf(manager, again)).toMatchObject({ rowCount: 1, counts: { refused: 1 } })
})

test('[STF-10] 50 people from a file, one of whom follows the mailed link, sets a password and reaches the hub', async () => {
  const email = newAddress()
  const rows = Array.from({ length: 50 }, (_, at) => [
    'Dolma',
    `Bhutia`,
    at === 0 ? email : newAddress(),
    '',
    at % 5 === 0 ? 'मेंटर' : 'मेंटी',
    'one-to-one',
    'हिन्दी',
  ])
  const head = ['पहला नाम', 'उपनाम', 'ईमेल', 'फ़ोन', 'भूमिका', 'कार्यक्रम', 'भाषा']
  const runId = await checkImport(server, admin, new Uint8Array(workbook(sheetOf([head, ...rows]))))
  expect((await runOf(admin, runId)).counts).toMatchObject({ create: 50, refused: 0 })
  await runImport(admin, runId)
  await sendInvitations(admin, runId, 50)
  const dolma = await enterByLink(server, await mailedToken(server, email), { isStaff: false })
  expect(await dolma.ask(getNextFacts, {})).toMatchObject({ side: 'mentor', hub: { isOpen: true } })
})
