import { randomUUID } from 'node:crypto'
import { addPerson } from '@saathi/contract/accounts/staff-calls'
import { listChannels } from '@saathi/contract/chat/calls'
import type { FilterMode } from '@saathi/contract/chat/filter'
import * as filter from '@saathi/contract/chat/filter-calls'
import { listQuietHours } from '@saathi/contract/chat/staff-calls'
import type { DangerKind } from '@saathi/contract/help/entities'
import { setSeeker } from '@saathi/contract/matching/staff-calls'
import { startMentorship } from '@saathi/contract/mentorship/staff-calls'
import { listNotices } from '@saathi/contract/notices/calls'
import * as calls from '@saathi/contract/safety/calls'
import * as desk from '@saathi/contract/safety/desk-calls'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { addressOf, openChatSocket } from '../../test/chat-socket.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import {
  enterAsAdministrator,
  enterByLink,
  loadProgrammeWithoutPeople,
  type Newcomer,
  signUpByMail,
} from '../../test/newcomers.ts'

/** This file writes no rows: everybody signs up or is added through the API. */

let server: TestServer
let admin: Newcomer
let lead: Newcomer
beforeAll(async () => {
  server = await startTestServer({ trustedProxy: ['127.0.0.1'], publicOrigin: 'https://saathi.example', limitFactor: 20 })
  await loadProgrammeWithoutPeople(server)
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  await server.app.startJobs(server.url)
  admin = await enterAsAdministrator(server)
  const email = `vikram-${randomUUID()}@saathi.example`
  const about = { email, role: 'SafeguardingLead', firstName: 'Vikram', lastName: 'Sethi', newPrimaryLanguage: 'en' } as const
  await admin.ask(addPerson, { body: about })
  const token = /\/emailverify\?token=([\w-]+)/.exec((await mailTo(email)).map(({ text }) => text).join('\n'))?.[1] ?? ''
  lead = await enterByLink(server, token)
}, 120_000)
afterAll(() => server.stop())

const mailTo = (address: string) =>
  server.db.selectFrom('mail').select(['subject', 'text']).where('to_address', '=', address).execute()
async function dial(person: Newcomer) {
  const socket = await openChatSocket(addressOf(server.app), person.token)
  onTestFinished(async () => void (await socket.close()))
  await socket.settle()
  return socket
}
const channelOf = async (person: Newcomer, wanted: 'pair' | 'assistant') =>
  (await person.ask(listChannels, {})).channels.find(({ kind }) => kind === wanted)?.channelId ?? 0
const openCases = async () => (await lead.ask(desk.listCases, { query: { show: 'open' } })).cases

async function bringTogether() {
  const asha = await signUpByMail(server, { firstName: 'Asha', role: 'Mentee', project: 'one-to-one' })
  const ravi = await signUpByMail(server, { firstName: 'Ravi', role: 'Mentor', institutionCode: 'ABC-1234' })
  await admin.ask(setSeeker, { params: { personId: ravi.id }, body: { isApproved: true } })
  await admin.ask(startMentorship, { body: { mentor: ravi.id, mentees: [asha.id], reason: 'Both asked for it' } })
  return { asha, ravi, channel: await channelOf(asha, 'pair') }
}

const sentences: [string, string, DangerKind][] = [
  ['en', "I don't want to live anymore", 'self-harm'],
  ['hi', 'मुझे जीना नहीं है', 'self-harm'],
  ['bn', 'আমি আর বাঁচতে চাই না', 'self-harm'],
  ['mr', 'मला जगायचं नाही', 'self-harm'],
  ['ta', 'எனக்கு வாழ விருப்பமில்லை', 'self-harm'],
  ['te', 'నాకు బతకాలని లేదు', 'self-harm'],
  ['kn', 'ನನಗೆ ಬದುಕಲು ಇಷ್ಟವಿಲ್ಲ', 'self-harm'],
  ['en', 'my uncle touches me at night', 'abuse'],
  ['en', 'he says he will kill me', 'violence'],
]

test.each(sentences)(
  '[SAF-05] words to the assistant in %s open an urgent case and notify the desk: %s',
  async (language, sentence, kind) => {
    const tara = await signUpByMail(server, {
      firstName: 'Tara',
      role: 'Mentee',
      project: 'one-to-one',
      newPrimaryLanguage: language,
    })
    const before = new Set((await openCases()).map(({ id }) => id))
    const mails = (await mailTo(lead.email)).length
    const channel = await channelOf(tara, 'assistant')
    const socket = await dial(tara)
    socket.say({ command: 'join', channel })
    await socket.send(channel, sentence)
    const answer = await socket.next('new_message', ({ user_id }) => user_id !== tara.id)
    expect(answer.helplines?.length).toBeGreaterThan(0)
    const isNew = ({ id }: { id: number }) => !before.has(id)
    await expect.poll(async () => (await openCases()).filter(isNew), { timeout: 30_000 }).toHaveLength(1)
    const [found] = (await openCases()).filter(isNew)
    expect(found).toMatchObject({ source: 'danger', isUrgent: true, isAnswered: false })
    const { events, people } = await lead.ask(desk.getCase, { params: { id: found?.id ?? 0 } })
    expect(people).toMatchObject([{ personId: tara.id, part: 'child' }])
    expect(events.find((each) => each.detail === kind)?.text).toContain(sentence)
    // One notice and one mail for a person who also answers help: the conversation, where they can write back at once.
    const [notice] = (await lead.ask(listNotices, { query: {} })).notices.filter(({ link }) => link?.startsWith('/staff/help/'))
    expect(notice).toMatchObject({ title: 'A member may be in danger. Please look now', isRead: false })
    expect((await mailTo(lead.email)).length).toBeGreaterThan(mails)
  },
)

