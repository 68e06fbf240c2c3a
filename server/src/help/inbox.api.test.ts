import { randomUUID } from 'node:crypto'
import { listLooksAtMe } from '@saathi/contract/accounts/look-calls'
import { endRight, listTeam } from '@saathi/contract/accounts/team-calls'
import * as calls from '@saathi/contract/help/calls'
import * as staffCalls from '@saathi/contract/help/staff-calls'
import type { HelpView } from '@saathi/contract/help/entities'
import { listNotices } from '@saathi/contract/notices/calls'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { buildCase, switchHelpOn } from '../../test/help-cases.ts'
import { markSecondFactor } from '../../test/matrix/second-factor.ts'
import { advanceToNoon } from '../../test/server-clock.ts'

let server: TestServer
let harjit: number
let lata: number
let asha: number
beforeAll(async () => {
  server = await startTestServer({ publicOrigin: 'https://saathi.example' })
  harjit = await buildStaff('Harjit')
  lata = await buildStaff('Lata')
})
afterAll(() => server.stop())
beforeEach(async () => {
  await server.pool.query('truncate help_case cascade')
  asha = await switchHelpOn(server, await server.buildPerson())
  server.delivered.length = 0
})

async function buildStaff(firstName: string) {
  const id = await server.buildPerson({ role: 'Admin' })
  await server.db.updateTable('person').set({ first_name: firstName, last_name: 'Kaur' }).where('id', '=', id).execute()
  await markSecondFactor(server, id)
  return id
}

const send = (body: string) => server.ask(asha, calls.sendHelpMessage, { body: { clientId: randomUUID(), body } })
const inbox = async (who: number, view: HelpView = 'open', search?: string) =>
  (await server.ask(who, staffCalls.listHelpCases, { query: { view, ...(search && { search }) } })).body
const idsIn = async (who: number, view: HelpView, search?: string) => (await inbox(who, view, search)).cases.map(({ id }) => id)
const open = async (who: number, id: number) => server.ask(who, staffCalls.getHelpCase, { params: { id }, query: {} })
const assign = (who: number, id: number, personId: number | null) =>
  server.ask(who, staffCalls.assignHelpCase, { params: { id }, body: { personId } })
const close = async (who: number, id: number) =>
  server.ask(who, staffCalls.closeHelpCase, {
    params: { id },
    body: { upTo: (await open(who, id)).body.messages.at(-1)?.id ?? 1 },
  })
const reopen = (who: number, id: number) => server.ask(who, staffCalls.reopenHelpCase, { params: { id }, body: {} })
const show = (who: number, id: number, state: 'reading' | 'writing' | 'left') =>
  server.ask(who, staffCalls.setHelpPresence, { params: { id }, body: { state } })
const noticesOf = async (who: number) => (await server.ask(who, listNotices, { query: {} })).body.notices
const changesFor = (who: number) =>
  server.delivered.filter((each) => 'to' in each && each.to.includes(who) && each.event.type === 'help.case_changed').length

