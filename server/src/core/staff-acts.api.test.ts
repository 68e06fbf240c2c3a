import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setDisabled, setFlags } from '@saathi/contract/accounts/staff-calls'
import { listHelpCases } from '@saathi/contract/help/staff-calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sharedServer, testEnv, type TestServer } from '../../test/harness.ts'
import { markSecondFactor } from '../../test/matrix/second-factor.ts'
import { inTransaction } from './ctx.ts'
import type { Engines } from './jobs/define-job.ts'
import { checkStaffActsJob } from './jobs/upkeep.ts'
import { openStaffActs, type StaffActs } from './staff-acts.ts'

let server: TestServer
let staff: number
/** Acts of a separate server, which has seen no earlier acts. */
let acts: StaffActs
const folder = mkdtempSync(join(tmpdir(), 'saathi-acts-'))
afterAll(() => rmSync(folder, { recursive: true }))
beforeAll(async () => {
  server = await sharedServer()
  staff = await server.buildPerson({ role: 'Admin' })
  await markSecondFactor(server, staff)
  await server.tokenFor(staff)
})
beforeEach(async () => {
  await server.db.deleteFrom('staff_act').execute()
  await server.db
    .updateTable('staff_act_chain')
    .set({ opening: Buffer.alloc(0), first_number: 1, last_number: 0 })
    .execute()
  acts = openStaffActs({ secret: testEnv.secret, dataDir: mkdtempSync(join(folder, 'server-')) })
})

const ABSENT = 2_000_000_000
const written = () => server.db.selectFrom('staff_act').selectAll().orderBy('number').execute()
const findTampered = () => acts.findTampered(server.db)
const record = (call: string, at = server.clock.now()) =>
  acts.record(server.db, { at, staffId: staff, call, named: { params: { z: 1, a: [2, 3] } }, address: '127.0.0.1' })
/** The errors that the nightly check logs. */
async function runCheck(): Promise<unknown[]> {
  const { app, db, clock } = server
  const errors: unknown[] = []
  const log = Object.assign(Object.create(app.log), { error: (...line: unknown[]) => errors.push(line) }) as typeof app.log
  const engines = { staffActs: acts } as Engines
  const tools = { db, now: clock.now, log, engines, signal: new AbortController().signal }
  await inTransaction(app.world, log, await checkStaffActsJob.begin(tools, {}))
  return errors
}
const KEY_ID_BYTES = 8
const SEAL_BYTES = 32
const chain = () => server.db.selectFrom('staff_act_chain').selectAll().executeTakeFirstOrThrow()
/** The opening as earlier versions wrote it. */
async function removeSignature() {
  const { opening } = await chain()
  await server.db
    .updateTable('staff_act_chain')
    .set({ opening: opening.subarray(0, KEY_ID_BYTES + SEAL_BYTES) })
    .execute()
}
async function recordMany(count: number) {
  for (let each = 1; each <= count; each += 1) await record(`GET /${each}/`)
}

describe('what staff do', () => {
  test('is recorded: person, call, object, time and address, also for reads', async () => {
    const asha = await server.buildPerson()
    await server.ask(staff, setFlags, { params: { personId: asha }, body: { curriculum: 'use' } })
    await server.ask(staff, listHelpCases, { query: {} })
    const [changed, looked, ...more] = await written()
    expect(changed).toMatchObject({
      number: 1,
      staff_id: staff,
      call: `${setFlags.method} ${setFlags.path}`,
      named: { params: { personId: asha } },
      address: '127.0.0.1',
    })
    expect(looked).toMatchObject({ number: 2, staff_id: staff, call: `GET ${listHelpCases.path}` })
    expect(more).toEqual([])
    expect(await findTampered()).toEqual([])
  })

  test('is recorded even if it is refused; a refused call of a member is not', async () => {
    const member = await server.buildPerson()
    const disable = (who: number) =>
      server.ask(who, setDisabled, { params: { personId: ABSENT }, body: { isDisabled: true, reason: 'They asked for it.' } })
    expect((await disable(member)).status).toBe(403)
    expect(await written()).toEqual([])
    expect((await disable(staff)).status).toBe(404)
    const [act, refusal, ...more] = await written()
    expect(act).toMatchObject({ named: { params: { personId: ABSENT }, body: { isDisabled: true } } })
    expect(refusal).toMatchObject({ named: { refused: act?.number, code: 'accounts.person_not_found' }, person_id: null })
    expect(more).toEqual([])
  })

  test('is recorded without any text', async () => {
    const asha = await server.buildPerson()
    await server.ask(staff, setFlags, { params: { personId: asha }, body: { curriculum: 'use' } })
    expect(JSON.stringify((await written()).map(({ named }) => named))).not.toContain('use')
  })

  test('is one chain, even with concurrent acts', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, each) => record(`GET /${each}/`)))
    expect((await written()).map(({ number }) => number)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1))
    expect(await findTampered()).toEqual([])
  })
})

describe('P3: changed or removed acts are found', () => {
  const numbers = Array.from({ length: 10 }, (_, at) => at + 1)
  const edits = ['staff_id', 'call', 'named', 'address', 'at'].flatMap((column) =>
    [1, 10].map((number) => [column, number] as const),
  )
  const values: Record<string, unknown> = {
    staff_id: 99,
    call: 'GET /other/',
    named: '{}',
    address: '10.0.0.1',
    at: new Date('2020-01-01'),
  }

  test.each(edits)('%s of act %i', async (column, number) => {
    await recordMany(10)
    await sql`update staff_act set ${sql.ref(column)} = ${values[column]} where number = ${number}`.execute(server.db)
    expect(await findTampered()).toContain(number)
  })

  test.each(numbers)('act %i of ten, removed', async (number) => {
    await recordMany(10)
    await server.db.deleteFrom('staff_act').where('number', '=', number).execute()
    expect(await findTampered()).toContain(number)
  })
})

