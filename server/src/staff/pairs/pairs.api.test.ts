import { getProfile } from '@saathi/contract/accounts/calls'
import { listLooksAtMe } from '@saathi/contract/accounts/look-calls'
import { endRight, listTeam } from '@saathi/contract/accounts/team-calls'
import type { CallInput } from '@saathi/contract/core/call'
import { endMentorship } from '@saathi/contract/mentorship/staff-calls'
import { setBlackout, setChannelMember } from '@saathi/contract/chat/staff-calls'
import * as calls from '@saathi/contract/staff/pair-calls'
import { listPeople, Stage } from '@saathi/contract/staff/people-calls'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildChannel, plantMessages } from '../../../test/chat-channels.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { beginSession } from '../../../test/hub-sessions.ts'
import { markSecondFactor } from '../../../test/matrix/second-factor.ts'
import { buildMentorship } from '../../../test/mentorships.ts'
import { recordedCalls } from '../../../test/recorded-calls.ts'
import { buildStaff, buildStaffOf } from '../../../test/staff-rights.ts'
import { buildCallers, planCall } from '../../../test/video-rooms.ts'

const ABSENT = 2_000_000_000
const reason = 'Before a call'
let server: TestServer
let admin: number
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  server.clock.reset()
  admin = await buildStaff(server, 'Admin')
})

type Query = CallInput<typeof calls.listPairs>['query']
const list = (by: number, query: Query = {}) => server.ask(by, calls.listPairs, { query })
const idsOf = async (by: number, query: Query = {}) => (await list(by, query)).body.pairs.map(({ id }) => id)
const open = (by: number | null, id: number) => server.ask(by, calls.getPairFacts, { params: { id }, query: { reason } })
const nameOf = async (who: number) => (await server.ask(who, getProfile, {})).body.displayName

