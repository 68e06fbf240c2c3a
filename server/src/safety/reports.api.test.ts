import { randomUUID } from 'node:crypto'
import * as calls from '@saathi/contract/safety/calls'
import type { ReportedThing } from '@saathi/contract/safety/entities'
import { getMatchList } from '@saathi/contract/matching/calls'
import { redactMessage } from '@saathi/contract/chat/staff-calls'
import { listNotices } from '@saathi/contract/notices/calls'
import { openWindow } from '@saathi/contract/safety/desk-calls'
import { answerReport } from '@saathi/contract/safety/case-calls'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildChannel, type BuiltChannel } from '../../test/chat-channels.ts'
import { erasePersonIn } from '../../test/erase-person.ts'
import { buildPost } from '../../test/feed-posts.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { buildMatching, buildOffer, buildSeeker } from '../../test/matching.ts'
import { buildLead, ofMessage, queueOf, send, takeNewest, writeMessage } from '../../test/safety-desk.ts'

let server: TestServer
let lead: number
let pair: BuiltChannel
let mentee: number
beforeAll(async () => {
  server = await startTestServer()
  lead = await buildLead(server)
})
afterAll(() => server.stop())
beforeEach(async () => {
  await server.pool.query('truncate safety_case cascade')
  pair = await buildChannel(server)
  mentee = pair.menteeIds[0] ?? 0
})
const mine = async (who = mentee) => (await server.ask(who, calls.listMyReports, { query: {} })).body.reports
const write = (body: string, senderId = pair.mentorId) => writeMessage(server, pair, senderId, body)
const noticesOf = async (who: number) =>
  (await server.ask(who, listNotices, { query: {} })).body.notices.map(({ title }) => title)

/** What was copied with the only report. */
async function openOnly() {
  const { id, reportsInIt } = await takeNewest(server, lead)
  const params = { id, reportId: reportsInIt[0]?.id ?? 0 }
  return (await server.ask(lead, openWindow, { params, body: { reason: 'look at it' } })).body
}

