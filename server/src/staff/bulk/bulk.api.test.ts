import { getProfile } from '@saathi/contract/accounts/calls'
import { listLooksAtMe } from '@saathi/contract/accounts/look-calls'
import type { StaffRole } from '@saathi/contract/accounts/roles'
import { setVerified, signOutEverywhere } from '@saathi/contract/accounts/staff-calls'
import { endRight, giveRight, listTeam } from '@saathi/contract/accounts/team-calls'
import * as calls from '@saathi/contract/staff/bulk-calls'
import { listPeople } from '@saathi/contract/staff/people-calls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inviteMany, prepare, startNew } from '../../../test/bulk-acts.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { markSecondFactor } from '../../../test/matrix/second-factor.ts'
import { buildProject } from '../../../test/mentorships.ts'
import { inTransaction } from '#core/ctx.ts'
import { moveClock } from '#core/jobs/move-clock.ts'
import { runNextBatch } from './job.ts'

const ABSENT = 2_000_000_000
let server: TestServer
let admin: number
beforeAll(async () => {
  server = await startTestServer()
  admin = await buildStaff('Admin')
})
afterAll(() => server.stop())

async function buildStaff(role: StaffRole) {
  const id = await server.buildPerson({ role })
  await markSecondFactor(server, id)
  return id
}

const rightsOf = async (personId: number) => {
  const { members } = (await server.ask(admin, listTeam, {})).body
  return members.find((member) => member.personId === personId)?.rights ?? []
}

async function endRights(personId: number) {
  for (const { id } of await rightsOf(personId)) await server.ask(admin, endRight, { params: { id }, body: {} })
}

/** A right in one programme only. */
async function buildManagerOf(projectId: number) {
  const id = await buildStaff('ProgramManager')
  await endRights(id)
  await server.ask(admin, giveRight, { body: { personId: id, role: 'ProgramManager', projectId, until: null } })
  return id
}

const buildProgramme = () => buildProject(server, [], '1to1')
const get = async (by: number, id: number) => (await server.ask(by, calls.getBulkAct, { params: { id } })).body
const stop = (by: number, id: number) => server.ask(by, calls.stopBulkAct, { params: { id }, body: {} })
const start = (by: number, id: number) => server.ask(by, calls.startBulkAct, { params: { id }, body: {} })
const peopleIn = async (by: number, id: number, part: calls.BulkPart) =>
  (await server.ask(by, calls.listBulkPeople, { params: { id }, query: { part } })).body.people
const readAt = () => server.clock.now().toISOString()

/** One batch, as the job runs it. */
const runBatch = (id: number) =>
  inTransaction(server.app.world, server.app.log, (ctx) => runNextBatch(ctx, id, server.app.staffActs))

async function runAll(id: number) {
  for (let isMore = true; isMore;) isMore = await runBatch(id)
}

const blockedAmong = async (ids: readonly number[]) =>
  (await server.db.selectFrom('person').select('id').where('id', 'in', ids).where('disabled_at', 'is not', null).execute()).length

const actsAbout = async (ids: readonly number[]) =>
  (await server.db.selectFrom('staff_act').select(['person_id', 'reason']).where('person_id', 'in', ids).execute()).filter(
    ({ reason }) => reason !== null,
  )