describe('[STF-16] a conversation', () => {
  test('is taken, handed over with a notice, and released', async () => {
    const id = await buildCase(server, { personId: asha })
    expect((await assign(harjit, id, harjit)).body.case).toMatchObject({ assignee: { personId: harjit, name: 'Harjit Kaur' } })
    expect(await noticesOf(harjit)).toEqual([])
    expect((await assign(harjit, id, lata)).body.case.assignee?.personId).toBe(lata)
    expect(await noticesOf(lata)).toMatchObject([{ kind: 'help', link: `/staff/help/${id}` }])
    expect([await idsIn(lata, 'mine'), await idsIn(harjit, 'mine'), await idsIn(harjit, 'unassigned')]).toEqual([[id], [], []])
    expect((await assign(lata, id, null)).body.case.assignee).toBeNull()
    expect((await inbox(harjit)).counts).toEqual({ open: 1, mine: 0, unassigned: 1, urgent: 0 })
  })

  test('is given only to people who may answer in that programme', async () => {
    const id = await buildCase(server, { personId: asha })
    const viewer = await server.buildPerson({ role: 'Viewer' })
    for (const nobody of [asha, viewer, 2_000_000_000]) {
      expect(await assign(harjit, id, nobody)).toMatchObject({ status: 409, body: { code: 'help.cannot_be_assigned' } })
    }
    expect(new Set((await open(harjit, id)).body.team.map(({ personId }) => personId))).toEqual(new Set([harjit, lata]))
  })

  test('belongs to nobody once the right of its colleague has ended', async () => {
    const meera = await buildStaff('Meera')
    const id = await buildCase(server, { personId: asha })
    await assign(harjit, id, meera)
    const { members } = (await server.ask(harjit, listTeam, {})).body
    const right = members.find(({ personId }) => personId === meera)?.rights[0]?.id ?? 0
    await server.ask(harjit, endRight, { params: { id: right }, body: {} })
    expect(await idsIn(harjit, 'unassigned')).toEqual([id])
    expect((await open(harjit, id)).body.case.assignee).toBeNull()
    // Their open tab is refused with the next call.
    expect((await open(meera, id)).status).toBe(403)
    expect((await show(meera, id, 'reading')).status).toBe(403)
  })

  test('is closed with one notice, reopened, and opens by itself with a new message', async () => {
    const id = await buildCase(server, { personId: asha })
    await close(harjit, id)
    await close(lata, id)
    const closed = await noticesOf(asha)
    expect(closed).toMatchObject([{ kind: 'help', title: 'Your question is closed', link: '/moreinfo/faq' }])
    expect(await idsIn(harjit, 'closed')).toEqual([id])
    expect((await reopen(harjit, id)).body.case).toMatchObject({ isClosed: false, isWaiting: true })
    expect((await reopen(lata, id)).status).toBe(200)
    await close(harjit, id)
    await send('One more thing')
    expect((await inbox(harjit)).cases).toMatchObject([{ id, isClosed: false, isWaiting: true }])
    const kinds = (await server.ask(asha, listLooksAtMe, { query: {} })).body.looks.map(({ what }) => what)
    expect(new Set(kinds)).toEqual(new Set(['opened_help', 'closed_help', 'reopened_help']))
  })

  test('is announced by mail when it was closed while the person was away', async () => {
    await close(harjit, await buildCase(server, { personId: asha }))
    await server.app.startJobs(server.url)
    await advanceToNoon(server)
    const mail = () =>
      server.db
        .selectFrom('mail')
        .innerJoin('person', 'person.email', 'mail.to_address')
        .select('subject')
        .where('person.id', '=', asha)
        .execute()
    await expect.poll(mail).toEqual([{ subject: 'Your question is closed' }])
    server.clock.reset()
  })
})

describe('[STF-16] two people on one conversation', () => {
  test('see who has it open and who writes, until they leave or are gone', async () => {
    const id = await buildCase(server, { personId: asha })
    expect((await show(harjit, id, 'reading')).body).toEqual({ readers: [] })
    expect(changesFor(lata)).toBe(1)
    expect((await show(lata, id, 'writing')).body).toEqual({
      readers: [{ personId: harjit, name: 'Harjit Kaur', isWriting: false }],
    })
    expect((await open(harjit, id)).body.readers).toMatchObject([{ personId: lata, isWriting: true }])
    server.delivered.length = 0
    await show(lata, id, 'writing')
    expect(changesFor(harjit)).toBe(0)
    await show(lata, id, 'left')
    expect(changesFor(harjit)).toBe(1)
    expect((await open(harjit, id)).body.readers).toEqual([])
    server.clock.advance(staffCalls.HELP_PRESENCE_SECONDS + 1)
    expect((await open(lata, id)).body.readers).toEqual([])
    server.clock.reset()
  })

  test('do not reply past each other: the second reads the first reply before theirs is sent', async () => {
    const id = await buildCase(server, { personId: asha })
    const readUpTo = (await open(harjit, id)).body.messages.at(-1)?.id ?? 0
    const reply = (who: number, body: string, upTo: number, clientId: string = randomUUID()) =>
      server.ask(who, staffCalls.answerHelp, { params: { id }, body: { clientId, body, readUpTo: upTo } })
    const twice = randomUUID()
    const first = await reply(harjit, 'In the calendar.', readUpTo, twice)
    expect(first.status).toBe(200)
    const refused = await reply(lata, 'Try the calendar.', readUpTo)
    expect(refused).toMatchObject({ status: 409, body: { code: 'help.colleague_replied' } })
    expect((await reply(lata, 'And on your phone too.', first.body.id)).status).toBe(200)
    // A repeat of what was sent is not refused, and stays one message.
    expect((await reply(harjit, 'In the calendar.', readUpTo, twice)).body).toEqual(first.body)
    expect((await open(harjit, id)).body.messages.filter(({ isFromStaff }) => isFromStaff)).toHaveLength(2)
    const races = await Promise.all([reply(harjit, 'One', first.body.id + 1), reply(lata, 'Two', first.body.id + 1)])
    expect(new Set(races.map(({ status }) => status))).toEqual(new Set([200, 409]))
  })
})

