import { randomUUID } from 'node:crypto'
import { listLooksAtMe } from '@saathi/contract/accounts/look-calls'
import { assignWork, listWork } from '@saathi/contract/worklist/calls'
import * as calls from '@saathi/contract/worklist/contact-calls'
import * as course from '@saathi/contract/mentorship/course-calls'
import { getPairFacts } from '@saathi/contract/staff/pair-calls'
import * as rules from '@saathi/contract/worklist/rule-calls'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { plantMessages } from '../../test/chat-channels.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { buildStaff, buildStaffOf } from '../../test/staff-rights.ts'
import { buildLookedAfter, dayIn, daysFrom, plantCall, review } from '../../test/worklist.ts'

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

const list = async (by: number) => (await server.ask(by, listWork, { query: { view: 'team' } })).body
const draft = (personId: number, by: number, changes: Partial<calls.ContactDraft> = {}) => ({
  clientId: randomUUID(),
  personId,
  how: 'call' as const,
  wasReached: true,
  note: 'She likes the evenings.',
  at: server.clock.now().toISOString(),
  next: { on: dayIn(server, 30), personId: by },
  ...changes,
})
const note = (by: number | null, body: ReturnType<typeof draft>, key: string = body.clientId) =>
  server.ask(by, calls.noteContact, { body }, { 'idempotency-key': key })
const plan = (by: number | null, people: number[], personId: number, on = dayIn(server, 2)) =>
  server.ask(by, calls.planContacts, { body: { people, personId, on } })
const open = async (by: number, id: number) =>
  (await server.ask(by, getPairFacts, { params: { id }, query: { reason } })).body.work

describe('the next contact', () => {
  test('[TOD-03] is with the coordinator from the start of a pair; without a coordinator the pair is counted', async () => {
    const pair = await buildLookedAfter(server)
    expect((await list(pair.manager)).contacts).toMatchObject({ all: 2, without: 0, people: [] })
    const planned = (await open(pair.manager, pair.id))?.planned
    expect(planned?.map(({ by, on }) => [by?.id, on])).toEqual([
      [pair.coordinator, dayIn(server, 30)],
      [pair.coordinator, dayIn(server, 30)],
    ])
    await server.db.deleteFrom('next_contact').where('person_id', '=', pair.menteeId).execute()
    expect((await list(pair.manager)).contacts).toMatchObject({ all: 2, without: 1, people: [{ id: pair.menteeId }] })
    expect((await server.ask(pair.coordinator, calls.listWithoutContact, {})).body).toMatchObject({ total: 1 })
  })

  test('[TOD-03] is planned for several people in one act, with a valid colleague and day', async () => {
    const pair = await buildLookedAfter(server)
    const people = [pair.mentorId, pair.menteeId]
    await server.db.deleteFrom('next_contact').where('person_id', 'in', people).execute()
    expect((await plan(pair.manager, people, pair.coordinator)).body).toEqual({ planned: 2 })
    expect((await list(pair.manager)).contacts).toMatchObject({ without: 0 })
    for (const on of [dayIn(server, -1), dayIn(server, 181), '2199-01-01'])
      expect((await plan(pair.manager, people, pair.coordinator, on)).body.code).toBe('worklist.bad_next_day')
    expect((await plan(pair.manager, people, pair.mentorId)).body.code).toBe('worklist.colleague_cannot')
    const foreign = await buildLookedAfter(server)
    for (const id of [foreign.menteeId, pair.coordinator, ABSENT])
      expect((await plan(pair.manager, [...people, id], pair.coordinator)).body.code).toBe('worklist.person_not_found')
    expect((await plan(null, people, pair.coordinator)).status).toBe(401)
    expect((await plan(pair.mentorId, people, pair.coordinator)).status).toBe(403)
  })

  test('[TOD-03] that is due comes on the list and on the page of the colleague, and leaves both when it is noted', async () => {
    const pair = await buildLookedAfter(server)
    await plan(pair.manager, [pair.menteeId], pair.coordinator, dayIn(server, 0))
    const before = await list(pair.coordinator)
    expect(before.items).toMatchObject([{ rule: 'contact_overdue', subject: 'person', owner: { id: pair.coordinator } }])
    expect(before.today).toMatchObject([{ person: { id: pair.menteeId }, isDone: false }])
    expect((await note(pair.coordinator, draft(pair.menteeId, pair.coordinator))).status).toBe(200)
    const after = await list(pair.coordinator)
    expect(after.items).toEqual([])
    expect(after.today).toMatchObject([{ person: { id: pair.menteeId }, isDone: true }])
  })
})

