import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as profileCalls from '@saathi/contract/accounts/calls'
import { accountExists } from '@saathi/contract/accounts/code-calls'
import * as identityCalls from '@saathi/contract/accounts/identity-calls'
import { answerHelp } from '@saathi/contract/help/staff-calls'
import { DAY_SECONDS } from '@saathi/contract/core/time'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { inTransaction } from '#core/ctx.ts'
import { folderStore } from '#core/files/folder-store.ts'
import { deleteBytesJob } from '#core/files/jobs.ts'
import { moveClock } from '#core/jobs/move-clock.ts'
import { startRunner } from '#core/jobs/runner.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { buildCase, switchHelpOn } from '../../../test/help-cases.ts'
import { markSecondFactor } from '../../../test/matrix/second-factor.ts'
import { dumpTables, occursIn } from '../../../test/matrix/table-dump.ts'
import { countOwnRows, findColumnsWithout, columnsWithoutTypedText } from '../../../test/personal-tables.ts'
import { plantPerson } from '../../../test/planted-person.ts'
import { bytesOf, keysIn } from '../../../test/stored-files.ts'
import { waitForLocks } from '../../../test/lock-waits.ts'
import { leaveJobs, erasePerson } from './leave.ts'
import { hashPassword } from '../passwords.ts'

const calls = { ...profileCalls, ...identityCalls }
const soon = { timeout: 40_000, interval: 50 }
const log = pino({ level: 'silent' })

/** Far from the hour of the daily jobs, so that a day contains them once. */
async function buildServer(changes: Parameters<typeof startTestServer>[0] = {}) {
  const server = await startTestServer(changes)
  server.clock.set(new Date('2026-11-15T12:00:00+05:30'))
  return server
}
async function buildOwnServer(changes?: Parameters<typeof startTestServer>[0]) {
  const own = await buildServer(changes)
  onTestFinished(own.stop)
  return own
}

const leave = (on: TestServer, personId: number | null) => on.ask(personId, calls.leaveSaathi, { body: {} })
const keep = (on: TestServer, personId: number | null) => on.ask(personId, calls.stayWithSaathi, { body: {} })
const leavesAt = async (on: TestServer, personId: number) => (await on.ask(personId, calls.getProfile, {})).body.leavesAt
const rowOf = ({ db }: TestServer, personId: number) =>
  db.selectFrom('person').selectAll().where('id', '=', personId).executeTakeFirstOrThrow()
const isErased = async (on: TestServer, personId: number) => (await rowOf(on, personId)).deleted_at !== null
const advanceDays = (on: TestServer, days: number) => moveClock(on.db, on.clock, () => on.clock.advance(days * DAY_SECONDS))
const erase = (on: TestServer, personId: number) => inTransaction(on.app.world, log, (ctx) => erasePerson(ctx, personId))