describe('[STF-16] the inbox', () => {
  test('is filtered and searched by name, address and words, and counts its parts', async () => {
    await server.db.updateTable('person').set({ first_name: 'Ashalata', last_name: 'Rao' }).where('id', '=', asha).execute()
    const own = await buildCase(server, { personId: asha, body: 'I lost my 50% voucher' })
    const other = await buildCase(server, { body: 'Something else' })
    expect(await idsIn(harjit, 'open', 'ashal')).toEqual([own])
    expect(await idsIn(harjit, 'open', '50% VOU')).toEqual([own])
    expect(await idsIn(harjit, 'open', "o'neil & | !")).toEqual([])
    expect(await idsIn(harjit, 'open', 'something')).toEqual([other])
    expect(await idsIn(harjit, 'closed', 'something')).toEqual([])
    await send('I want to kill myself')
    expect(await idsIn(harjit, 'urgent')).toEqual([own])
    expect((await inbox(harjit)).cases[0]).toMatchObject({ id: own, isUrgent: true })
    expect((await inbox(harjit)).counts).toEqual({ open: 2, mine: 0, unassigned: 2, urgent: 1 })
  })

  test.each([
    ['Devanagari', 'मुझे प\u095dाई में मदद चाहिए', 'ढ़ाई'],
    ['Bengali', 'আমি বাড়ি থেকে পড়ি', 'বাড়ি'],
    ['Tamil', 'எனக்கு உதவி வேண்டும்', 'வேண்டும்'],
    ['Telugu', 'నాకు రాజ్\u200cకుమార్ తెలుసు', 'రాజ్కుమార్'],
    ['Kannada', 'ನನಗೆ ಮೋಹನ್\u200cರವರು ಗೊತ್ತು', 'ಮೋಹನ್ರವರು'],
  ])('is searched by words in %s, in any composition and without joiners', async (_script, body, words) => {
    const id = await buildCase(server, { body })
    for (const form of ['NFC', 'NFD']) expect(await idsIn(harjit, 'open', words.normalize(form))).toEqual([id])
    expect(await idsIn(harjit, 'open', `${words}ह`)).toEqual([])
  })

  test('changes at once for everyone who may answer, and for nobody else', async () => {
    const viewer = await server.buildPerson({ role: 'Viewer' })
    await send('Hello')
    expect([changesFor(harjit), changesFor(lata), changesFor(viewer), changesFor(asha)]).toEqual([1, 1, 0, 0])
  })

  test('of another programme answers like a missing one to every call', async () => {
    const lead = await server.buildPerson({ role: 'SafeguardingLead' })
    await markSecondFactor(server, lead)
    const programme = server.db.insertInto('project').values({ key: randomUUID(), name: 'Other', group_type: '1to1' })
    const { id: projectId } = await programme.returning('id').executeTakeFirstOrThrow()
    await server.db.updateTable('staff_right').set({ project_id: projectId }).where('person_id', '=', lead).execute()
    const id = await buildCase(server, { personId: asha })
    const answers = [await assign(lead, id, lead), await reopen(lead, id), await show(lead, id, 'reading')]
    const absent = [
      await assign(lead, 2_000_000_000, lead),
      await reopen(lead, 2_000_000_000),
      await show(lead, 2_000_000_000, 'left'),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    expect(answers.map(({ body }) => body)).toEqual(absent.map(({ body }) => body))
    expect(await inbox(lead)).toMatchObject({ cases: [], counts: { open: 0 } })
    expect(await assign(harjit, id, lead)).toMatchObject({ status: 409 })
  })

  test('[STF-12] that stays open is recorded when the reader comes, writes or leaves, not at every renewal', async () => {
    const id = await buildCase(server, { personId: asha })
    const countActs = async () => {
      const acts = server.db.selectFrom('staff_act').select(({ fn }) => fn.countAll<number>().as('count'))
      return (await acts.where('call', 'like', '%/presence/').executeTakeFirstOrThrow()).count
    }
    const start = await countActs()
    for (const state of ['reading', 'reading', 'reading', 'writing', 'writing', 'reading', 'left'] as const)
      expect((await show(harjit, id, state)).status).toBe(200)
    expect(await countActs()).toBe(start + 4)
    await show(lata, id, 'reading')
    expect(await countActs()).toBe(start + 5)
  })

  test('is closed to people who are signed out, to members and to bad input', async () => {
    const id = await buildCase(server, { personId: asha })
    for (const [who, status] of [
      [null, 401],
      [asha, 403],
    ] as const) {
      const replies = [
        await server.ask(who, staffCalls.assignHelpCase, { params: { id }, body: { personId: null } }),
        await server.ask(who, staffCalls.reopenHelpCase, { params: { id }, body: {} }),
        await server.ask(who, staffCalls.setHelpPresence, { params: { id }, body: { state: 'reading' } }),
      ]
      expect(replies.map((each) => each.status)).toEqual([status, status, status])
    }
    const bad = { params: { id }, body: { state: 'asleep' } } as never
    expect((await server.ask(harjit, staffCalls.setHelpPresence, bad)).status).toBe(400)
  })
})
