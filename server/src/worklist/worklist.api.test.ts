import { getProfile } from '@saathi/contract/accounts/calls'
import { endRight, listTeam } from '@saathi/contract/accounts/team-calls'
import { endMentorship } from '@saathi/contract/mentorship/staff-calls'
import * as calls from '@saathi/contract/worklist/calls'
import { MAX_SNOOZE_DAYS } from '@saathi/contract/worklist/rules'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { chatWriter } from '#chat/write/writer.ts'
import type { CallInput } from '@saathi/contract/core/call'
import { plantMessages } from '../../test/chat-channels.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { buildStaff, buildStaffOf } from '../../test/staff-rights.ts'
import { markSecondFactor } from '../../test/matrix/second-factor.ts'
import { buildLookedAfter, dayIn, daysFrom, plantCall, review } from '../../test/worklist.ts'

const ABSENT = 2_000_000_000
const reason = 'She is on leave'
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

type Query = CallInput<typeof calls.listWork>['query']
const list = async (by: number, query: Query = {}) =>
  (await server.ask(by, calls.listWork, { query: { view: 'team', ...query } })).body
const rulesOf = async (by: number, query: Query = {}) => (await list(by, query)).items.map(({ rule }) => rule)
const assign = (by: number | null, id: number, personId: number | null) =>
  server.ask(by, calls.assignWork, { params: { id }, body: { personId } })
const snooze = (by: number | null, id: number, until: string | null, why = 'Exams until then') =>
  server.ask(by, calls.snoozeWork, { params: { id }, body: { until, reason: why } })
const presence = (by: number | null, id: number, isOpen = true) =>
  server.ask(by, calls.setWorkPresence, { params: { id }, body: { isOpen } })
const handOver = (by: number | null, from: number, to: number) => server.ask(by, calls.handOver, { body: { from, to, reason } })

/** A pair that has not met for eleven days, and its row. */
async function buildStalled() {
  const pair = await buildLookedAfter(server, { daysAgo: 11 })
  await review(server, { pairs: [pair.id] })
  const [item] = (await list(pair.manager)).items
  return { ...pair, itemId: item?.id ?? 0 }
}