test('[SAF-05] words of danger to a person show the writer alone the numbers; the team learns of it only from the writer', async () => {
  const { asha, ravi, channel } = await bringTogether()
  const [own, other] = [await dial(asha), await dial(ravi)]
  const before = (await openCases()).length
  const sent = await own.send(channel, "I don't want to live anymore")
  const care = await own.next('care')
  expect(care).toMatchObject({ channel_id: channel, msg_id: sent.msg_id })
  expect(care.helplines.map(({ number }) => number)).toContain('14416')
  await other.next('new_message')
  await other.settle()
  expect(other.frames.filter(({ command }) => command === 'care')).toEqual([])
  // An ordinary message offers nothing.
  await own.send(channel, 'See you tomorrow')
  await own.settle()
  expect(own.frames.filter(({ command }) => command === 'care')).toEqual([])
  expect(await openCases()).toHaveLength(before)

  const thing = { kind: 'own_message', id: String(sent.msg_id) } as const
  const body = { clientId: randomUUID(), thing, reason: 'self_harm' } as const
  expect((await server.ask(ravi.id, calls.sendReport, { body })).body).toMatchObject({ code: 'safety.nothing_to_report' })
  const { report, helplines } = await asha.ask(calls.sendReport, { body })
  expect(report).toMatchObject({ kind: 'own_message', about: null })
  expect(helplines.length).toBeGreaterThan(0)
  const found = (await openCases()).find(({ kind }) => kind === 'own_message')
  expect(found).toMatchObject({ isUrgent: true, source: 'report' })
  const { id } = await lead.ask(desk.takeCase, { params: { id: found?.id ?? 0 }, body: {} })
  const full = await lead.ask(desk.getCase, { params: { id } })
  expect(full.people.map(({ personId, part }) => [personId, part])).toEqual([[asha.id, 'child']])
  const evidence = await lead.ask(desk.openWindow, { params: { id, reportId: report.id }, body: { reason: 'to help her' } })
  expect(evidence.messages.map(({ text }) => text)).toEqual(["I don't want to live anymore"])
})

test('[SAF-05] words of danger in a report make its case urgent and show numbers, whatever its reason', async () => {
  const { asha, ravi, channel } = await bringTogether()
  const socket = await dial(ravi)
  for (const [language, sentence] of sentences.slice(0, 7)) {
    const sent = await socket.send(channel, `You are late, ${language}`)
    const thing = { kind: 'message', id: String(sent.msg_id) } as const
    const body = { clientId: randomUUID(), thing, reason: 'rude', text: sentence } as const
    const { report, helplines } = await asha.ask(calls.sendReport, { body })
    expect(helplines.length, language).toBeGreaterThan(0)
    const { cases } = await lead.ask(desk.listCases, { query: { show: 'open' } })
    expect(
      cases.find(({ words }) => words === sentence),
      language,
    ).toMatchObject({ isUrgent: true, reports: 1 })
    expect(report.state).toBe('received')
  }
})

test('[SAF-12] from a fresh sign-up: the filter holds a number, a lead delivers it, and both read it once', async () => {
  const { asha, ravi, channel } = await bringTogether()
  const [own, other] = [await dial(asha), await dial(ravi)]
  await own.send(channel, 'my number is 9876543210')
  await other.next('new_message')
  const { programmes } = await lead.ask(listQuietHours, {})
  const setModes = async (mode: FilterMode, reason: string) => {
    for (const { id } of programmes) await lead.ask(filter.setFilterMode, { params: { projectId: id }, body: { mode, reason } })
  }
  await setModes('hold', 'as agreed with the school')
  onTestFinished(() => setModes('off', 'the test is over'))
  own.say({ command: 'send', channel, message: 'नौ आठ सात छह पाँच चार तीन दो एक शून्य', tempId: 'spoken' })
  await own.next('message_held')
  const { held } = await lead.ask(filter.listHeldMessages, { query: {} })
  expect(held).toMatchObject([{ sender: { personId: asha.id }, kinds: ['phone'] }])
  const id = { id: held[0]?.id ?? 0 }
  const reason = 'her aunt agreed to it'
  await lead.ask(filter.openHeldMessage, { params: id, body: { reason } })
  await lead.ask(filter.releaseHeldMessage, { params: id, body: { reason } })
  expect(await other.next('new_message')).toMatchObject({ message: 'नौ आठ सात छह पाँच चार तीन दो एक शून्य' })
  await other.settle()
  expect(other.frames.filter(({ command }) => command === 'new_message')).toEqual([])
  expect((await lead.ask(filter.listHeldMessages, { query: {} })).held).toEqual([])
})
