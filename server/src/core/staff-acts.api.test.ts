import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setDisabled, setFlags } from '@saathi/contract/accounts/staff-calls'
import { listHelpCases } from '@saathi/contract/help/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sharedServer, testEnv, type TestServer } from '../../test/harness.ts'
import { markSecondFactor } from '../../test/matrix/second-factor.ts'
import { forgetOldActs, openStaffActs, type StaffActs } from './staff-acts.ts'

let server: TestServer
let staff: number
/** As a server of its own, whose head begins with the test. */
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
async function recordMany(count: number) {
  for (let each = 1; each <= count; each += 1) await record(`GET /${each}/`)
}

describe('what the team does', () => {
  test('is written down: who, what, whom, when and from where, also when it only looks', async () => {
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

  test('is written down when it is refused, and what others try is not', async () => {
    const member = await server.buildPerson()
    const disable = (who: number) => server.ask(who, setDisabled, { params: { personId: ABSENT }, body: { isDisabled: true } })
    expect((await disable(member)).status).toBe(403)
    expect(await written()).toEqual([])
    expect((await disable(staff)).status).toBe(404)
    expect(await written()).toMatchObject([{ named: { params: { personId: ABSENT }, body: { isDisabled: true } } }])
  })

  test('holds nobody’s words', async () => {
    const asha = await server.buildPerson()
    await server.ask(staff, setFlags, { params: { personId: asha }, body: { curriculum: 'use' } })
    expect(JSON.stringify((await written()).map(({ named }) => named))).not.toContain('use')
  })

  test('is one chain, however many do it at once', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, each) => record(`GET /${each}/`)))
    expect((await written()).map(({ number }) => number)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1))
    expect(await findTampered()).toEqual([])
  })
})

describe('P3: acts that were changed or taken out are found', () => {
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

  test.each(numbers)('act %i of ten, taken out', async (number) => {
    await recordMany(10)
    await server.db.deleteFrom('staff_act').where('number', '=', number).execute()
    expect(await findTampered()).toContain(number)
  })
})

describe('P3: who can write to the database and does not know the key', () => {
  test('cannot seal again what they have changed', async () => {
    await recordMany(3)
    const stranger = openStaffActs({
      secret: new TextEncoder().encode('another'),
      dataDir: mkdtempSync(join(folder, 'stranger-')),
    })
    await server.db.deleteFrom('staff_act').where('number', '=', 3).execute()
    await server.db.updateTable('staff_act_chain').set({ last_number: 2 }).execute()
    const act = { at: server.clock.now(), staffId: staff, call: 'GET /forged/', named: {}, address: '127.0.0.1' }
    // By their own key they can begin a chain, which is said when a server goes on with it, and found until then.
    expect(await stranger.record(server.db, act)).toBe(true)
    expect(await findTampered()).toContain(3)
    expect(await record('GET /4/')).toBe(true)
  })

  test('cannot take the newest acts out together with their count', async () => {
    await recordMany(3)
    await server.db.deleteFrom('staff_act').where('number', '>', 1).execute()
    await server.db.updateTable('staff_act_chain').set({ last_number: 1 }).execute()
    expect(await findTampered()).toEqual([2, 3])
  })

  test('and a server that comes later, or another one, finds what it has written itself', async () => {
    const dataDir = mkdtempSync(join(folder, 'other-'))
    const other = () => openStaffActs({ secret: testEnv.secret, dataDir })
    await recordMany(2)
    const act = { at: server.clock.now(), staffId: staff, call: 'GET /3/', named: {}, address: '127.0.0.1' }
    expect(await other().record(server.db, act)).toBe(false)
    expect(await other().findTampered(server.db)).toEqual([])
    await server.db.deleteFrom('staff_act').where('number', '=', 3).execute()
    await server.db.updateTable('staff_act_chain').set({ last_number: 2 }).execute()
    expect(await findTampered()).toEqual([])
    expect(await other().findTampered(server.db)).toEqual([3])
  })
})

test('what is older than it is kept goes, and the rest is whole', async () => {
  const now = server.clock.now()
  const old = new Date(now.getTime() - 1_000)
  await record('GET /old/', old)
  await record('GET /older/', old)
  await record('GET /new/', now)
  await forgetOldActs(server.db, now)
  await record('GET /newest/', now)
  expect((await written()).map(({ call }) => call)).toEqual(['GET /new/', 'GET /newest/'])
  expect(await findTampered()).toEqual([])
  await forgetOldActs(server.db, new Date(now.getTime() + 1))
  await record('GET /after/', now)
  expect(await findTampered()).toEqual([])
})