describe('the list', () => {
  test('[TOD-01] names the rule, the fact, since when and whom, without a score, and closes a row when its fact is gone', async () => {
    const early = await buildLookedAfter(server, { daysAgo: 9 })
    const pair = await buildLookedAfter(server, { daysAgo: 11 })
    await review(server, { pairs: [early.id, pair.id] })
    expect(await rulesOf(early.coordinator)).toEqual([])
    const { items, counts, byRule, total } = await list(pair.coordinator, { view: 'mine' })
    expect(items).toMatchObject([
      {
        rule: 'no_first_meeting',
        subject: 'pair',
        limit: 10,
        mentorship: pair.id,
        owner: { id: pair.coordinator },
        closedAt: null,
      },
    ])
    expect(items[0]?.people.map(({ id, part }) => [id, part])).toEqual([
      [pair.mentorId, 'mentor'],
      [pair.menteeId, 'mentee'],
    ])
    expect(new Date(items[0]?.dueAt ?? 0).getTime() - new Date(items[0]?.since ?? 0).getTime()).toBe(10 * 86_400_000)
    expect(Object.keys(items[0] ?? {})).not.toContain('score')
    expect([counts, byRule, total]).toEqual([
      { mine: 1, team: 1, snoozed: 0, done: 0 },
      [{ rule: 'no_first_meeting', count: 1 }],
      1,
    ])
    await plantCall(server, { channelId: pair.channelId, personIds: [pair.mentorId, pair.menteeId], minutes: 9, daysAgo: 0.5 })
    await review(server, { pairs: [pair.id] })
    expect(await rulesOf(pair.coordinator)).toEqual(['no_first_meeting'])
    await plantCall(server, { channelId: pair.channelId, personIds: [pair.mentorId, pair.menteeId], minutes: 10, daysAgo: 0.5 })
    await review(server, { pairs: [pair.id] })
    const after = await list(pair.coordinator, { view: 'done' })
    expect(after.items).toMatchObject([{ rule: 'no_first_meeting', closedAt: expect.any(String) }])
    expect(after.counts).toEqual({ mine: 0, team: 0, snoozed: 0, done: 1 })
  })

  test('[TOD-01] follows an answer in the chat and the end of a pair by itself, while the jobs run', async () => {
    await server.app.startJobs(server.url)
    const pair = await buildLookedAfter(server, { daysAgo: 9 })
    await plantMessages(server, { channelId: pair.channelId, senderId: pair.menteeId, count: 1 })
    const written = { created_at: daysFrom(server.clock.now(), -8) }
    await server.db.updateTable('chat_message').set(written).where('channel_id', '=', pair.channelId).execute()
    await review(server, { pairs: [pair.id] })
    const [row] = (await list(pair.manager)).items
    expect(row).toMatchObject({ rule: 'unanswered', fact: { side: 'mentor', count: 1 } })
    server.delivered.length = 0
    const sent = await chatWriter(server.app.world).send({
      by: 'member',
      channelId: pair.channelId,
      senderId: pair.mentorId,
      tempId: 'answer',
      text: 'Sorry, I was travelling.',
    })
    expect(sent).toHaveProperty('row')
    await expect.poll(() => rulesOf(pair.manager), { timeout: 30_000 }).not.toContain('unanswered')
    const told = server.delivered.flatMap((each) => ('to' in each && each.event.type === 'worklist.changed' ? each.to : []))
    expect(told).toEqual(expect.arrayContaining([pair.manager, pair.coordinator]))
    expect(told).not.toContain(pair.mentorId)
    const stalled = await buildStalled()
    await server.ask(admin, endMentorship, { params: { id: stalled.id }, body: { reason } })
    await expect.poll(() => rulesOf(stalled.manager), { timeout: 30_000 }).toEqual([])
  })

  test('[STF-03] shows managers their programmes, coordinators their pairs, and nobody else anything', async () => {
    const [own, other] = [await buildStalled(), await buildStalled()]
    expect(await rulesOf(own.manager)).toEqual(['no_first_meeting'])
    expect(await rulesOf(own.manager, { programme: other.projectId })).toEqual([])
    const elsewhere = await buildStaffOf(server, 'PairManager', own.projectId)
    expect(await rulesOf(elsewhere)).toEqual([])
    for (const role of ['SafeguardingLead', 'Author', 'Viewer'] as const)
      expect((await server.ask(await buildStaff(server, role), calls.listWork, { query: {} })).body.code).toBe('core.forbidden')
    expect((await server.ask(own.mentorId, calls.listWork, { query: {} })).status).toBe(403)
    expect((await server.ask(null, calls.listWork, { query: {} })).status).toBe(401)
    const foreign = await assign(other.manager, own.itemId, other.manager)
    expect(foreign).toMatchObject({ status: 404, body: (await assign(other.manager, ABSENT, null)).body })
    expect((await server.ask(own.manager, calls.listWork, { query: { after: 'x' } })).body.code).toBe('worklist.bad_cursor')
  })

  test('pages with the longest overdue row first, without losing or repeating a row', async () => {
    const { projectId, manager } = await buildStalled()
    const now = server.clock.now()
    const rows = Array.from({ length: 60 }, (_, at) => ({
      rule: 'decision_waits',
      subject: 'programme',
      subject_id: 1_000_000 + projectId * 100 + at,
      project_id: projectId,
      since: daysFrom(now, -at),
      due_at: daysFrom(now, -(at % 7)),
      limit_value: 0,
      fact: JSON.stringify({ count: 1, everyDays: null, side: null, until: null }),
      opened_at: now,
    }))
    await server.db.insertInto('work_item').values(rows).execute()
    const one = await list(manager)
    const two = await list(manager, { after: one.next ?? '' })
    expect([one.items.length, two.items.length, one.total, two.next]).toEqual([50, 11, 61, null])
    const all = [...one.items, ...two.items]
    expect(new Set(all.map(({ id }) => id)).size).toBe(61)
    expect(all.map(({ dueAt }) => dueAt)).toEqual(all.map(({ dueAt }) => dueAt).toSorted())
    expect((await server.ask(manager, calls.listWork, { query: { view: 'mine', after: one.next ?? '' } })).body.code).toBe(
      'worklist.bad_cursor',
    )
  })
})

