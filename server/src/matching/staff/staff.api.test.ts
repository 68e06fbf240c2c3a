import { randomUUID } from 'node:crypto'
import { getProfile } from '@saathi/contract/accounts/calls'
import { setFlags } from '@saathi/contract/accounts/staff-calls'
import { getMatchList, setMatchStatus } from '@saathi/contract/matching/calls'
import * as calls from '@saathi/contract/matching/staff-calls'
import { getConsole } from '@saathi/contract/staff/console-calls'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { inTransaction } from '#core/ctx.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { buildGroup, buildMatching, buildOffer, buildSeeker } from '../../../test/matching.ts'
import { markSecondFactor } from '../../../test/matrix/second-factor.ts'
import { buildStaffOf } from '../../../test/staff-rights.ts'
import { issueOffers } from '../offers/issue.ts'

const ABSENT = 2_000_000_000
let server: TestServer
let staff: number
beforeAll(async () => {
  server = await startTestServer()
  staff = await server.buildPerson({ role: 'ProgramManager' })
  await markSecondFactor(server, staff)
})
afterAll(() => server.stop())

const reason = 'They asked for each other.'
const make = (mentor: number, mentee: number, who: number | null = staff) =>
  server.ask(who, calls.makeMatch, { body: { mentor, mentee, reason } }, { 'idempotency-key': randomUUID() })
const withdraw = (id: number, why = reason) => server.ask(staff, calls.withdrawOffer, { params: { id }, body: { reason: why } })
const apart = (mentor: number, mentee: number) => server.ask(staff, calls.keepApart, { body: { mentor, mentee, reason } })
const publish = (offers: number[]) => server.ask(staff, calls.publishOffers, { body: { offers } })
const set = (personId: number, body: { isSeeking?: boolean; isApproved?: boolean; places?: number }) =>
  server.ask(staff, calls.setSeeker, { params: { personId }, body })
const settle = (id: number, what: 'start' | 'wait' | 'dissolve') =>
  server.ask(staff, calls.settleGroup, { params: { id }, body: { what } })
