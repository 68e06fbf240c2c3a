import { randomUUID } from 'node:crypto'
import { addPerson } from '@saathi/contract/accounts/staff-calls'
import { listLooksAtMe } from '@saathi/contract/accounts/look-calls'
import { listChannels } from '@saathi/contract/chat/calls'
import { deleteMessage, editMessage, reactToMessage } from '@saathi/contract/chat/gesture-calls'
import { setSeeker } from '@saathi/contract/matching/staff-calls'
import { startMentorship } from '@saathi/contract/mentorship/staff-calls'
import { listNotices } from '@saathi/contract/notices/calls'
import * as calls from '@saathi/contract/safety/calls'
import * as cases from '@saathi/contract/safety/case-calls'
import * as desk from '@saathi/contract/safety/desk-calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
beforeAll(async () => {
  server = await startTestServer({ trustedProxy: ['127.0.0.1'], publicOrigin: 'https://saathi.example' })
  await loadProgrammeWithoutPeople(server)
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  await server.app.startJobs(server.url)
  admin = await enterAsAdministrator(server)
}, 120_000)
afterAll(() => server.stop())

const titlesOf = async (person: Newcomer) => (await person.ask(listNotices, { query: {} })).notices.map(({ title }) => title)
const mailTo = (address: string) =>
  server.db.selectFrom('mail').select(['subject', 'text']).where('to_address', '=', address).execute()

async function enterAsLead(firstName: string): Promise<Newcomer> {
  const email = `${firstName.toLowerCase()}-${randomUUID()}@saathi.example`
  const about = { email, role: 'SafeguardingLead', firstName, lastName: 'Sethi', newPrimaryLanguage: 'en' } as const
  await admin.ask(addPerson, { body: about })
  const mails = await mailTo(email)
  const token = /\/emailverify\?token=([\w-]+)/.exec(mails.map(({ text }) => text).join('\n'))?.[1] ?? ''
  return enterByLink(server, token)
}

test('[SAF-02] asha reports, a lead looks, acts and answers, a second signs off; ravi learns nothing before the decision', async () => {
  const vikram = await enterAsLead('Vikram')
  const farida = await enterAsLead('Farida')
  const asha = await signUpByMail(server, { firstName: 'Asha', role: 'Mentee', project: 'one-to-one' })
  const ravi = await signUpByMail(server, { firstName: 'Ravi', role: 'Mentor', institutionCode: 'ABC-1234' })
  await admin.ask(setSeeker, { params: { personId: ravi.id }, body: { isApproved: true } })
  await admin.ask(startMentorship, { body: { mentor: ravi.id, mentees: [asha.id], reason: 'Both asked for it' } })
  const { channels } = await asha.ask(listChannels, {})
  const channel = channels.find(({ kind }) => kind === 'pair')?.channelId ?? 0
  const socket = await openChatSocket(addressOf(server.app), ravi.token)
  await socket.settle()
  const sent = await socket.send(channel, 'Come to the station alone on Saturday')

  const thing = { kind: 'message', id: String(sent.msg_id) } as const
  const raviBefore = await titlesOf(ravi)
  const { report, helplines } = await asha.ask(calls.sendReport, {
    body: { clientId: randomUUID(), thing, reason: 'meet_or_photos', text: 'Please do not tell him' },
  })
  expect(helplines.map(({ number }) => number)).toContain('1098')
  const noticed = [await titlesOf(vikram), await titlesOf(farida)]
  expect(noticed.flat()).toContain('An urgent report waits for you')
  const lead = noticed[0]?.length ? vikram : farida
  const second = lead === vikram ? farida : vikram
  expect((await mailTo(lead.email)).map(({ subject }) => subject)).toContain('An urgent report waits for you')

  const { id } = await lead.ask(desk.takeNextCase, { body: {} })
  const params = { id: id ?? 0 }
  const window = { params: { ...params, reportId: report.id }, body: { reason: 'to see what he asked' } }
  const evidence = await lead.ask(desk.openWindow, window)
  expect(evidence.messages.map(({ text, isReported }) => [text, isReported])).toEqual([
    ['Come to the station alone on Saturday', true],
  ])
  const asked = await lead.ask(desk.askUnlock, { params, body: { reason: 'whether a place was named before' } })
  const unlock = { params: { ...params, unlockId: asked.unlocks[0]?.id ?? 0 } }
  await second.ask(desk.agreeUnlock, { ...unlock, body: {} })
  expect((await lead.ask(desk.readUnlocked, { ...unlock, query: {} })).messages).toHaveLength(1)

  const looksAt = async (person: Newcomer) => (await person.ask(listLooksAtMe, { query: {} })).looks
  const isSafety = ({ what }: { what: string }) => what === 'opened_report' || what === 'read_messages'
  expect(await titlesOf(ravi)).toEqual(raviBefore)
  expect((await looksAt(ravi)).filter(isSafety)).toEqual([])
  expect((await ravi.ask(calls.listMyReports, { query: {} })).reports).toEqual([])
  expect((await ravi.ask(listChannels, {})).channels.find(({ channelId }) => channelId === channel)?.closed).toBeNull()

  const step = { kind: 'pause_pair', personId: ravi.id, words: null, until: null, reason: 'to keep her safe' } as const
  await lead.ask(cases.takeStep, { params, body: step })
  const answer = { kind: 'acted', text: 'Thank you for telling us. He can no longer write to you.' } as const
  await lead.ask(cases.answerReport, { params: { ...params, reportId: report.id }, body: answer })
  const at = server.clock.now().toISOString()
  await lead.ask(cases.recordLegal, { params, body: { kind: 'police_told', text: 'SI Kumari, police unit Ranchi', at } })
  await lead.ask(cases.closeCase, { params, body: { decision: 'The pair rests, the police know' } })
  const closed = await second.ask(cases.signOffCase, { params, body: { isAgreed: true, text: null } })
  expect(closed).toMatchObject({ state: 'closed', isSealWhole: true, openPoints: [] })

  expect(await titlesOf(asha)).toContain('The team has answered you')
  const [mine] = (await asha.ask(calls.listMyReports, { query: {} })).reports
  expect(mine).toMatchObject({ state: 'acted', readBy: [expect.stringContaining('Sethi')] })
  expect(mine?.messages.at(-1)).toMatchObject({ isFromTeam: true, text: answer.text })
  expect(await titlesOf(ravi)).toContain('The team has paused your conversation')
  for (const person of [asha, ravi]) {
    const looks = (await looksAt(person)).filter(isSafety)
    expect(looks.map(({ what, reason }) => [what, reason])).toEqual([
      ['read_messages', 'whether a place was named before'],
      ['opened_report', 'to see what he asked'],
    ])
  }
  await socket.close()
})