describe('the list of pairs', () => {
  test('[STF-03] shows the pairs of the programme of a right, and nothing once the right has ended', async () => {
    const [own, foreign] = [await buildMentorship(server), await buildMentorship(server)]
    const manager = await buildStaffOf(server, 'ProgramManager', own.projectId)
    expect(await idsOf(manager)).toEqual([own.id])
    expect(await idsOf(manager, { programme: foreign.projectId })).toEqual([])
    expect(await open(manager, foreign.id)).toMatchObject({ status: 404, body: (await open(manager, ABSENT)).body })
    const { members } = (await server.ask(admin, listTeam, {})).body
    for (const { id } of members.find(({ personId }) => personId === manager)?.rights ?? [])
      await server.ask(admin, endRight, { params: { id }, body: {} })
    expect((await list(manager)).body.code).toBe('core.forbidden')
    expect((await open(manager, own.id)).body.code).toBe('core.forbidden')
  })

  test('[STF-03] a coordinator sees the pairs they manage now, and may only read', async () => {
    const pair = await buildMentorship(server, { withPairManager: true })
    const other = await buildMentorship(server, { withPairManager: true })
    const coordinator = pair.pairManagerId ?? 0
    await markSecondFactor(server, coordinator)
    expect(await idsOf(coordinator)).toEqual([pair.id])
    expect((await open(coordinator, pair.id)).body).toMatchObject({ id: pair.id, canManage: false, canPause: false })
    expect((await open(coordinator, other.id)).body.code).toBe('mentorship.not_found')
    const ending = await server.ask(coordinator, endMentorship, { params: { id: pair.id }, body: { reason } })
    expect(ending.body.code).toBe('core.forbidden')
    // With a right in another programme only, a pair is not theirs to look after.
    const elsewhere = await buildStaffOf(server, 'PairManager', other.projectId)
    const manager = { mentorship_id: other.id, person_id: elsewhere, part: 'pair_manager', joined_at: server.clock.now() }
    await server.db
      .insertInto('mentorship_member')
      .values([manager, { ...manager, mentorship_id: pair.id }])
      .execute()
    expect(await idsOf(elsewhere)).toEqual([other.id])
    expect((await open(elsewhere, pair.id)).body.code).toBe('mentorship.not_found')
  })

  test('is filtered by state, coordinator and the names of any members', async () => {
    const pair = await buildMentorship(server, { withPairManager: true })
    const plain = await buildMentorship(server)
    await server.ask(admin, endMentorship, { params: { id: plain.id }, body: { reason } })
    expect(await idsOf(admin, { programme: pair.projectId, state: 'running' })).toEqual([pair.id])
    expect(await idsOf(admin, { programme: pair.projectId, state: 'ended' })).toEqual([])
    expect(await idsOf(admin, { programme: plain.projectId, state: 'ended' })).toEqual([plain.id])
    const coordinator = pair.pairManagerId ?? 0
    expect(await idsOf(admin, { coordinator })).toEqual([pair.id])
    expect(await idsOf(admin, { unmanaged: '1', programme: pair.projectId })).toEqual([])
    expect((await list(admin)).body.coordinators).toContainEqual({ id: coordinator, name: await nameOf(coordinator) })
    const rename = (id: number, first_name: string) =>
      server.db.updateTable('person').set({ first_name }).where('id', '=', id).execute()
    await rename(pair.mentorId, 'Zubair')
    await rename(pair.menteeIds[0] ?? 0, 'Yashoda')
    expect(await idsOf(admin, { search: 'yash zub' })).toEqual([pair.id])
    expect(await idsOf(admin, { search: 'yash nobody' })).toEqual([])
  })

  test('pages without losing or repeating a pair, in each order, and refuses a foreign cursor', async () => {
    const first = await buildMentorship(server)
    const manager = await buildStaffOf(server, 'ProgramManager', first.projectId)
    const rows = Array.from({ length: 52 }, () => ({
      project_id: first.projectId,
      group_type: '1to1',
      started_at: server.clock.now(),
    }))
    await server.db.insertInto('mentorship').values(rows).execute()
    for (const sort of ['newest', 'oldest'] as const) {
      const one = (await list(manager, { sort })).body
      expect([one.pairs.length, one.total]).toEqual([50, 53])
      const two = (await list(manager, { sort, after: one.next ?? '' })).body
      expect([two.pairs.length, two.next]).toEqual([3, null])
      expect(new Set([...one.pairs, ...two.pairs].map(({ id }) => id)).size).toBe(53)
      const wrong = await list(manager, { sort: sort === 'newest' ? 'oldest' : 'newest', after: one.next ?? '' })
      expect(wrong).toMatchObject({ status: 400, body: { code: 'staff.bad_cursor' } })
    }
    expect((await list(manager, { after: 'x' })).body.code).toBe('staff.bad_cursor')
  })
})