describe('P3: somebody who can write to the database but does not know the key', () => {
  test('cannot seal changed acts again', async () => {
    await recordMany(3)
    const stranger = openStaffActs({
      secret: new TextEncoder().encode('another'),
      dataDir: mkdtempSync(join(folder, 'stranger-')),
    })
    await server.db.deleteFrom('staff_act').where('number', '=', 3).execute()
    await server.db.updateTable('staff_act_chain').set({ last_number: 2 }).execute()
    const act = { at: server.clock.now(), staffId: staff, call: 'GET /forged/', named: {}, address: '127.0.0.1' }
    // With their own key they can start a new chain, which is found, and reported when a server continues it.
    expect(await stranger.record(server.db, act)).toMatchObject({ isNewChain: true })
    expect(await findTampered()).toContain(3)
    expect(await record('GET /4/')).toMatchObject({ isNewChain: true })
  })

  test('cannot remove the newest acts together with their count', async () => {
    await recordMany(3)
    await server.db.deleteFrom('staff_act').where('number', '>', 1).execute()
    await server.db.updateTable('staff_act_chain').set({ last_number: 1 }).execute()
    expect(await findTampered()).toEqual([2, 3])
  })

  test('is detected by each server that wrote the removed acts, even after a restart', async () => {
    const dataDir = mkdtempSync(join(folder, 'other-'))
    const other = () => openStaffActs({ secret: testEnv.secret, dataDir })
    await recordMany(2)
    const act = { at: server.clock.now(), staffId: staff, call: 'GET /3/', named: {}, address: '127.0.0.1' }
    expect(await other().record(server.db, act)).toMatchObject({ isNewChain: false })
    expect(await other().findTampered(server.db)).toEqual([])
    await server.db.deleteFrom('staff_act').where('number', '=', 3).execute()
    await server.db.updateTable('staff_act_chain').set({ last_number: 2 }).execute()
    expect(await findTampered()).toEqual([])
    expect(await other().findTampered(server.db)).toEqual([3])
  })
})

describe('P3: the oldest acts cannot be removed by starting the chain later', () => {
  /** What somebody can do who can write to the database. */
  async function removeFirst(count: number, tail: (opening: Buffer) => Buffer) {
    const { seal } = await server.db.selectFrom('staff_act').select('seal').where('number', '=', count).executeTakeFirstOrThrow()
    await server.db.deleteFrom('staff_act').where('number', '<=', count).execute()
    const { opening } = await chain()
    const moved = Buffer.concat([opening.subarray(0, KEY_ID_BYTES), seal, tail(opening)])
    await server.db
      .updateTable('staff_act_chain')
      .set({ opening: moved, first_number: count + 1 })
      .execute()
  }
  const oldSignature = (opening: Buffer) => opening.subarray(KEY_ID_BYTES + SEAL_BYTES)
  const noSignature = () => Buffer.alloc(0)

  test.each([
    ['the signature of the old opening', oldSignature],
    ['no signature', noSignature],
  ])('with %s in the new opening', async (_what, tail) => {
    await recordMany(10)
    expect(await runCheck()).toEqual([])
    await removeFirst(3, tail)
    expect(await findTampered()).toEqual([4])
    expect(await runCheck()).toEqual([[{ count: 1, first: 4 }, 'staff acts were changed or removed']])
  })

  test('with the old signature, even after the nightly deletion of old acts', async () => {
    for (let each = 1; each <= 10; each += 1) await record(`GET /${each}/`, new Date('2020-01-01'))
    await removeFirst(3, oldSignature)
    await acts.deleteOld(server.db, server.clock.now())
    expect(await findTampered()).toEqual([11])
  })
})

describe('an opening of an earlier version, without a signature', () => {
  test('is accepted if the chain starts with the very first act, and signed with the next one', async () => {
    await recordMany(3)
    await removeSignature()
    expect(await findTampered()).toEqual([])
    expect(await record('GET /4/')).toMatchObject({ isNewChain: false })
    expect((await chain()).opening).toHaveLength(KEY_ID_BYTES + 2 * SEAL_BYTES)
    expect(await findTampered()).toEqual([])
  })

  test('is reported if the chain starts later, until the next act starts a new chain', async () => {
    await record('GET /old/', new Date('2020-01-01'))
    await recordMany(2)
    await acts.deleteOld(server.db, new Date('2021-01-01'))
    await removeSignature()
    expect(await findTampered()).toEqual([2])
    expect(await record('GET /4/')).toMatchObject({ isNewChain: true })
    expect(await chain()).toMatchObject({ first_number: 4, last_number: 4 })
    expect(await findTampered()).toEqual([])
  })
})

test('acts older than the retention period are deleted, and the rest stays verifiable', async () => {
  const now = server.clock.now()
  const old = new Date(now.getTime() - 1_000)
  await record('GET /old/', old)
  await record('GET /older/', old)
  await record('GET /new/', now)
  await acts.deleteOld(server.db, now)
  await record('GET /newest/', now)
  expect((await written()).map(({ call }) => call)).toEqual(['GET /new/', 'GET /newest/'])
  expect(await findTampered()).toEqual([])
  await acts.deleteOld(server.db, new Date(now.getTime() + 1))
  await record('GET /after/', now)
  expect(await findTampered()).toEqual([])
})
