import { chooseNotices, listNotices, setQuietHours } from '@saathi/contract/notices/calls'
import { getPairFacts } from '@saathi/contract/staff/pair-calls'
import * as calls from '@saathi/contract/worklist/nudge-calls'
import { MAX_NUDGES_A_DAY } from '@saathi/contract/worklist/nudges'
import { noteContact } from '@saathi/contract/worklist/contact-calls'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { chatWriter } from '#chat/write/writer.ts'
import { openChatFor } from '../../../test/chat-channels.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { nudgesOf, planChange, planFor, sendAll, setPlan, toMorning } from '../../../test/nudges.ts'
import { buildStaff, buildStaffOf } from '../../../test/staff-rights.ts'
import { buildLookedAfter, dayIn, plantCall } from '../../../test/worklist.ts'

const ABSENT = 2_000_000_000
const reason = 'She is in hospital'
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(() => server.clock.reset())

type Pair = Awaited<ReturnType<typeof buildLookedAfter>>

/** A pair that has not met for six days, in a programme whose plan for the first meeting is on. */
async function buildPlanned(changes = planChange()): Promise<Pair> {
  const pair = await buildLookedAfter(server, { daysAgo: 6 })
  expect((await setPlan(server, pair.manager, pair.projectId, 'no_first_meeting', changes)).status).toBe(200)
  await planFor(server, pair.projectId)
  return pair
}
const staffOf = ({ manager, coordinator }: Pair) => [manager, coordinator]
const receivedBy = async (personId: number) =>
  (await server.ask(personId, listNotices, { query: {} })).body.notices.filter(({ kind }) => kind === 'nudges')
const statesOf = async ({ projectId }: Pair) =>
  server.db
    .selectFrom('nudge')
    .select(['person_id', 'state', 'dropped_why as why'])
    .where('project_id', '=', projectId)
    .orderBy('id')
    .execute()
const takeOut = (by: number | null, id: number, isOut = true) =>
  server.ask(by, calls.takeOutNudge, { params: { id }, body: { isOut, reason } })
const preview = (by: number | null, programmeId: number, query = { afterDays: 5, times: 1, perDay: 100 }) =>
  server.ask(by, calls.previewNudgePlan, { params: { programmeId, trigger: 'no_first_meeting' }, query })

describe('a plan', () => {
  test('[TOD-07] is off at first, says whom it would reach, and is switched on only by somebody who has seen that number', async () => {
    const { manager, projectId } = await buildLookedAfter(server, { daysAgo: 6 })
    const plans = (await server.ask(manager, calls.listNudgePlans, { params: { programmeId: projectId } })).body
    expect(plans.plans.map(({ isOn }) => isOn)).toEqual([false, false, false, false, false])
    expect(plans.plans[1]?.usualTexts.find(({ language }) => language === 'hi')?.title).toBe('पहली बार मिलें?')
    expect((await preview(manager, projectId)).body).toMatchObject({ on: dayIn(server, 1), count: 2, leftOut: [] })
    expect((await preview(manager, projectId, { afterDays: 9, times: 1, perDay: 100 })).body).toMatchObject({ count: 0 })
    const few = (await preview(manager, projectId, { afterDays: 5, times: 1, perDay: 1 })).body
    expect(few).toMatchObject({ count: 1, leftOut: [{ why: 'over_limit', count: 1 }] })
    for (const seen of [null, 0, 1]) {
      const refused = await setPlan(server, manager, projectId, 'no_first_meeting', planChange({ seen }))
      expect(refused).toMatchObject({ status: 409, body: { code: 'worklist.nudges_more_than_seen' } })
      expect(refused.body).toHaveProperty('message', expect.stringContaining('2 people'))
    }
    const saved = await setPlan(server, manager, projectId, 'no_first_meeting', planChange({ seen: 2 }))
    expect(saved.body.plan).toMatchObject({ isOn: true, version: 1, changedBy: expect.any(String) })
    expect(await server.db.selectFrom('nudge').selectAll().where('project_id', '=', projectId).execute()).toEqual([])
  })

  test('[TOD-07] cannot be overwritten by somebody who has not seen the last change, and has limits, languages and programmes', async () => {
    const { manager, projectId, coordinator } = await buildLookedAfter(server)
    const set = (changes: Partial<ReturnType<typeof planChange>>, by: number | null = manager, id = projectId) =>
      setPlan(server, by, id, 'unanswered', planChange(changes))
    const both = await Promise.all([set({}), set({ afterDays: 9 })])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect((await set({ version: 7 })).body).toMatchObject({ code: 'worklist.nudge_plan_changed' })
    expect((await set({ version: 1, times: 2 })).body).toMatchObject({ code: 'worklist.bad_nudge_plan' })
    expect((await set({ version: 1, againDays: 4 })).body).toMatchObject({ code: 'worklist.bad_nudge_plan' })
    expect((await set({ version: 1, perDay: 10_000 })).status).toBe(400)
    const tooMany = { afterDays: 5, times: 1, perDay: MAX_NUDGES_A_DAY + 1 }
    expect((await preview(manager, projectId, tooMany)).body).toMatchObject({ code: 'worklist.bad_nudge_plan' })
    const text = { language: 'en', title: 'Hello', text: 'Please write.' }
    for (const texts of [[text, text], [{ ...text, language: 'xx' }]])
      expect((await set({ version: 1, texts })).body).toMatchObject({ code: 'worklist.language_unknown' })
    expect((await set({ version: 1, texts: [{ ...text, title: ' ' }] })).status).toBe(400)
    const other = await buildStaffOf(server, 'ProgramManager', (await buildLookedAfter(server)).projectId)
    const missing = { status: 404, body: { code: 'worklist.programme_not_found' } }
    expect(await set({ version: 1 }, other)).toMatchObject(missing)
    expect(await set({}, manager, ABSENT)).toMatchObject(missing)
    expect(await preview(other, projectId)).toMatchObject(missing)
    expect((await set({}, coordinator)).status).toBe(403)
    expect((await set({}, null)).status).toBe(401)
  })

  test('[TOD-07] that is switched off or changed drops what it had planned', async () => {
    const pair = await buildPlanned()
    expect((await nudgesOf(server, pair.manager)).nudges).toHaveLength(2)
    await setPlan(server, pair.manager, pair.projectId, 'no_first_meeting', planChange({ isOn: false, version: 1 }))
    expect((await nudgesOf(server, pair.manager)).nudges).toEqual([])
  })
})