describe('[STF-11] before it starts, a bulk act', () => {
  test('names whom it reaches, and who is left out and why', async () => {
    const projectId = await buildProgramme()
    const manager = await buildManagerOf(projectId)
    const [reached = 0, blocked = 0] = await inviteMany(server, admin, projectId, 2)
    await runAll(await startNew(server, admin, { personIds: [blocked] }))
    const [stranger = 0] = await inviteMany(server, admin, await buildProgramme(), 1)
    const { body } = await prepare(server, manager, { personIds: [reached, blocked, stranger, ABSENT] })
    expect(body).toMatchObject({ state: 'draft', waitingCount: 1, doneCount: 0, leftOut: [{ why: 'already', count: 1 }] })
    expect(await peopleIn(manager, body.id, 'waiting')).toMatchObject([{ id: reached, name: 'Person0 Bhutia', why: null }])
    expect(await peopleIn(manager, body.id, 'left_out')).toMatchObject([{ id: blocked, why: 'already' }])
    expect(await blockedAmong([reached])).toBe(0)
    const everyone = await prepare(server, admin, { personIds: [admin, reached] })
    expect(everyone.body.leftOut).toEqual([{ why: 'oneself', count: 1 }])
    const feature = { kind: 'feature', feature: 'session', permission: 'off' } as const
    const byManager = (await prepare(server, await buildStaff('ProgramManager'), { ...feature, personIds: [admin, reached] }))
      .body
    expect(byManager.leftOut).toEqual([{ why: 'no_right', count: 1 }])
    expect((await prepare(server, admin, { ...feature, personIds: [admin] })).body.leftOut).toEqual([
      { why: 'wrong_role', count: 1 },
    ])
    expect((await prepare(server, admin, { kind: 'invite', personIds: [blocked, admin] })).body.leftOut).toEqual(
      expect.arrayContaining([
        { why: 'blocked', count: 1 },
        { why: 'already', count: 1 },
      ]),
    )
  })

  test('reaches everyone a filter finds, and nobody who joins later', async () => {
    const projectId = await buildProgramme()
    const manager = await buildManagerOf(projectId)
    const early = await inviteMany(server, admin, projectId, 3)
    const filter = { programme: projectId, stage: 'invited', readAt: readAt() } as const
    server.clock.advance(1)
    const late = await inviteMany(server, admin, projectId, 1)
    const { id, waitingCount } = (await prepare(server, manager, { filter })).body
    expect(waitingCount).toBe(3)
    const later = await inviteMany(server, admin, projectId, 1)
    await start(manager, id)
    await runAll(id)
    expect(await get(manager, id)).toMatchObject({ state: 'done', doneCount: 3, isFiltered: true })
    expect(await blockedAmong(early)).toBe(3)
    expect(await blockedAmong([...late, ...later])).toBe(0)
  })

  test('is refused if it reaches nobody or is incomplete', async () => {
    expect((await prepare(server, admin, { personIds: [ABSENT] })).body.code).toBe('staff.bulk_nobody')
    expect((await prepare(server, admin, {})).body.code).toBe('staff.bulk_nobody')
    expect((await prepare(server, admin, { kind: 'feature', personIds: [admin] })).body.code).toBe('staff.bulk_incomplete')
    expect((await prepare(server, admin, { reason: ' ', personIds: [admin] })).body.code).toBe('core.bad_input')
    const { id } = (await prepare(server, admin, { personIds: [admin] })).body
    expect((await start(admin, id)).body.code).toBe('staff.bulk_nobody')
    expect((await prepare(server, await buildStaff('PairManager'), { personIds: [admin] })).body.code).toBe('core.forbidden')
  })

  test('belongs to the person who made it; administrators see all, and only its maker starts it', async () => {
    const projectId = await buildProgramme()
    const [manager, colleague] = [await buildManagerOf(projectId), await buildManagerOf(projectId)]
    const { id } = (await prepare(server, manager, { personIds: await inviteMany(server, admin, projectId, 1) })).body
    for (const number of [id, ABSENT]) {
      const params = { id: number }
      const notFound = { status: 404, body: { code: 'staff.bulk_not_found' } }
      expect(await server.ask(colleague, calls.getBulkAct, { params })).toMatchObject(notFound)
      expect(await start(colleague, number)).toMatchObject(notFound)
      expect(await stop(colleague, number)).toMatchObject(notFound)
      expect(await server.ask(colleague, calls.listBulkPeople, { params, query: { part: 'waiting' } })).toMatchObject(notFound)
    }
    expect((await start(admin, id)).body.code).toBe('staff.bulk_not_found')
    expect((await stop(manager, id)).body.code).toBe('staff.bulk_over')
    const listed = async (by: number) => (await server.ask(by, calls.listBulkActs, { query: {} })).body.acts.map((act) => act.id)
    expect(await listed(manager)).toEqual([])
    await start(manager, id)
    expect((await start(manager, id)).body.code).toBe('staff.bulk_started')
    expect(await listed(manager)).toEqual([id])
    expect(await listed(colleague)).toEqual([])
    expect((await listed(admin))[0]).toBe(id)
    expect((await stop(admin, id)).body).toMatchObject({ state: 'stopped', stoppedBy: expect.stringContaining('Person') })
    expect((await stop(admin, id)).body.code).toBe('staff.bulk_over')
  })
})