const active = async (who: number) => (await server.ask(who, getMatchList, { query: { active: '' } })).body
const stateOf = async (id: number) =>
  (await server.db.selectFrom('match_offer').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state
const statusOf = async (who: number) => (await server.ask(who, getProfile, {})).body.status.matching.matchingStatus

async function buildPair(changes: Parameters<typeof buildMatching>[1] = {}) {
  const { projectId, projectKey } = await buildMatching(server, changes)
  const mentor = await buildSeeker(server, { projectId, part: 'mentor' })
  const mentee = await buildSeeker(server, { projectId, part: 'mentee' })
  return { projectId, projectKey, mentor, mentee }
}

async function buildFormingGroup(mentees: number, changes: { stalledAt?: Date } = {}) {
  const { projectId, projectKey } = await buildMatching(server, { groupType: '1toM' })
  const mentorId = await buildSeeker(server, { projectId, part: 'mentor' })
  const menteeIds: number[] = []
  for (let at = 0; at < mentees; at += 1) menteeIds.push(await buildSeeker(server, { projectId, part: 'mentee' }))
  return { projectKey, mentorId, menteeIds, ...(await buildGroup(server, { mentorId, menteeIds, ...changes })) }
}

describe('a run by staff', () => {
  test('shows what would be offered, or offers it', async () => {
    const { projectKey, mentor, mentee } = await buildPair()
    const run = (dryRun: boolean, project = projectKey) => server.ask(staff, calls.runMatching, { body: { project, dryRun } })
    const proposal = { mentor, mentee, mentorName: expect.any(String), menteeName: expect.any(String), score: 100 }
    expect((await run(true)).body).toMatchObject({ isDryRun: true, proposalCount: 1, proposals: [proposal] })
    expect((await active(mentee)).matchTrackers).toEqual([])
    expect((await run(false)).body).toMatchObject({ isDryRun: false, proposals: [proposal] })
    expect(await active(mentee)).toMatchObject({ screen: 2, matchTrackers: [{ status: 'ACTIVE' }] })
    expect(await run(true, 'nowhere')).toMatchObject({ status: 404, body: { code: 'matching.no_plan' } })
  })

  test('[TOD-12] makes no offers in a closed programme, and shows what it would offer', async () => {
    const { projectId, projectKey: project, mentee } = await buildPair()
    const close = server.db.updateTable('project').set({ is_disabled: true }).where('id', '=', projectId)
    await close.execute()
    const run = (dryRun: boolean) => server.ask(staff, calls.runMatching, { body: { project, dryRun } })
    expect((await run(true)).body).toMatchObject({ proposalCount: 1 })
    expect(await run(false)).toMatchObject({ status: 409, body: { code: 'matching.closed' } })
    expect((await active(mentee)).matchTrackers).toEqual([])
  })

  test('is only available to staff', async () => {
    const { projectKey: project, mentee } = await buildPair()
    expect((await server.ask(mentee, calls.runMatching, { body: { project, dryRun: true } })).status).toBe(403)
    expect((await server.ask(null, calls.runMatching, { body: { project, dryRun: true } })).status).toBe(401)
  })
})

describe('a proposed offer', () => {
  test('is listed by state, and invisible to people until it is published', async () => {
    const { mentor, mentee } = await buildPair({ plan: { needs_review: true } })
    const id = await buildOffer(server, { mentorId: mentor, menteeId: mentee, state: 'proposed', score: 55 })
    const proposed = async () =>
      (await server.ask(staff, calls.listStaffOffers, { query: { state: 'proposed' } })).body.offers.map((offer) => offer.id)
    const { body } = await server.ask(staff, calls.listStaffOffers, { query: { size: 1 } })
    expect(body.offers).toMatchObject([{ id, mentor, mentee, state: 'proposed', score: 55, reason: '' }])
    expect(body.hasNextPage).toBe(true)
    expect([await proposed(), (await active(mentee)).screen]).toEqual([[id], 1])
    expect((await publish([id, id, ABSENT])).body).toEqual({ published: 1 })
    expect([await proposed(), (await active(mentee)).screen]).toEqual([[], 2])
    expect((await publish([id])).body).toEqual({ published: 0 })
  })
})

describe('a match made by staff', () => {
  test('is issued at once with its reason, even if other offers need review', async () => {
    const { mentor, mentee } = await buildPair({ plan: { needs_review: true } })
    const { status, body } = await make(mentor, mentee)
    expect(status).toBe(200)
    expect(body).toMatchObject({ mentor, mentee, state: 'issued', score: 100, reason })
    expect((await active(mentee)).matchTrackers.map(({ id }) => id)).toEqual([body.id])
    expect(await make(mentor, mentee)).toMatchObject({ status: 409, body: { code: 'matching.already_offered' } })
  })

  test('is refused for people without a shared must, in different projects, on the same side, or kept apart', async () => {
    const { projectId, mentor, mentee } = await buildPair()
    const tamil = await buildSeeker(server, { projectId, part: 'mentee', answers: { languages: ['tamil'] } })
    const other = await buildPair()
    const nobody = await server.buildPerson()
    const refused = { status: 400, body: { code: 'matching.does_not_fit' } }
    for (const [one, two] of [
      [mentor, tamil],
      [mentor, other.mentee],
      [mentee, mentor],
      [mentor, nobody],
    ] as const)
      expect(await make(one, two)).toMatchObject(refused)
    await buildOffer(server, { mentorId: mentor, menteeId: mentee, state: 'rejected', endedBy: 'mentee' })
    expect(await make(mentor, mentee)).toMatchObject(refused)
    await apart(other.mentor, other.mentee)
    expect(await make(other.mentor, other.mentee)).toMatchObject(refused)
  })

  test('is refused without a free place, or for an unknown person', async () => {
    const { projectId, mentor, mentee } = await buildPair()
    const second = await buildSeeker(server, { projectId, part: 'mentor' })
    const waiting = await buildSeeker(server, { projectId, part: 'mentee' })
    await buildOffer(server, { mentorId: mentor, menteeId: waiting, state: 'chosen' })
    const another = await buildSeeker(server, { projectId, part: 'mentee' })
    expect(await make(mentor, another)).toMatchObject({ status: 409, body: { code: 'matching.no_place' } })
    const gone = { status: 404, body: { code: 'matching.person_not_found' } }
    expect(await make(ABSENT, another)).toMatchObject(gone)
    await server.db.updateTable('person').set({ disabled_at: server.clock.now() }).where('id', '=', another).execute()
    expect(await make(second, another)).toMatchObject(gone)
    expect((await make(mentor, mentee, mentee)).status).toBe(403)
  })

  test('can be withdrawn while it is open, which releases the mentee', async () => {
    const { mentor, mentee } = await buildPair()
    const id = await buildOffer(server, { mentorId: mentor, menteeId: mentee, state: 'chosen' })
    await server.db.updateTable('person').set({ matching_status: 'ON_HOLD' }).where('id', '=', mentee).execute()
    expect((await withdraw(id, 'The mentor is ill.')).body).toMatchObject({
      id,
      state: 'withdrawn',
      reason: 'The mentor is ill.',
    })
    expect([await statusOf(mentee), (await active(mentee)).screen]).toEqual(['READY', 1])
    expect(await withdraw(id)).toMatchObject({ status: 409, body: { code: 'matching.over' } })
    expect(await withdraw(ABSENT)).toMatchObject({ status: 404, body: { code: 'matching.not_found' } })
  })
})

describe('keeping two people apart', () => {
  test('ends their open offer, applies to every run, and can be repeated', async () => {
    const { projectKey, mentor, mentee } = await buildPair()
    await buildOffer(server, { mentorId: mentor, menteeId: mentee })
    expect((await apart(mentor, mentee)).status).toBe(200)
    expect((await active(mentee)).screen).toBe(1)
    expect((await apart(mentor, mentee)).status).toBe(200)
    const { body } = await server.ask(staff, calls.runMatching, { body: { project: projectKey, dryRun: true } })
    expect(body.proposalCount).toBe(0)
    expect(await apart(mentor, ABSENT)).toMatchObject({ status: 404, body: { code: 'matching.person_not_found' } })
  })

  test('also ends an offer that is being made concurrently', async () => {
    const { projectId, mentor, mentee } = await buildPair()
    const wait = Promise.withResolvers<void>()
    const made = Promise.withResolvers<number>()
    const offering = inTransaction(server.app.world, server.app.log, async (ctx) => {
      const [id] = await issueOffers(ctx, projectId, [{ mentorId: mentor, menteeId: mentee, score: 50, reasons: [] }])
      made.resolve(id ?? 0)
      await wait.promise
    })
    const id = await made.promise
    const keeping = apart(mentor, mentee)
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await vi.waitUntil(async () => ((await server.pool.query(waiting)).rowCount ?? 0) > 0, { timeout: 40_000 })
    wait.resolve()
    await offering
    expect((await keeping).status).toBe(200)
    expect(await stateOf(id)).toBe('withdrawn')
  })
})

describe('a seeker', () => {
  test('is listed by waiting time, with places and approval', async () => {
    const { projectId, projectKey } = await buildMatching(server, { plan: { places: 2 } })
    const late = await buildSeeker(server, { projectId, part: 'mentee', approved: false })
    const early = await buildSeeker(server, { projectId, part: 'mentor', since: new Date('2026-01-01T00:00:00Z') })
    const { body } = await server.ask(staff, calls.listSeekers, { query: { project: projectKey } })
    expect(body).toMatchObject({
      seekers: [
        { person: early, part: 'mentor', project: projectKey, isApproved: true, places: 2 },
        { person: late, part: 'mentee', isApproved: false, places: 1 },
      ],
      hasNextPage: false,
    })
  })

  test('can be approved and given places', async () => {
    const { projectId } = await buildMatching(server)
    const mentor = await buildSeeker(server, { projectId, part: 'mentor', approved: false })
    expect((await set(mentor, { isApproved: true, places: 4 })).body.seeker).toMatchObject({ isApproved: true, places: 4 })
    expect((await set(mentor, { isApproved: false })).body.seeker).toMatchObject({ isApproved: false, places: 4 })
  })

  test('who is a full mentor returns to the pool with more places, and leaves it with fewer', async () => {
    const { projectId, mentor, mentee } = await buildPair({ plan: { places: 2 } })
    await set(mentor, { places: 1 })
    const id = await buildOffer(server, { mentorId: mentor, menteeId: mentee, state: 'chosen' })
    const body = { interestSet: [{ id, interestStatus: 'INTERESTED' as const }] }
    expect((await server.ask(mentor, setMatchStatus, { body })).body).toEqual({ status: 'SUCCESS' })
    expect(await statusOf(mentor)).toBeNull()
    expect((await set(mentor, { places: 3 })).body.seeker).toMatchObject({ person: mentor, isApproved: true, places: 3 })
    const waiting = await buildSeeker(server, { projectId, part: 'mentee' })
    await buildOffer(server, { mentorId: mentor, menteeId: waiting })
    expect(await set(mentor, { places: 1 })).toMatchObject({ status: 200, body: { seeker: null } })
    expect([await statusOf(mentor), (await active(waiting)).screen]).toEqual([null, 1])
  })

  test('who gets fewer places loses the latest choices and pending offers, and can confirm the remaining ones', async () => {
    const { projectId, mentor, mentee } = await buildPair({ plan: { places: 2 } })
    const [late, looking] = [
      await buildSeeker(server, { projectId, part: 'mentee' }),
      await buildSeeker(server, { projectId, part: 'mentee' }),
    ]
    const early = { turnStartedAt: new Date(server.clock.now().getTime() - 3_600_000) }
    const first = await buildOffer(server, { mentorId: mentor, menteeId: mentee, state: 'chosen', ...early })
    const second = await buildOffer(server, { mentorId: mentor, menteeId: late, state: 'chosen' })
    const card = await buildOffer(server, { mentorId: mentor, menteeId: looking })
    expect((await set(mentor, { places: 1 })).body.seeker).toMatchObject({ places: 1 })
    expect([await stateOf(first), await stateOf(second), await stateOf(card)]).toEqual(['chosen', 'withdrawn', 'withdrawn'])
    expect([await statusOf(late), (await active(looking)).screen]).toEqual(['READY', 1])
  })

  test('whose approval is withdrawn loses all offers, and cannot be offered by staff', async () => {
    const { projectId, mentor, mentee } = await buildPair({ plan: { needs_approval: true } })
    const other = await buildSeeker(server, { projectId, part: 'mentee' })
    const [chosen, card] = [
      await buildOffer(server, { mentorId: mentor, menteeId: mentee, state: 'chosen' }),
      await buildOffer(server, { mentorId: mentor, menteeId: other }),
    ]
    const proposed = await buildOffer(server, {
      mentorId: await buildSeeker(server, { projectId, part: 'mentor', approved: false }),
      menteeId: other,
      state: 'proposed',
    })
    expect((await set(mentor, { isApproved: false })).body.seeker).toMatchObject({ isApproved: false })
    expect([await stateOf(chosen), await stateOf(card)]).toEqual(['unavailable', 'unavailable'])
    expect(await statusOf(mentee)).toBe('READY')
    expect(await make(mentor, other)).toMatchObject({ status: 400, body: { code: 'matching.does_not_fit' } })
    expect((await publish([proposed])).body).toEqual({ published: 0 })
    await set(mentor, { isApproved: true })
    expect((await make(mentor, other)).status).toBe(200)
  })

  test('who is removed returns only through staff', async () => {
    const { mentor, mentee } = await buildPair()
    const offer = await buildOffer(server, { mentorId: mentor, menteeId: mentee })
    expect((await set(mentee, { isSeeking: false })).body).toEqual({ seeker: null })
    expect([await statusOf(mentee), (await active(mentee)).screen]).toEqual([null, 1])
    const { state } = await server.db.selectFrom('match_offer').select('state').where('id', '=', offer).executeTakeFirstOrThrow()
    expect(state).toBe('unavailable')
    const admin = await server.buildPerson({ role: 'Admin' })
    await markSecondFactor(server, admin)
    await server.ask(admin, setFlags, { params: { personId: mentee }, body: { curriculum: 'use' } })
    expect(await statusOf(mentee)).toBeNull()
    expect((await set(mentee, { isSeeking: true })).body.seeker).toMatchObject({ person: mentee })
    expect(await statusOf(mentee)).toBe('READY')
    // A person without answers cannot be put into the pool.
    await set(mentee, { isSeeking: false })
    await server.db.deleteFrom('stage_answer').where('person_id', '=', mentee).execute()
    expect(await set(mentee, { isSeeking: true })).toMatchObject({ status: 400, body: { code: 'matching.does_not_fit' } })
    expect(await set(await server.buildPerson(), { isApproved: true })).toMatchObject({ status: 400 })
    expect(await set(ABSENT, {})).toMatchObject({ status: 404, body: { code: 'matching.person_not_found' } })
  })
})

describe('forming groups', () => {
  test('are listed, stalled ones first', async () => {
    const young = await buildFormingGroup(2)
    const stalled = await buildFormingGroup(1, { stalledAt: server.clock.now() })
    const { groups } = (await server.ask(staff, calls.listGroups, { query: {} })).body
    expect(groups[0]).toMatchObject({ id: stalled.id, mentor: stalled.mentorId, isStalled: true, groupSize: 4 })
    expect(groups.find(({ id }) => id === young.id)?.mentees.map(({ id }) => id)).toEqual(young.menteeIds)
  })

  test('can be started below their size, postponed or dissolved by staff', async () => {
    const [started, postponed, dissolved] = [await buildFormingGroup(1), await buildFormingGroup(1), await buildFormingGroup(1)]
    expect((await settle(started.id, 'start')).status).toBe(200)
    expect(await statusOf(started.menteeIds[0] ?? 0)).toBeNull()
    expect((await settle(postponed.id, 'wait')).status).toBe(200)
    expect((await active(postponed.mentorId)).screen).toBe(4)
    expect((await settle(dissolved.id, 'dissolve')).status).toBe(200)
    expect(await statusOf(dissolved.menteeIds[0] ?? 0)).toBe('READY')
    for (const { id } of [started, dissolved])
      expect(await settle(id, 'wait')).toMatchObject({ status: 409, body: { code: 'matching.over' } })
    expect(await settle(ABSENT, 'start')).toMatchObject({ status: 404, body: { code: 'matching.no_group' } })
  })
})

describe('[STF-03] a manager of one programme', () => {
  test('reads the pool, offers and groups of that programme only, and the counts of what waits there', async () => {
    const own = await buildPair({ plan: { needs_review: true } })
    const foreign = await buildPair({ plan: { needs_review: true } })
    const manager = await buildStaffOf(server, 'ProgramManager', own.projectId)
    const offer = await buildOffer(server, { mentorId: own.mentor, menteeId: own.mentee, state: 'proposed' })
    await buildOffer(server, { mentorId: foreign.mentor, menteeId: foreign.mentee, state: 'proposed' })
    const ask = {
      seekers: async () => (await server.ask(manager, calls.listSeekers, { query: {} })).body.seekers.map(({ person }) => person),
      offers: async () => (await server.ask(manager, calls.listStaffOffers, { query: {} })).body.offers.map(({ id }) => id),
      groups: async () => (await server.ask(manager, calls.listGroups, { query: {} })).body.groups,
    }
    expect(new Set(await ask.seekers())).toEqual(new Set([own.mentor, own.mentee]))
    expect([await ask.offers(), await ask.groups()]).toEqual([[offer], []])
    expect((await server.ask(manager, getConsole, {})).body.waiting).toMatchObject({ matching: 1, groups: 0 })
  })

  test('cannot run or change anything in another programme, and gets the same reply as for unknown ids', async () => {
    const own = await buildPair()
    const foreign = await buildPair({ plan: { needs_review: true } })
    const { id: group } = await buildFormingGroup(1)
    const manager = await buildStaffOf(server, 'ProgramManager', own.projectId)
    const offer = await buildOffer(server, { mentorId: foreign.mentor, menteeId: foreign.mentee, state: 'proposed' })
    const run = (project: string) => server.ask(manager, calls.runMatching, { body: { project, dryRun: true } })
    expect(await run(foreign.projectKey)).toMatchObject({ status: 404, body: (await run('nowhere')).body })
    expect((await run(own.projectKey)).status).toBe(200)
    const publishing = await server.ask(manager, calls.publishOffers, { body: { offers: [offer, ABSENT] } })
    expect([publishing.body, await stateOf(offer)]).toEqual([{ published: 0 }, 'proposed'])
    const unknown = { status: 404, body: { code: 'matching.person_not_found' } }
    expect(await make(foreign.mentor, foreign.mentee, manager)).toMatchObject(unknown)
    expect(await make(own.mentor, foreign.mentee, manager)).toMatchObject(unknown)
    const pair = { mentor: own.mentor, mentee: foreign.mentee, reason }
    expect(await server.ask(manager, calls.keepApart, { body: pair })).toMatchObject(unknown)
    const set = { params: { personId: foreign.mentor }, body: { isApproved: false } }
    expect(await server.ask(manager, calls.setSeeker, set)).toMatchObject(unknown)
    const withdrawing = await server.ask(manager, calls.withdrawOffer, { params: { id: offer }, body: { reason } })
    expect(withdrawing).toMatchObject({ status: 404, body: { code: 'matching.not_found' } })
    const settling = await server.ask(manager, calls.settleGroup, { params: { id: group }, body: { what: 'dissolve' } })
    expect(settling).toMatchObject({ status: 404, body: { code: 'matching.no_group' } })
  })
})

test('[TOD-12] a dry run gives the reasons of each pair and of those left over, in words and counts', async () => {
  const { projectKey, projectId, mentee } = await buildPair()
  const tamil = await buildSeeker(server, { projectId, part: 'mentee', answers: { languages: ['tamil'] } })
  const { body } = await server.ask(staff, calls.runMatching, { body: { project: projectKey, dryRun: true } })
  expect(body).toMatchObject({ freePlaces: 1, waitsSince: expect.any(String), proposals: [{ mentee }] })
  const compared = body.proposals[0]?.compared ?? []
  expect(compared.reduce((sum, { points }) => sum + points, 0)).toBe(body.proposals[0]?.score)
  expect(compared.flatMap(({ shared }) => shared)).not.toEqual([])
  expect(body.leftOver).toMatchObject([{ person: tamil, reason: 'nobody_fits', criterion: 'languages' }])
  expect(body.leftOverBy).toMatchObject([{ part: 'mentee', reason: 'nobody_fits', count: 1 }])
  expect(body.leftOverBy[0]?.criterionName).toBe(body.leftOver[0]?.criterionName)
  expect(new Set(body.fairness.map(({ attribute }) => attribute)).has('languages')).toBe(true)
})

test('[TOD-12] the pool can be limited to one side and to people without an offer', async () => {
  const { projectKey, projectId, mentor, mentee } = await buildPair()
  const waiting = await buildSeeker(server, { projectId, part: 'mentee' })
  await buildOffer(server, { mentorId: mentor, menteeId: mentee })
  const pool = async (query: { part?: 'mentor' | 'mentee'; withoutOffer?: '1' }) =>
    (await server.ask(staff, calls.listSeekers, { query: { project: projectKey, ...query } })).body.seekers
  expect((await pool({ part: 'mentor' })).map(({ person, openOffers }) => [person, openOffers])).toEqual([[mentor, 1]])
  expect((await pool({ withoutOffer: '1' })).map(({ person }) => person)).toEqual([waiting])
})

test('[TOD-12] a trial names who is new, gone and proposed to somebody else since the last run', async () => {
  const { projectId, projectKey: project, mentor, mentee } = await buildPair()
  const run = async (dryRun = true) => (await server.ask(staff, calls.runMatching, { body: { project, dryRun } })).body.changes
  expect(await run()).toBeNull()
  expect(await run()).toMatchObject({ sinceDryRun: true, newCount: 0, goneCount: 0, changedCount: 0, rows: [] })
  const other = await buildSeeker(server, { projectId, part: 'mentor' })
  const added = await buildSeeker(server, { projectId, part: 'mentee' })
  await apart(mentor, mentee)
  const changes = await run()
  expect(changes).toMatchObject({ newCount: 1, goneCount: 0, changedCount: 1 })
  expect(new Map(changes?.rows.map((row) => [row.mentee, row.what]))).toEqual(
    new Map([
      [mentee, 'changed'],
      [added, 'new'],
    ]),
  )
  expect(changes?.rows.find((row) => row.mentee === mentee)).toMatchObject({
    before: [expect.any(String)],
    now: [expect.any(String)],
  })
  await set(other, { isSeeking: false })
  await set(added, { isSeeking: false })
  expect(await run()).toMatchObject({ newCount: 0, goneCount: 2, changedCount: 0 })
  // What a run offers is not gone.
  await set(added, { isSeeking: true })
  expect(await run(false)).toMatchObject({ newCount: 1 })
  expect(await run()).toMatchObject({ sinceDryRun: false, newCount: 0, goneCount: 0, changedCount: 0 })
})

test('[TOD-12] a mentee who chose one of the proposed mentors is not named as gone', async () => {
  const { projectId, projectKey: project, mentor, mentee } = await buildPair()
  await buildSeeker(server, { projectId, part: 'mentor' })
  const run = async () => (await server.ask(staff, calls.runMatching, { body: { project, dryRun: true } })).body
  expect(await run()).toMatchObject({ proposalCount: 2 })
  const { body: offer } = await make(mentor, mentee)
  const choice = { interestSet: [{ id: offer.id, interestStatus: 'INTERESTED' as const }] }
  expect((await server.ask(mentee, setMatchStatus, { body: choice })).status).toBe(200)
  expect(await run()).toMatchObject({ proposalCount: 0, changes: { newCount: 0, goneCount: 0, changedCount: 0, rows: [] } })
})

test('[TOD-12] two people who were kept apart can be allowed again, by those who manage both programmes', async () => {
  const { projectId, projectKey: project, mentor, mentee } = await buildPair()
  const elsewhere = await buildPair()
  await apart(mentor, mentee)
  const list = async (who: number) =>
    (await server.ask(who, calls.listApart, { query: { project } })).body.pairs.map((pair) => [pair.mentor, pair.mentee])
  const allow = (who: number | null, body = { mentor, mentee, reason }) => server.ask(who, calls.allowTogether, { body })
  const manager = await buildStaffOf(server, 'ProgramManager', projectId)
  const stranger = await buildStaffOf(server, 'ProgramManager', elsewhere.projectId)
  expect([await list(staff), await list(manager), await list(stranger)]).toEqual([[[mentor, mentee]], [[mentor, mentee]], []])
  const { body } = await server.ask(manager, calls.listApart, { query: {} })
  expect(body).toMatchObject({ pairs: [{ mentor, mentee, reason, madeBy: expect.any(String) }], hasNextPage: false })
  expect(await allow(stranger)).toMatchObject({ status: 404, body: { code: 'matching.person_not_found' } })
  expect([(await allow(null)).status, (await allow(mentee)).status]).toEqual([401, 403])
  expect((await allow(manager, { mentor, mentee, reason: 'x' })).status).toBe(400)
  expect((await allow(manager)).status).toBe(200)
  expect(await allow(manager)).toMatchObject({ status: 404, body: { code: 'matching.not_apart' } })
  expect(await list(manager)).toEqual([])
  const run = { body: { project, dryRun: true } }
  expect((await server.ask(manager, calls.runMatching, run)).body.proposalCount).toBe(1)
})