describe('a row', () => {
  test('[TOD-05] can be given to a colleague, taken, and left to the team', async () => {
    const { itemId, manager, coordinator, projectId, mentorId } = await buildStalled()
    expect((await assign(coordinator, itemId, manager)).body.item.owner).toMatchObject({ id: manager })
    expect(await rulesOf(coordinator, { view: 'mine' })).toEqual([])
    expect(await rulesOf(coordinator)).toEqual(['no_first_meeting'])
    expect((await assign(manager, itemId, null)).body.item.owner).toBeNull()
    expect(await rulesOf(coordinator, { view: 'mine' })).toEqual(['no_first_meeting'])
    const { displayName } = (await server.ask(manager, getProfile, {})).body
    expect((await assign(manager, itemId, manager)).body.item.owner).toEqual({ id: manager, name: displayName })
    const foreign = await buildStaffOf(server, 'ProgramManager', (await buildLookedAfter(server)).projectId)
    for (const id of [mentorId, foreign, ABSENT, await buildStaffOf(server, 'Viewer', projectId)])
      expect(await assign(manager, itemId, id)).toMatchObject({ status: 400, body: { code: 'worklist.colleague_cannot' } })
  })

  test('[TOD-05] is snoozed with a reason until a future day within the limit, and comes back on that day', async () => {
    const { itemId, manager, id } = await buildStalled()
    for (const until of [dayIn(server, 0), dayIn(server, -3), dayIn(server, MAX_SNOOZE_DAYS + 1), '9999-12-31'])
      expect(await snooze(manager, itemId, until)).toMatchObject({ status: 400, body: { code: 'worklist.bad_snooze' } })
    expect((await snooze(manager, itemId, dayIn(server, 3), ' ')).body.code).toBe('worklist.no_reason')
    const until = dayIn(server, 3)
    expect((await snooze(manager, itemId, until)).body.item.snoozed).toMatchObject({ until, reason: 'Exams until then' })
    expect([await rulesOf(manager), await rulesOf(manager, { view: 'snoozed' })]).toEqual([[], ['no_first_meeting']])
    await review(server, { pairs: [id] })
    expect(await rulesOf(manager)).toEqual([])
    server.clock.advance(3 * 86_400)
    await markSecondFactor(server, manager)
    expect(await rulesOf(manager)).toEqual(['no_first_meeting'])
    expect((await snooze(manager, itemId, null, '')).body.item.snoozed).toBeNull()
    expect(await rulesOf(manager)).toEqual(['no_first_meeting'])
  })

  test('[TOD-05] shows colleagues who else has it open, until they leave it or go away', async () => {
    const { itemId, manager, coordinator } = await buildStalled()
    server.delivered.length = 0
    expect((await presence(coordinator, itemId)).body.readers).toEqual([])
    expect(server.delivered).toMatchObject([{ to: expect.arrayContaining([manager]), event: { type: 'worklist.changed' } }])
    expect((await list(manager)).items[0]?.readers).toMatchObject([{ id: coordinator }])
    expect((await presence(manager, itemId)).body.readers).toMatchObject([{ id: coordinator }])
    await presence(coordinator, itemId, false)
    expect((await list(manager)).items[0]?.readers).toEqual([])
    await presence(coordinator, itemId)
    server.clock.advance(calls.WORK_PRESENCE_SECONDS + 1)
    expect((await presence(manager, itemId)).body.readers).toEqual([])
    expect((await presence(manager, ABSENT)).body.code).toBe('worklist.item_not_found')
  })

  test('that was solved in the meantime can no longer be given away or put off', async () => {
    const { itemId, manager, channelId, mentorId, menteeId, id } = await buildStalled()
    await plantCall(server, { channelId, personIds: [mentorId, menteeId], minutes: 30, daysAgo: 1 })
    await review(server, { pairs: [id] })
    expect(await assign(manager, itemId, manager)).toMatchObject({ status: 409, body: { code: 'worklist.item_closed' } })
    expect((await snooze(manager, itemId, dayIn(server, 2))).body.code).toBe('worklist.item_closed')
  })
})