describe('[SAF-01] a report', () => {
  test('of a message arrives with its reason, and the queue shows it', async () => {
    const message = await write('Give me your WhatsApp')
    const sent = await send(server, mentee, ofMessage(message), { reason: 'money_or_phone', text: 'He asked me for it twice' })
    expect(sent.body.report).toMatchObject({
      kind: 'message',
      reason: 'money_or_phone',
      state: 'received',
      about: expect.any(String),
    })
    const { cases, counts } = await queueOf(server, lead)
    expect(cases).toMatchObject([{ isUrgent: false, reason: 'money_or_phone', words: 'He asked me for it twice', takenBy: null }])
    expect(counts).toMatchObject({ normal: 1, urgent: 0, free: 1 })
  })

  test('can be about a person, a post or a call one takes part in', async () => {
    expect((await send(server, mentee, { kind: 'profile', id: String(pair.mentorId) })).status).toBe(200)
    const post = await buildPost(server)
    expect((await send(server, mentee, { kind: 'post', id: String(post) })).status).toBe(200)
    const room = randomUUID()
    await server.db
      .insertInto('video_room')
      .values({ id: room, channel_id: pair.channelId, created_by: pair.mentorId, created_at: server.clock.now() })
      .execute()
    expect((await send(server, mentee, { kind: 'call', id: room })).body.report.kind).toBe('call')
    expect(await mine()).toHaveLength(3)
  })

  test('of a quote, which has no title, arrives with its words', async () => {
    const quote = await buildPost(server, { event: 'quote' })
    expect((await send(server, mentee, { kind: 'post', id: String(quote) })).status).toBe(200)
    const { facts } = await openOnly()
    expect(facts).toEqual([{ name: 'post', text: expect.stringMatching(/^Somebody\n\nQuote/) }])
  })

  test('of a profile keeps what was written there', async () => {
    const writeBio = (bio: string) => server.db.updateTable('person').set({ bio }).where('id', '=', pair.mentorId).execute()
    await writeBio('Call me at night')
    await send(server, mentee, { kind: 'profile', id: String(pair.mentorId) })
    await writeBio('I like trains')
    const { facts, picture } = await openOnly()
    expect(facts).toEqual([
      { name: 'profile', text: expect.any(String) },
      { name: 'bio', text: 'Call me at night' },
    ])
    expect(picture).toBeNull()
  })

  test('can be about a person one was offered as a match, but not before the offer', async () => {
    const { projectId } = await buildMatching(server)
    const menteeId = await buildSeeker(server, { projectId, part: 'mentee' })
    const mentorId = await buildSeeker(server, { projectId, part: 'mentor' })
    const report = (thing: ReportedThing) => send(server, menteeId, thing)
    const profile = { kind: 'profile', id: String(mentorId) } as const
    expect((await report(profile)).body).toMatchObject({ code: 'safety.nothing_to_report' })
    const { matchTrackers } = (await server.ask(menteeId, getMatchList, { query: { active: 'true' } })).body
    expect(matchTrackers).toEqual([])
    const offer = { kind: 'match', id: String(await buildOffer(server, { mentorId, menteeId })) } as const
    const [offered] = (await server.ask(menteeId, getMatchList, { query: { active: 'true' } })).body.matchTrackers
    expect(offered?.canReport).toBe(true)
    const first = (await report(offer)).body.report
    expect(first).toMatchObject({ kind: 'profile', about: expect.any(String) })
    // The offer and the page of the person are one thing.
    expect((await report(profile)).body.report.id).toBe(first.id)
    expect((await send(server, mentorId, offer)).body).toMatchObject({ code: 'safety.nothing_to_report' })
  })

  test('sent again by the phone, or of the same thing, is one report', async () => {
    const message = await write('You are stupid')
    const clientId = randomUUID()
    const first = await send(server, mentee, ofMessage(message), { clientId })
    const again = await send(server, mentee, ofMessage(message), { clientId })
    const second = await send(server, mentee, ofMessage(message), { reason: 'threat' })
    expect([again.body.report.id, second.body.report.id]).toEqual([first.body.report.id, first.body.report.id])
    expect(await mine()).toHaveLength(1)
    expect((await queueOf(server, lead)).cases).toMatchObject([{ isUrgent: true, reports: 1, reason: 'threat' }])
  })

  test('sent several times at once by the phone is one report, and so is one case for two reporters at once', async () => {
    const message = ofMessage(await write('Come alone'))
    const clientId = randomUUID()
    const sent = await Promise.all(Array.from({ length: 6 }, () => send(server, mentee, message, { clientId, text: 'Help' })))
    expect(sent.map(({ status }) => status)).toEqual(sent.map(() => 200))
    expect(await mine()).toHaveLength(1)
    const group = await buildChannel(server, { mentees: 2 })
    const words = ofMessage(await writeMessage(server, group, group.mentorId, 'Come alone, all'))
    const both = await Promise.all(group.menteeIds.map((who) => send(server, who, words)))
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect((await queueOf(server, lead)).cases).toHaveLength(2)
  })

  test('of something never seen, foreign or missing gets the same refusal; for one’s own there is another', async () => {
    const message = await write('hello')
    const stranger = await server.buildPerson()
    const foreign = await send(server, stranger, ofMessage(message))
    expect(foreign).toMatchObject({ status: 404, body: { code: 'safety.nothing_to_report' } })
    expect((await send(server, stranger, ofMessage(2_000_000_000))).body).toEqual(foreign.body)
    expect((await send(server, stranger, { kind: 'profile', id: String(mentee) })).body).toEqual(foreign.body)
    expect((await send(server, mentee, { kind: 'call', id: randomUUID() })).status).toBe(404)
    expect((await send(server, mentee, { kind: 'file', id: String(message) })).status).toBe(404)
    const own = await send(server, pair.mentorId, ofMessage(message))
    expect(own).toMatchObject({ status: 409, body: { code: 'safety.own_thing' } })
    expect((await send(server, mentee, { kind: 'profile', id: String(mentee) })).body.code).toBe('safety.own_thing')
    expect(await queueOf(server, lead)).toMatchObject({ cases: [] })
  })

  test('is limited per person, and a repeated one does not count', async () => {
    const clientId = randomUUID()
    const first = await write('0')
    await send(server, mentee, ofMessage(first), { clientId })
    const codes = new Set<number>()
    for (let n = 0; n < 40; n += 1) codes.add((await send(server, mentee, ofMessage(await write(String(n))))).status)
    expect([...codes]).toEqual([200, 429])
    expect((await mine()).length).toBe(30)
    expect((await send(server, mentee, ofMessage(first), { clientId })).status).toBe(200)
  })
})

describe('[SAF-13] evidence', () => {
  test('is the message with 20 before and after, and survives erasure of the message and of the account', async () => {
    for (let n = 0; n < 25; n += 1) await write(`before ${n}`)
    const message = await write('meet me alone')
    for (let n = 0; n < 25; n += 1) await write(`after ${n}`, mentee)
    await send(server, mentee, ofMessage(message), { reason: 'meet_or_photos' })
    const redacted = await server.ask(lead, redactMessage, { params: { id: message }, body: {} })
    expect(redacted.status).toBe(200)
    await erasePersonIn(server, pair.mentorId)
    const { id, reportsInIt } = await takeNewest(server, lead)
    const reportId = reportsInIt[0]?.id ?? 0
    const window = await server.ask(lead, openWindow, { params: { id, reportId }, body: { reason: 'what did he write' } })
    const texts = window.body.messages.map(({ text }) => text)
    expect(texts).toHaveLength(41)
    expect([texts[0], texts[20], texts[40]]).toEqual(['before 5', 'meet me alone', 'after 19'])
    expect(window.body).toMatchObject({ isSealWhole: true })
    await server.pool.query(`update safety_evidence set content = replace(content, 'meet me alone', 'hello')`)
    const changed = await server.ask(lead, openWindow, { params: { id, reportId }, body: { reason: 'once more' } })
    expect(changed.body.isSealWhole).toBe(false)
  })

  test('of a message that was erased a moment before says so, and the report arrives', async () => {
    const message = await write('secret')
    await server.ask(lead, redactMessage, { params: { id: message }, body: {} })
    expect((await send(server, mentee, ofMessage(message))).status).toBe(200)
    const { id, reportsInIt } = await takeNewest(server, lead)
    const params = { id, reportId: reportsInIt[0]?.id ?? 0 }
    const { messages } = (await server.ask(lead, openWindow, { params, body: { reason: 'look at it' } })).body
    expect(messages.find(({ isReported }) => isReported)).toMatchObject({ text: '', isErased: true })
  })
})