describe('tomorrow', () => {
  test('[TOD-07] shows the text for each person, which is sent to both at ten, once, and listed on the page of the pair', async () => {
    const own = { language: 'en', title: 'Say hello', text: 'A first call takes ten minutes.' }
    const pair = await buildPlanned(planChange({ texts: [own] }))
    const { nudges, byPlan } = await nudgesOf(server, pair.coordinator)
    expect(byPlan).toMatchObject([{ trigger: 'no_first_meeting', on: dayIn(server, 1), count: 2 }])
    expect(nudges).toMatchObject([
      { person: { id: Math.min(pair.mentorId, pair.menteeId) }, title: 'Say hello', state: 'planned' },
      { title: 'Say hello' },
    ])
    await planFor(server, pair.projectId)
    expect((await nudgesOf(server, pair.manager)).nudges).toHaveLength(2)
    await sendAll(server)
    expect(await receivedBy(pair.menteeId)).toEqual([])
    await toMorning(server, 1, staffOf(pair))
    await sendAll(server)
    await sendAll(server)
    for (const id of [pair.menteeId, pair.mentorId])
      expect(await receivedBy(id)).toMatchObject([
        { title: own.title, text: own.text, link: `/mentorship?mentorship=${pair.id}` },
      ])
    expect((await nudgesOf(server, pair.manager)).nudges).toEqual([])
    const page = await server.ask(pair.coordinator, getPairFacts, { params: { id: pair.id }, query: { reason: 'Before a call' } })
    expect(page.body.work?.nudges).toMatchObject([
      { state: 'sent', trigger: 'no_first_meeting', title: own.title },
      { state: 'sent' },
    ])
  })

  test('[TOD-07] a single one is taken out with a reason, put back, and not planned again for the same fact', async () => {
    const pair = await buildPlanned()
    const [first] = (await nudgesOf(server, pair.coordinator)).nudges
    const id = first?.id ?? 0
    expect((await takeOut(pair.coordinator, id)).body.nudge).toMatchObject({ state: 'taken_out', reason })
    expect((await takeOut(pair.coordinator, id, false)).body.nudge).toMatchObject({ state: 'planned', reason: null })
    await takeOut(pair.manager, id)
    const stranger = await buildStaffOf(server, 'PairManager', pair.projectId)
    const elsewhere = await buildStaffOf(server, 'ProgramManager', (await buildLookedAfter(server)).projectId)
    for (const reply of [await takeOut(stranger, id), await takeOut(elsewhere, id), await takeOut(pair.manager, ABSENT)])
      expect(reply).toMatchObject({ status: 404, body: { code: 'worklist.nudge_not_found' } })
    expect((await nudgesOf(server, stranger)).nudges).toEqual([])
    expect((await takeOut(await buildStaff(server, 'Viewer'), id)).status).toBe(403)
    expect((await takeOut(null, id)).status).toBe(401)
    await toMorning(server, 1, staffOf(pair))
    await sendAll(server)
    expect((await statesOf(pair)).map(({ state }) => state)).toEqual(['taken_out', 'sent'])
    const sent = await server.db
      .selectFrom('nudge')
      .select('id')
      .where('project_id', '=', pair.projectId)
      .where('state', '=', 'sent')
      .executeTakeFirstOrThrow()
    expect((await takeOut(pair.manager, sent.id)).body).toMatchObject({ code: 'worklist.nudge_over' })
    await planFor(server, pair.projectId)
    expect((await nudgesOf(server, pair.manager)).nudges.filter(({ on }) => on > dayIn(server, 0))).toEqual([])
  })

  test('[TOD-07] a fact that is gone, an answer or a contact in the meantime stops the message', async () => {
    const [met, called] = [await buildPlanned(), await buildPlanned()]
    await plantCall(server, { channelId: met.channelId, personIds: [met.mentorId, met.menteeId], minutes: 12, daysAgo: 0.1 })
    const contact = {
      personId: called.menteeId,
      how: 'call',
      wasReached: true,
      note: '',
      at: server.clock.now().toISOString(),
    } as const
    const body = { ...contact, clientId: randomUUID(), next: { on: dayIn(server, 30), personId: called.coordinator } }
    const noted = await server.ask(called.coordinator, noteContact, { body }, { 'idempotency-key': randomUUID() })
    expect(noted.status).toBe(200)
    await toMorning(server, 1)
    await sendAll(server)
    expect((await statesOf(met)).map(({ why }) => why)).toEqual(['fact_gone', 'fact_gone'])
    const states = new Map((await statesOf(called)).map(({ person_id, state, why }) => [person_id, why ?? state]))
    expect([states.get(called.menteeId), states.get(called.mentorId)]).toEqual(['contacted', 'sent'])
  })

  test('[TOD-07] is repeated as the plan says until the person writes', async () => {
    const pair = await buildPlanned(planChange({ againDays: 4, times: 3 }))
    await openChatFor(server, [pair.menteeId, pair.mentorId])
    const sentTo = async (personId: number) => (await receivedBy(personId)).length
    const passDays = async (days: number) => {
      for (let day = 0; day < days; day += 1) {
        await toMorning(server, 1)
        await sendAll(server)
        await planFor(server, pair.projectId)
      }
    }
    await passDays(2)
    const message = { by: 'member', channelId: pair.channelId, senderId: pair.menteeId, tempId: 'a', text: 'Friday?' } as const
    expect(await chatWriter(server.app.world).send(message)).toHaveProperty('row')
    await passDays(3)
    expect([await sentTo(pair.menteeId), await sentTo(pair.mentorId)]).toEqual([1, 2])
  })
})