describe('[STF-11] a bulk act that runs', () => {
  test('acts once on each person and records it with the reason, also if a server dies in the middle', async () => {
    const projectId = await buildProgramme()
    const ids = await inviteMany(server, admin, projectId, 53)
    const id = await startNew(server, admin, { filter: { programme: projectId, readAt: readAt() } })
    const before = (await actsAbout(ids)).length
    const killed = inTransaction(server.app.world, server.app.log, async (ctx) => {
      await runNextBatch(ctx, id, server.app.staffActs)
      throw new Error('killed before the commit')
    })
    await expect(killed).rejects.toThrow('killed')
    expect([await blockedAmong(ids), (await actsAbout(ids)).length]).toEqual([0, before])
    // Two servers with the same job: one waits for the other, and finds the next people.
    await Promise.all([runBatch(id), runBatch(id)])
    await runAll(id)
    expect(await get(admin, id)).toMatchObject({ state: 'done', waitingCount: 0, doneCount: 53, leftOut: [] })
    expect(await blockedAmong(ids)).toBe(53)
    const acts = await actsAbout(ids)
    expect(acts).toHaveLength(53)
    expect(new Set(acts.map(({ person_id }) => person_id)).size).toBe(53)
    expect(new Set(acts.map(({ reason }) => reason))).toEqual(new Set(['The college has closed']))
    expect(await server.app.staffActs.findTampered(server.db)).toEqual([])
  })

  test('stops when told to, and what is done stays done', async () => {
    const projectId = await buildProgramme()
    const ids = await inviteMany(server, admin, projectId, 52)
    const id = await startNew(server, admin, { filter: { programme: projectId, readAt: readAt() } })
    await runBatch(id)
    expect((await stop(admin, id)).body).toMatchObject({ state: 'stopped', doneCount: 50, waitingCount: 2 })
    await runAll(id)
    expect(await blockedAmong(ids)).toBe(50)
  })

  test('stops when the right of its maker ends, and leaves out those whom they may no longer change', async () => {
    const [one, other] = [await buildProgramme(), await buildProgramme()]
    const ids = await inviteMany(server, admin, one, 51)
    const manager = await buildManagerOf(one)
    const id = await startNew(server, manager, { filter: { programme: one, readAt: readAt() } })
    await runBatch(id)
    await endRights(manager)
    await runAll(id)
    expect(await get(admin, id)).toMatchObject({ state: 'stopped', isRightOver: true, doneCount: 50, waitingCount: 1 })
    expect(await blockedAmong(ids)).toBe(50)
    const [personId = 0] = await inviteMany(server, admin, one, 1)
    await server.ask(admin, giveRight, { body: { personId: manager, role: 'ProgramManager', projectId: one, until: null } })
    const second = await startNew(server, manager, { personIds: [personId] })
    await endRights(manager)
    await server.ask(admin, giveRight, { body: { personId: manager, role: 'ProgramManager', projectId: other, until: null } })
    await runAll(second)
    expect(await get(manager, second)).toMatchObject({ state: 'done', doneCount: 0, leftOut: [{ why: 'no_right', count: 1 }] })
    expect(await blockedAmong([personId])).toBe(0)
  })

  test('leaves out those who changed after the list was made', async () => {
    const projectId = await buildProgramme()
    const [joined = 0, lately = 0] = await inviteMany(server, admin, projectId, 2)
    const id = await startNew(server, admin, { kind: 'invite', personIds: [joined, lately] })
    await moveClock(server.db, server.clock, () => server.clock.advance(600))
    await markSecondFactor(server, admin)
    await server.ask(admin, setVerified, { params: { personId: joined }, body: { isVerified: true } })
    await runAll(await startAtOnce(lately))
    await runAll(id)
    expect((await get(admin, id)).leftOut).toEqual(
      expect.arrayContaining([
        { why: 'already', count: 1 },
        { why: 'just_invited', count: 1 },
      ]),
    )
  })

  /** Another invitation whose ten minutes are over. */
  async function startAtOnce(personId: number) {
    const id = await startNew(server, admin, { kind: 'invite', personIds: [personId] })
    await server.db.updateTable('bulk_act').set({ starts_at: server.clock.now() }).where('id', '=', id).execute()
    return id
  }

  test('signs out, opens a feature and unblocks as on the page of a person, who can read it', async () => {
    const projectId = await buildProgramme()
    const [personId = 0] = await inviteMany(server, admin, projectId, 1)
    await server.ask(admin, setVerified, { params: { personId }, body: { isVerified: true } })
    expect((await server.ask(personId, getProfile, {})).status).toBe(200)
    await runAll(
      await startNew(server, admin, { kind: 'feature', feature: 'internship', permission: 'use', personIds: [personId] }),
    )
    expect((await server.ask(personId, getProfile, {})).body.status.experiences.internship).toBe('use')
    const { looks } = (await server.ask(personId, listLooksAtMe, { query: {} })).body
    expect(looks[0]).toMatchObject({ what: 'changed_features', reason: 'The college has closed' })
    await runAll(await startNew(server, admin, { kind: 'sign_out', personIds: [personId] }))
    expect((await server.ask(personId, getProfile, {})).status).toBe(401)
    await runAll(await startNew(server, admin, { personIds: [personId] }))
    await runAll(await startNew(server, admin, { kind: 'unblock', personIds: [personId] }))
    expect(await blockedAmong([personId])).toBe(0)
    expect((await server.ask(admin, signOutEverywhere, { params: { personId }, body: {} })).status).toBe(200)
  })
})

test('[STF-11] what is mailed waits ten minutes, and the job then does the rest', async () => {
  const projectId = await buildProgramme()
  const ids = await inviteMany(server, admin, projectId, 51)
  await moveClock(server.db, server.clock, () => server.clock.advance(61))
  const addresses = server.db.selectFrom('person').select('email').where('id', 'in', ids)
  const mails = async () => {
    const rows = await server.db.selectFrom('mail').select('to_address').where('to_address', 'in', addresses).execute()
    return rows.length
  }
  const { body } = await server.ask(admin, listPeople, { query: { programme: projectId } })
  const id = await startNew(server, admin, { kind: 'invite', filter: { programme: projectId, readAt: body.readAt } })
  const { startsAt } = await get(admin, id)
  expect(new Date(startsAt ?? 0).getTime() - server.clock.now().getTime()).toBeGreaterThan(calls.BULK_WAIT_MS - 60_000)
  const before = await mails()
  expect(await runBatch(id)).toBe(false)
  expect(await mails()).toBe(before)
  await moveClock(server.db, server.clock, () => server.clock.advance(600))
  await server.app.startJobs(server.url)
  await expect.poll(async () => (await get(admin, id)).state, { timeout: 60_000 }).toBe('done')
  expect(await mails()).toBe(before + 51)
})