describe('a contact', () => {
  test('[TOD-04] arrives once, however often and with whatever key it is sent', async () => {
    const { menteeId, coordinator, id } = await buildLookedAfter(server)
    const body = draft(menteeId, coordinator, { at: daysFrom(server.clock.now(), -3).toISOString() })
    const answers = [await note(coordinator, body), await note(coordinator, body), await note(coordinator, body, randomUUID())]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ body: reply }) => reply.contact.id)).size).toBe(1)
    const atOnce = await Promise.all([1, 2, 3].map(() => note(coordinator, body, randomUUID())))
    expect(new Set(atOnce.map(({ body: reply }) => reply.contact.id)).size).toBe(1)
    const work = await open(coordinator, id)
    expect(work?.contacts).toMatchObject([
      { person: { id: menteeId }, how: 'call', wasReached: true, note: body.note, at: body.at },
    ])
  })

  test('[TOD-04] needs a next day for active people, and a valid time and day', async () => {
    const { menteeId, coordinator, manager, mentorId } = await buildLookedAfter(server)
    expect((await note(coordinator, { ...draft(menteeId, coordinator), next: null })).body.code).toBe('worklist.next_missing')
    for (const days of [-61, 1]) {
      const at = daysFrom(server.clock.now(), days).toISOString()
      expect((await note(coordinator, draft(menteeId, coordinator, { at }))).body.code).toBe('worklist.bad_contact_time')
    }
    for (const on of [dayIn(server, -1), dayIn(server, 181)]) {
      const next = { on, personId: coordinator }
      expect((await note(coordinator, draft(menteeId, coordinator, { next }))).body.code).toBe('worklist.bad_next_day')
    }
    const elsewhere = (await buildLookedAfter(server)).coordinator
    const stranger = { on: dayIn(server, 3), personId: mentorId }
    expect((await note(coordinator, draft(menteeId, coordinator, { next: stranger }))).body.code).toBe(
      'worklist.colleague_cannot',
    )
    expect((await note(elsewhere, draft(menteeId, coordinator))).body.code).toBe('worklist.person_not_found')
    expect((await note(manager, draft(ABSENT, coordinator))).body.code).toBe('worklist.person_not_found')
    expect((await note(mentorId, draft(menteeId, coordinator))).status).toBe(403)
  })

  test('[TOD-05] is noted by the colleague to whom the row was given', async () => {
    const pair = await buildLookedAfter(server)
    await plan(pair.manager, [pair.menteeId], pair.coordinator, dayIn(server, 0))
    const [row] = (await list(pair.manager)).items
    const helper = await buildStaffOf(server, 'PairManager', pair.projectId)
    expect((await note(helper, draft(pair.menteeId, helper))).body.code).toBe('worklist.person_not_found')
    await server.ask(pair.manager, assignWork, { params: { id: row?.id ?? 0 }, body: { personId: helper } })
    expect((await note(helper, draft(pair.menteeId, pair.coordinator))).status).toBe(200)
    expect((await list(helper)).items).toEqual([])
  })

  test('[TOD-04] with somebody who is no longer active needs no next one', async () => {
    const person = await server.buildPerson()
    const { projectId } = await buildLookedAfter(server)
    await server.db.updateTable('person').set({ project_id: projectId }).where('id', '=', person).execute()
    expect((await note(admin, { ...draft(person, admin), next: null })).status).toBe(200)
  })
})

describe('the page of a pair', () => {
  test('[TOD-06] shows rows, meetings, deadlines, the gap, contacts and the next ones, and never a message', async () => {
    const pair = await buildLookedAfter(server, { daysAgo: 40 })
    await plantMessages(server, { channelId: pair.channelId, senderId: pair.menteeId, count: 2 })
    await plantCall(server, { channelId: pair.channelId, personIds: [pair.mentorId, pair.menteeId], minutes: 34, daysAgo: 30 })
    await plantCall(server, { channelId: pair.channelId, personIds: [pair.mentorId, pair.coordinator], minutes: 34, daysAgo: 20 })
    await note(pair.coordinator, draft(pair.mentorId, pair.coordinator))
    await review(server, { pairs: [pair.id] })
    const work = await open(pair.manager, pair.id)
    expect(work).toMatchObject({
      items: [{ rule: 'no_meeting', fact: { everyDays: 14 } }],
      everyDays: 14,
      isAgreed: false,
      meetings: [{ minutes: 34 }],
      checkIns: [],
      contacts: [{ person: { id: pair.mentorId }, note: 'She likes the evenings.' }],
    })
    expect(work?.planned).toHaveLength(2)
    const lead = await buildStaff(server, 'SafeguardingLead')
    expect(await open(lead, pair.id)).toBeNull()
    const { looks } = (await server.ask(pair.menteeId, listLooksAtMe, { query: {} })).body
    expect(looks).toMatchObject([
      { what: 'opened_pair', reason },
      { what: 'opened_pair', reason },
    ])
  })
})