describe('a caseload', () => {
  test('[TOD-10] moves in one act, with pairs, chats, contacts and rows', async () => {
    const pair = await buildStalled()
    const next = await buildStaffOf(server, 'PairManager', pair.projectId)
    const { colleagues } = (await server.ask(pair.manager, calls.listColleagues, {})).body
    expect(colleagues.find(({ id }) => id === pair.coordinator)).toMatchObject({
      caseload: { pairs: 1, contacts: 2, rows: 1 },
      canHandOver: true,
    })
    const own = (await server.ask(pair.coordinator, calls.listColleagues, {})).body.colleagues
    expect(own.filter(({ canHandOver }) => canHandOver)).toMatchObject([
      { id: pair.coordinator, caseload: { pairs: 1, contacts: 2 } },
    ])
    const done = await handOver(pair.manager, pair.coordinator, next)
    expect(done.body).toEqual({ moved: { pairs: 1, contacts: 2, rows: 1 } })
    expect([await rulesOf(pair.coordinator), await rulesOf(next)]).toEqual([[], ['no_first_meeting']])
    const members = server.db.selectFrom('chat_member').select(['person_id as id', 'is_active as isActive'])
    const inChat = await members.where('channel_id', '=', pair.channelId).execute()
    expect(inChat.filter(({ id }) => id === pair.coordinator || id === next)).toEqual(
      expect.arrayContaining([
        { id: pair.coordinator, isActive: false },
        { id: next, isActive: true },
      ]),
    )
    // And back: somebody who was there before comes back.
    expect((await handOver(next, next, pair.coordinator)).body).toMatchObject({ moved: { pairs: 1 } })
    expect(await rulesOf(pair.coordinator)).toEqual(['no_first_meeting'])
  })

  test('[TOD-10] cannot be handed to somebody who may not look after it, nor to oneself', async () => {
    const pair = await buildStalled()
    const other = await buildLookedAfter(server)
    expect((await handOver(pair.manager, pair.coordinator, pair.coordinator)).body.code).toBe('worklist.to_oneself')
    for (const to of [other.manager, pair.mentorId, pair.manager, ABSENT])
      expect([to, (await handOver(pair.manager, pair.coordinator, to)).body.code]).toEqual([to, 'worklist.colleague_cannot'])
    const next = await buildStaffOf(server, 'PairManager', pair.projectId)
    expect((await handOver(pair.coordinator, next, pair.coordinator)).body.code).toBe('worklist.colleague_not_found')
    expect((await handOver(pair.manager, ABSENT, next)).body.code).toBe('worklist.colleague_not_found')
    expect((await handOver(pair.manager, next, pair.coordinator)).body.code).toBe('worklist.nothing_to_hand_over')
    expect((await handOver(pair.mentorId, pair.coordinator, next)).status).toBe(403)
    expect(await rulesOf(pair.coordinator)).toEqual(['no_first_meeting'])
  })

  test('[TOD-10] counts only what is in the programmes of the reader', async () => {
    const [pair, other] = [await buildStalled(), await buildStalled()]
    const { colleagues } = (await server.ask(pair.manager, calls.listColleagues, {})).body
    const caseloadOf = (personId: number) => colleagues.find(({ id }) => id === personId)?.caseload
    expect(caseloadOf(pair.coordinator)).toEqual({ pairs: 1, contacts: 2, rows: 1 })
    // Works everywhere, so the manager may hand over to this colleague.
    expect(caseloadOf(other.coordinator)).toEqual({ pairs: 0, contacts: 0, rows: 0 })
  })

  test('[TOD-10] of a colleague whose right has ended goes back to the team at once', async () => {
    await server.app.startJobs(server.url)
    const pair = await buildStalled()
    const { members } = (await server.ask(admin, listTeam, {})).body
    for (const { id } of members.find(({ personId }) => personId === pair.coordinator)?.rights ?? [])
      await server.ask(admin, endRight, { params: { id }, body: {} })
    expect((await list(pair.manager)).contacts).toMatchObject({ without: 2, all: 2 })
    await expect.poll(async () => (await list(pair.manager)).items.map(({ owner }) => owner), { timeout: 30_000 }).toEqual([null])
    await expect
      .poll(
        async () => {
          const { colleagues } = (await server.ask(pair.manager, calls.listColleagues, {})).body
          return colleagues.find(({ id }) => id === pair.coordinator)?.caseload ?? null
        },
        { timeout: 30_000 },
      )
      .toBeNull()
  })
})