describe('requesting to leave', () => {
  let server: TestServer
  let asha: number
  beforeAll(async () => {
    server = await buildServer()
  })
  afterAll(() => server.stop())
  beforeEach(async () => {
    asha = await server.buildPerson()
  })

  test('schedules it in two weeks, updates the profile in every tab, and changes nothing else', async () => {
    const before = await rowOf(server, asha)
    const [signIn] = [await server.tokenFor(asha)]
    const delivered = server.delivered.length
    const answer = await leave(server, asha)
    const day = new Date(answer.body.leavesAt)
    expect(answer.status).toBe(200)
    expect(Math.abs(day.getTime() - server.clock.now().getTime() - 14 * DAY_SECONDS * 1000)).toBeLessThan(5_000)
    expect(await leavesAt(server, asha)).toBe(answer.body.leavesAt)
    expect(server.delivered.slice(delivered)).toContainEqual({ to: [asha], event: { type: 'accounts.profile_changed' } })
    expect(await rowOf(server, asha)).toEqual({ ...before, leaves_at: day })
    expect((await server.ask(null, calls.getProfile, {}, { authorization: `Bearer ${signIn}` })).status).toBe(200)
  })

  test('twice, even concurrently, keeps the first date and sends one mail', async () => {
    const both = await Promise.all([leave(server, asha), leave(server, asha)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    await advanceDays(server, 1)
    const signIns = server.db.updateTable('sign_in').set({ confirmed_at: server.clock.now() })
    await signIns.where('person_id', '=', asha).execute()
    const again = await leave(server, asha)
    expect(new Set([...both, again].map(({ body }) => body.leavesAt)).size).toBe(1)
    const { email } = await rowOf(server, asha)
    const mail = await server.db.selectFrom('mail').select('id').where('to_address', '=', email).execute()
    expect(mail).toHaveLength(1)
  })

  test('requires a sign-in and a recent re-authentication', async () => {
    expect(await leave(server, null)).toMatchObject({ status: 401, body: { code: 'core.signed_out' } })
    await server.tokenFor(asha)
    server.clock.advance(15 * 60)
    expect(await leave(server, asha)).toMatchObject({ status: 403, body: { code: 'accounts.confirm_first' } })
    expect(await leavesAt(server, asha)).toBeNull()
  })

  test('can be undone without confirming again, and undoing nothing is no error', async () => {
    await leave(server, asha)
    server.clock.advance(16 * 60)
    expect(await keep(server, asha)).toMatchObject({ status: 200, body: {} })
    expect(await leavesAt(server, asha)).toBeNull()
    expect(server.delivered.at(-1)).toEqual({ to: [asha], event: { type: 'accounts.profile_changed' } })
    expect((await keep(server, asha)).status).toBe(200)
    expect(await keep(server, null)).toMatchObject({ status: 401, body: { code: 'core.signed_out' } })
  })

  test('affects only the person who requests it', async () => {
    const ravi = await server.buildPerson()
    await leave(server, asha)
    await keep(server, ravi)
    expect(await leavesAt(server, asha)).not.toBeNull()
    expect(await leavesAt(server, ravi)).toBeNull()
  })
})

describe('the two weeks', () => {
  test('must pass before anyone is erased; people who undo it or never asked stay', async () => {
    const own = await buildOwnServer()
    const [leaver, stayer, other] = [await own.buildPerson(), await own.buildPerson(), await own.buildPerson()]
    for (const person of [leaver, stayer]) await leave(own, person)
    await own.app.startJobs(own.url)
    await advanceDays(own, 13)
    await expect.poll(() => doneJobs(own, 'accounts.erase_leavers'), soon).toBeGreaterThan(0)
    expect(await isErased(own, leaver)).toBe(false)
    await keep(own, stayer)
    await advanceDays(own, 2)
    await expect.poll(() => isErased(own, leaver), soon).toBe(true)
    expect([await isErased(own, stayer), await isErased(own, other)]).toEqual([false, false])
  })

  test('that ended while no server was running lead to erasure at the next start', async () => {
    const own = await buildOwnServer()
    const leaver = await own.buildPerson()
    await leave(own, leaver)
    const run = () => startRunner({ url: own.url, world: own.app.world, jobs: leaveJobs, engines: noEngines, log })
    await (await run()).stop()
    await advanceDays(own, 20)
    expect(await isErased(own, leaver)).toBe(false)
    const runner = await run()
    onTestFinished(runner.stop)
    await expect.poll(() => isErased(own, leaver), soon).toBe(true)
  })

  test('can still be cancelled after their end until the account is erased; then the person is signed out', async () => {
    const own = await buildOwnServer()
    const [early, late] = [await own.buildPerson(), await own.buildPerson()]
    for (const person of [early, late]) await leave(own, person)
    await advanceDays(own, 15)
    await keep(own, early)
    await erase(own, early)
    expect(await isErased(own, early)).toBe(false)

    // Keep the erasing transaction open until the other call waits for it.
    let tooLate: Promise<{ status: number }> | undefined
    await inTransaction(own.app.world, log, async (ctx) => {
      await erasePerson(ctx, late)
      tooLate = keep(own, late)
      await waitForLocks(own.db)
    })
    expect(await tooLate).toMatchObject({ status: 401, body: { code: 'core.signed_out' } })
    expect(await rowOf(own, late)).toMatchObject({ leaves_at: null, deleted_at: expect.any(Date) })
  })

  test('end for one person even if erasing another fails', async () => {
    const own = await buildOwnServer()
    const [stuck, other] = [await own.buildPerson(), await own.buildPerson()]
    for (const person of [stuck, other]) await leave(own, person)
    own.app.world.domains = [
      ...own.app.world.domains,
      {
        name: 'test',
        erasePerson: async (_ctx, personId) => {
          if (personId === stuck) throw new Error('this domain cannot erase')
        },
      },
    ]
    await own.app.startJobs(own.url)
    await advanceDays(own, 15)
    await expect.poll(() => isErased(own, other), soon).toBe(true)
    expect(await rowOf(own, stuck)).toMatchObject({ deleted_at: null, first_name: 'Person' })
  })
})

async function doneJobs({ db }: TestServer, name: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from jobs.job where name = ${name} and state = 'completed'`.execute(db)
  return rows[0]?.n ?? 0
}

/** No engines: nothing leaves the database unless a test provides one. */
const noEngines = Object.freeze({}) as Parameters<typeof startRunner>[0]['engines']

describe('after erasure', () => {
  const folder = mkdtempSync(join(tmpdir(), 'saathi-leave-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('no table or file contains any of the person’s planted words, and those of others are still there (P5)', async () => {
    const dataDir = join(folder, randomUUID())
    const own = await buildOwnServer({ dataDir })
    const store = folderStore(join(dataDir, 'files'))
    const [asha, ravi] = [await plantPerson(own), await plantPerson(own)]
    const findWords = async (words: Iterable<string>) => {
      const dump = await dumpTables(own.db)
      const files = await Promise.all((await keysIn(store)).map((key) => bytesOf(store, key)))
      return [...words].filter((word) => occursIn(dump, word) || files.some((bytes) => bytes.includes(word)))
    }
    expect(asha.words.size).toBeGreaterThanOrEqual(25)
    expect(await findWords(asha.words.values())).toHaveLength(asha.words.size)

    await leave(own, asha.personId)
    // Without the other daily jobs, which would have deleted some of it by age.
    const jobs = [...leaveJobs, deleteBytesJob]
    const engines = { ...noEngines, fileStore: store }
    const runner = await startRunner({ url: own.url, world: own.app.world, jobs, engines, log })
    onTestFinished(runner.stop)
    await advanceDays(own, 15)
    await expect.poll(() => isErased(own, asha.personId), soon).toBe(true)
    await expect.poll(async () => (await keysIn(store)).length, soon).toBe(3)
    expect(await findWords([...asha.words.values(), asha.address])).toEqual([])
    expect(await findWords(ravi.words.values())).toHaveLength(ravi.words.size)

    const { person, ...others } = await countOwnRows(own.db, asha.personId)
    expect(person).toBe(1)
    expect(Object.values(others).filter((count) => count > 0)).toEqual([])
    expect(await rowOf(own, asha.personId)).toMatchObject({
      email: `former-${asha.personId}@removed.invalid`,
      provider: 'normal',
      first_name: '',
      leaves_at: null,
      picture_file_id: null,
    })
  })

  test('a staff member’s name is gone from the replies they wrote (P5)', async () => {
    const own = await buildOwnServer()
    const asha = await switchHelpOn(own, await own.buildPerson())
    // Another administrator, because the last one cannot leave.
    await own.buildPerson({ role: 'Admin' })
    const harjit = await own.buildPerson({ role: 'Admin' })
    const name = `planted-${randomUUID()}`
    await own.db.updateTable('person').set({ first_name: name }).where('id', '=', harjit).execute()
    await markSecondFactor(own, harjit)
    const id = await buildCase(own, { personId: asha })
    const answered = await own.ask(harjit, answerHelp, {
      params: { id },
      body: { clientId: randomUUID(), body: 'Here you are.' },
    })
    expect(answered).toMatchObject({ status: 200, body: { senderName: name } })
    await leave(own, harjit)
    await advanceDays(own, 15)
    await erase(own, harjit)
    const dump = await dumpTables(own.db)
    expect(occursIn(dump, name)).toBe(false)
    expect(occursIn(dump, 'Here you are.')).toBe(true)
  })

  test('every text column a person can fill has a planted word', async () => {
    const own = await buildOwnServer()
    const asha = await plantPerson(own)
    const unfilled = await findColumnsWithout(own.db, [...asha.words.values()])
    expect(unfilled).toEqual([...columnsWithoutTypedText].toSorted())
  })

  test('every sign-in ends at once, its tabs are notified, and neither password nor token works', async () => {
    const own = await buildOwnServer()
    const email = `${randomUUID()}@saathi.example`
    const password = 'Saathi@2026'
    const asha = await own.buildPerson({ email, passwordHash: await hashPassword(password) })
    await leave(own, asha)
    await advanceDays(own, 15)
    const token = await own.tokenFor(asha)
    expect((await own.ask(asha, calls.getProfile, {})).status).toBe(200)
    const signIns = await own.db.selectFrom('sign_in').select('id').where('person_id', '=', asha).execute()
    await erase(own, asha)
    expect(own.delivered).toContainEqual({ toSignIns: signIns.map(({ id }) => id), event: { type: 'accounts.sign_in_ended' } })
    const withToken = { authorization: `Bearer ${token}` }
    expect((await own.ask(null, calls.getProfile, {}, withToken)).status).toBe(401)
    const signIn = await own.ask(null, calls.signIn, { body: { email, password } })
    expect(signIn).toMatchObject({ status: 401, body: { code: 'accounts.user_not_found' } })
  })

  test('the address is free for a new account, which has no data of the old one', async () => {
    const own = await buildOwnServer()
    const old = await plantPerson(own)
    await leave(own, old.personId)
    await advanceDays(own, 15)
    await erase(own, old.personId)
    const exists = await own.ask(null, accountExists, { body: { email: old.address, provider: 'normal' } })
    expect(exists.body).toEqual({ userExist: false })
    const replacement = await own.buildPerson({ email: old.address })
    expect(replacement).not.toBe(old.personId)
    expect((await own.ask(replacement, calls.getProfile, {})).body).toMatchObject({ email: old.address, bio: '', picture: null })
    await erase(own, old.personId)
    expect(await isErased(own, replacement)).toBe(false)
  })
})