test('[DAY-06] people who signed up answer, react, edit and delete; the desk still reads what was said', async () => {
  const lead = await enterAsLead('Meena')
  const asha = await signUpByMail(server, { firstName: 'Asha', role: 'Mentee', project: 'one-to-one' })
  const ravi = await signUpByMail(server, { firstName: 'Ravi', role: 'Mentor', institutionCode: 'ABC-1234' })
  await admin.ask(setSeeker, { params: { personId: ravi.id }, body: { isApproved: true } })
  await admin.ask(startMentorship, { body: { mentor: ravi.id, mentees: [asha.id], reason: 'Both asked for it' } })
  const { channels } = await asha.ask(listChannels, {})
  const channel = channels.find(({ kind }) => kind === 'pair')?.channelId ?? 0
  const [ravis, ashas] = [
    await openChatSocket(addressOf(server.app), ravi.token),
    await openChatSocket(addressOf(server.app), asha.token),
  ]
  await Promise.all([ravis.settle(), ashas.settle()])
  const sent = await ravis.send(channel, 'Come alone')
  const params = { id: sent.msg_id }
  ashas.say({ command: 'send', channel, message: 'Why?', tempId: 'why', reply_to: sent.msg_id })
  expect((await ravis.next('new_message')).reply_to).toMatchObject({ message: 'Come alone' })
  await asha.ask(reactToMessage, { params, body: { emoji: '😮' } })
  await ravi.ask(editMessage, { params, body: { message: 'Come to the session' } })
  await ravi.ask(deleteMessage, { params })
  const { messages } = await ashas.next('messages_changed', ({ messages: [first] }) => first?.is_deleted === true)
  expect(messages).toMatchObject([{ msg_id: sent.msg_id, message: '', is_deleted: true }])

  const thing = { kind: 'message', id: String(sent.msg_id) } as const
  const { report } = await asha.ask(calls.sendReport, { body: { clientId: randomUUID(), thing, reason: 'meet_or_photos' } })
  const { id } = await lead.ask(desk.takeNextCase, { body: {} })
  const window = { params: { id: id ?? 0, reportId: report.id }, body: { reason: 'to see what was said' } }
  const evidence = await lead.ask(desk.openWindow, window)
  expect(evidence.messages.find(({ isReported }) => isReported)).toMatchObject({
    text: '',
    deletedAt: expect.any(String),
    earlier: [{ text: 'Come alone' }, { text: 'Come to the session' }],
  })
  await Promise.all([ravis.close(), ashas.close()])
})