test('[TOD-02] the agreed gap counts, and a low answer to the team puts the pair on the list', async () => {
  const pair = await buildLookedAfter(server, { daysAgo: 20 })
  const params = { id: pair.id }
  const key = () => ({ 'idempotency-key': randomUUID() })
  const agreement = await server.ask(pair.mentorId, course.proposeAgreement, { params, body: { meetingsPerMonth: 3 } }, key())
  const proposalId = agreement.body.proposals[0]?.id ?? 0
  await server.ask(pair.menteeId, course.acceptAgreement, { params: { ...params, proposalId }, body: {} })
  const asked = { mentorship_id: pair.id, person_id: pair.menteeId, number: 1, asked_at: server.clock.now() }
  await server.db.insertInto('check_in').values(asked).execute()
  await server.ask(pair.menteeId, course.answerCheckIn, { params, body: { number: 1, score: 2 } }, key())
  await review(server, { pairs: [pair.id] })
  const rows = (await list(pair.manager)).items
  expect(rows).toMatchObject(expect.arrayContaining([expect.objectContaining({ rule: 'check_in' })]))
  expect(await open(pair.manager, pair.id)).toMatchObject({ everyDays: 10, isAgreed: true })
})

describe('the rules of a programme', () => {
  const rulesOf = (by: number | null, programmeId: number) => server.ask(by, rules.listWorkRules, { params: { programmeId } })
  const set = (by: number, programmeId: number, body: { isOn: boolean; limit: number; version: number }) =>
    server.ask(by, rules.setWorkRule, { params: { programmeId, rule: 'no_first_meeting' }, body })
  const preview = (by: number, programmeId: number, limit: number) =>
    server.ask(by, rules.previewWorkRule, { params: { programmeId, rule: 'no_first_meeting' }, query: { limit } })

  test('[TOD-02] are changed after a preview of what they would list, and the list follows', async () => {
    await server.app.startJobs(server.url)
    const pair = await buildLookedAfter(server, { daysAgo: 8 })
    const { manager, projectId } = pair
    expect((await rulesOf(manager, projectId)).body.rules.find(({ rule }) => rule === 'no_first_meeting')).toMatchObject({
      limit: 10,
      isOn: true,
      version: 0,
      open: 0,
    })
    expect((await preview(manager, projectId, 10)).body.count).toBe(0)
    const would = (await preview(manager, projectId, 8)).body
    expect([would.count, would.names.length]).toEqual([1, 1])
    expect((await list(manager)).items).toEqual([])
    expect((await set(manager, projectId, { isOn: true, limit: 8, version: 0 })).body.rule).toMatchObject({
      limit: 8,
      version: 1,
    })
    await expect
      .poll(async () => (await list(manager)).items.map(({ rule }) => rule), { timeout: 30_000 })
      .toEqual(['no_first_meeting'])
    await set(manager, projectId, { isOn: false, limit: 8, version: 1 })
    await expect.poll(async () => (await list(manager)).items.length, { timeout: 30_000 }).toBe(0)
  })

  test('[TOD-02] cannot be overwritten by somebody who has not seen the last change, and have limits', async () => {
    const { manager, projectId, coordinator } = await buildLookedAfter(server)
    const other = await buildStaffOf(server, 'ProgramManager', (await buildLookedAfter(server)).projectId)
    const both = await Promise.all([1, 2].map((limit) => set(manager, projectId, { isOn: true, limit, version: 0 })))
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect((await set(manager, projectId, { isOn: true, limit: 5, version: 7 })).body.code).toBe('worklist.rule_changed')
    for (const limit of [0, 91]) {
      expect((await set(manager, projectId, { isOn: true, limit, version: 1 })).body.code).toBe('worklist.bad_limit')
      expect((await preview(manager, projectId, limit)).body.code).toBe('worklist.bad_limit')
    }
    for (const ask of [
      rulesOf(other, projectId),
      set(other, projectId, { isOn: true, limit: 5, version: 1 }),
      preview(other, projectId, 5),
    ])
      expect((await ask).body.code).toBe('worklist.programme_not_found')
    expect((await rulesOf(manager, ABSENT)).body.code).toBe('worklist.programme_not_found')
    expect((await rulesOf(coordinator, projectId)).body.code).toBe('core.forbidden')
    expect((await rulesOf(null, projectId)).status).toBe(401)
  })
})