describe('nothing is sent', () => {
  test.each([
    ['to somebody who is blocked', 'gone', { disabled_at: new Date('2026-11-01T06:00:00Z') }],
    ['to somebody who is about to leave', 'gone', { leaves_at: new Date('2099-01-01T06:00:00Z') }],
    ['to somebody without a confirmed address', 'gone', { email_verified_at: null }],
  ])('[TOD-07] %s', async (_who, why, change) => {
    const pair = await buildPlanned()
    await server.db.updateTable('person').set(change).where('id', '=', pair.menteeId).execute()
    await toMorning(server, 1)
    await sendAll(server)
    expect(await statesOf(pair)).toContainEqual({ person_id: pair.menteeId, state: 'dropped', why })
    expect(await statesOf(pair)).toContainEqual({ person_id: pair.mentorId, state: 'sent', why: null })
  })

  test('[TOD-07] to somebody who has switched it off, and in a pair that is paused', async () => {
    const [off, paused] = [await buildPlanned(), await buildPlanned()]
    const never = { kind: 'nudges', inApp: false, email: false, push: false } as const
    expect((await server.ask(off.menteeId, chooseNotices, { body: never })).status).toBe(200)
    await server.db.updateTable('chat_channel').set({ is_paused: true }).where('mentorship_id', '=', paused.id).execute()
    expect((await preview(off.manager, off.projectId)).body).toMatchObject({
      count: 1,
      leftOut: [{ why: 'switched_off', count: 1 }],
    })
    expect((await preview(paused.manager, paused.projectId)).body).toMatchObject({
      count: 0,
      leftOut: [{ why: 'resting', count: 2 }],
    })
    await toMorning(server, 1)
    await sendAll(server)
    expect(await statesOf(off)).toContainEqual({ person_id: off.menteeId, state: 'dropped', why: 'switched_off' })
    expect((await statesOf(paused)).map(({ why }) => why)).toEqual(['resting', 'resting'])
  })

  test('[TOD-07] in the quiet hours of a person, but after them on the same day', async () => {
    const pair = await buildPlanned()
    await server.ask(pair.menteeId, setQuietHours, { body: { isOn: true, from: '09:00', until: '13:00' } })
    await toMorning(server, 1)
    await sendAll(server)
    expect([await receivedBy(pair.menteeId), (await receivedBy(pair.mentorId)).length]).toEqual([[], 1])
    server.clock.advance(2.5 * 3600)
    await sendAll(server)
    expect(await receivedBy(pair.menteeId)).toHaveLength(1)
  })
})