describe('[SAF-02] my reports', () => {
  async function answered(kind: 'acted' | 'not_found' | 'need_to_ask', text = 'We looked into it') {
    const message = await write('bad words')
    const { report } = (await send(server, mentee, ofMessage(message))).body
    const { id } = await takeNewest(server, lead)
    const answer = await server.ask(lead, answerReport, { params: { id, reportId: report.id }, body: { kind, text } })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return report.id
  }
  const add = (id: number, text: string, who = mentee) =>
    server.ask(who, calls.addToReport, { params: { id }, body: { clientId: randomUUID(), text } })
  const reopen = (id: number, who = mentee) =>
    server.ask(who, calls.reopenReport, { params: { id }, body: { text: 'Please look again' } })

  test('show the answer, and only the reporter is notified', async () => {
    const before = await noticesOf(pair.mentorId)
    await answered('not_found', 'The words were about a film')
    expect(await mine()).toMatchObject([
      { state: 'not_found', mayReopen: true, messages: [{ isFromTeam: true, text: 'The words were about a film' }] },
    ])
    expect(await noticesOf(mentee)).toContain('The team has answered you')
    expect(await noticesOf(pair.mentorId)).toEqual(before)
    expect(await mine(pair.mentorId)).toEqual([])
  })

  test('can be added to, and reopened once', async () => {
    const id = await answered('not_found')
    expect((await add(id, 'There is more')).body.report.messages.at(-1)).toMatchObject({
      isFromTeam: false,
      text: 'There is more',
    })
    expect((await reopen(id)).body.report).toMatchObject({ state: 'received', mayReopen: false })
    expect((await reopen(id)).body).toMatchObject({ code: 'safety.cannot_reopen' })
    expect((await queueOf(server, lead)).cases).toMatchObject([{ isAnswered: false }])
  })

  test('return to the team when the reporter answers its question', async () => {
    const id = await answered('need_to_ask', 'When was it?')
    expect((await mine())[0]).toMatchObject({ state: 'need_to_ask', mayReopen: false })
    expect((await add(id, 'Yesterday')).body.report.state).toBe('received')
  })

  test('of other people look as if they did not exist', async () => {
    const id = await answered('acted')
    const other = pair.mentorId
    const unknown = await add(2_000_000_000, 'hello', other)
    expect(unknown).toMatchObject({ status: 404, body: { code: 'safety.report_not_found' } })
    expect((await add(id, 'hello', other)).body).toEqual(unknown.body)
    expect((await reopen(id, other)).body).toEqual(unknown.body)
    const wish = { params: { id }, body: { mayTellGuardian: true } }
    expect((await server.ask(other, calls.setGuardianWish, wish)).body).toEqual(unknown.body)
    expect((await server.ask(mentee, calls.setGuardianWish, wish)).body.report.mayTellGuardian).toBe(true)
  })

  test('are full after 100 entries, which only the reporter can see', async () => {
    const message = await write('again')
    const { report } = (await send(server, mentee, ofMessage(message))).body
    const values = Array.from({ length: 100 }, (_, at) => ({
      report_id: report.id,
      kind: 'words',
      text: String(at),
      at: server.clock.now(),
    }))
    await server.db.insertInto('safety_report_message').values(values).execute()
    expect(await add(report.id, 'one more')).toMatchObject({ status: 409, body: { code: 'safety.report_full' } })
    expect(await add(report.id, 'hello', pair.mentorId)).toMatchObject({ status: 404, body: { code: 'safety.report_not_found' } })
  })
})

test('[SAF-05] words of self-harm in a report make it urgent and show helplines in the reporter’s language', async () => {
  const message = await write('hm')
  const sent = await send(server, mentee, ofMessage(message), { text: 'I want to kill myself' })
  expect(sent.body.helplines.map(({ number }) => number)).toContain('14416')
  expect((await queueOf(server, lead)).cases).toMatchObject([{ isUrgent: true }])
  expect((await server.ask(mentee, calls.listSafetyHelplines, {})).body.helplines.map(({ number }) => number)).toContain('1098')
})