describe('the page of a pair', () => {
  test('[STF-13] needs a reason, and both members see that it was opened', async () => {
    const { id, mentorId, menteeIds } = await buildMentorship(server)
    const without = await server.ask(admin, calls.getPairFacts, { params: { id }, query: { reason: '' } })
    expect(without.status).toBe(400)
    expect((await open(admin, id)).status).toBe(200)
    for (const who of [mentorId, ...menteeIds]) {
      const { looks } = (await server.ask(who, listLooksAtMe, { query: {} })).body
      expect(looks).toMatchObject([{ what: 'opened_pair', reason }])
    }
    for (const who of [mentorId, null]) expect([401, 403]).toContain((await open(who, id)).status)
  })

  test('counts sessions that everyone completed, by member and session, with their days', async () => {
    const { id, mentorId, menteeIds, sessions } = await buildMentorship(server)
    const [asha = 0] = menteeIds
    const [first, second] = sessions
    if (!first || !second) throw new Error('a pair has two sessions')
    for (const who of [mentorId, asha]) await beginSession(server, who, first, { mentorshipId: id })
    await beginSession(server, asha, second, { mentorshipId: id })
    const finish = (who: number, sessionId: number) =>
      server.db
        .updateTable('session_progress')
        .set({ status: 'PARTIAL_COMPLETE', completed_at: server.clock.now() })
        .where('person_id', '=', who)
        .where('session_id', '=', sessionId)
        .execute()
    await finish(asha, first.id)
    expect((await open(admin, id)).body.sessionsDone).toBe(0)
    await finish(mentorId, first.id)
    await finish(asha, second.id)
    const { body } = await open(admin, id)
    expect(body.sessionsDone).toBe(1)
    expect(body.members.map(({ id: member, part, sessionsDone }) => [member, part, sessionsDone])).toEqual([
      [mentorId, 'mentor', 1],
      [asha, 'mentee', 2],
    ])
    expect(body.sessions).toMatchObject([
      { id: first.id, doneBy: expect.arrayContaining([asha, mentorId]) },
      { id: second.id, doneBy: [asha], startedBy: [asha] },
    ])
    const row = (await list(admin, { programme: body.programme.id })).body.pairs[0]
    expect(row).toMatchObject({ sessionsDone: 1, sessionCount: 2, callCount: 0, lastCallAt: null })
  })

  test('counts messages and calls without their content, and shows a pause until its end', async () => {
    const { id, channelId, mentorId } = await buildChannel(server)
    await plantMessages(server, { channelId, senderId: mentorId, count: 3 })
    const until = new Date(server.clock.now().getTime() + 3_600_000).toISOString()
    const paused = await server.ask(admin, setBlackout, { params: { id: channelId }, body: { until, reason } })
    expect(paused.status).toBe(200)
    const { body } = await open(admin, id)
    expect(body.channels).toMatchObject([{ id: channelId, kind: 'pair', messageCount: 3, pausedUntil: until }])
    const taking = { params: { id: channelId, personId: mentorId }, body: { isActive: false, reason } }
    expect((await server.ask(admin, setChannelMember, taking)).status).toBe(200)
    const [channel] = (await open(admin, id)).body.channels
    expect(channel?.members.map((member) => [member.id === mentorId, member.isActive])).toContainEqual([true, false])
    expect(channel?.members.filter(({ isActive }) => isActive)).toHaveLength((channel?.members.length ?? 0) - 1)
    const bodies = await server.db.selectFrom('chat_message').select('body').where('channel_id', '=', channelId).execute()
    for (const { body: words } of bodies) expect(JSON.stringify(body)).not.toContain(words)
    server.clock.advance(3_601)
    await markSecondFactor(server, admin)
    expect((await open(admin, id)).body.channels).toMatchObject([{ pausedUntil: null }])
  })

  test('counts a call once two people were in it', async () => {
    const callers = await buildCallers(server)
    const { room } = await planCall(server, callers, { at: server.clock.now() })
    const video = recordedCalls(server)
    await video.enter(callers.mentorId, room)
    expect((await open(admin, callers.id)).body).toMatchObject({ callCount: 0, calls: [] })
    await video.enter(callers.menteeId, room)
    const { body } = await open(admin, callers.id)
    expect(body).toMatchObject({ callCount: 1, calls: [{ minutes: 0 }] })
    expect((await list(admin, { programme: body.programme.id })).body.pairs).toMatchObject([{ callCount: 1 }])
  })
})

test('each figure of the overview is the length of the list that it opens', async () => {
  const pair = await buildMentorship(server, { withPairManager: true })
  const manager = await buildStaffOf(server, 'ProgramManager', pair.projectId)
  const overview = async (by: number) => (await server.ask(by, calls.getOverview, {})).body
  expect(await overview(manager)).toMatchObject({ stages: { in_pair: 2, preparing: 0 }, pairsRunning: 1, pairsUnmanaged: 0 })
  const { stages, pairsRunning, pairsUnmanaged } = await overview(admin)
  for (const [stage, count] of Object.entries(stages)) {
    const { total } = (await server.ask(admin, listPeople, { query: { stage: Stage.parse(stage) } })).body
    expect([stage, count]).toEqual([stage, total])
  }
  expect(pairsRunning).toBe((await list(admin, { state: 'running' })).body.total)
  expect(pairsUnmanaged).toBe((await list(admin, { state: 'running', unmanaged: '1' })).body.total)
})
