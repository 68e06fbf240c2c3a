import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { verifyEmail } from '@saathi/contract/accounts/code-calls'
import { addPerson, setDisabled } from '@saathi/contract/accounts/staff-calls'
import { listChannels } from '@saathi/contract/chat/calls'
import { sendHelpMessage } from '@saathi/contract/help/calls'
import { answerHelp, closeHelpCase, getHelpCase, listHelpCases } from '@saathi/contract/help/staff-calls'
import type { DangerKind } from '@saathi/contract/help/entities'
import { chooseNotices, listNotices, setQuietHours } from '@saathi/contract/notices/calls'
import { listCases } from '@saathi/contract/safety/desk-calls'
import { StaffRole } from '@saathi/contract/accounts/roles'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { findText } from '#core/texts.ts'
import { hasTeamFor } from '#help/public.ts'
import { loadFolder } from '../../programme/load/folder.ts'
import { setServerClock } from '../../../test/server-clock.ts'
import { addressOf, openChatSocket } from '../../../test/chat-socket.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { markSecondFactor } from '../../../test/matrix/second-factor.ts'
import { signUpByMail } from '../../../test/newcomers.ts'

const t = findText('en')
const SENTENCE = "I don't want to live anymore"
const at = (moment: string) => new Date(`2026-12-${moment}:00+05:30`)

const demo = fileURLToPath(new URL('../../../../demo', import.meta.url))
const idOf = async (email: string) =>
  (await server.db.selectFrom('person').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id

let server: TestServer
let admin: number
beforeAll(async () => {
  server = await startTestServer({ limitFactor: 20 })
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  await server.app.startJobs(server.url)
  await loadFolder(server.app.world, demo, server.app.log, async (password) => password)
  admin = await idOf('staff@saathi.example')
})
afterAll(() => server.stop())
async function beAt(moment: string) {
  await setServerClock(server, at(moment))
  await markSecondFactor(server, admin)
}
beforeEach(() => beAt('01T12:00'))

/** Only a sign-up: the assistant is available from the first day. */
async function signUpMember(language = 'en') {
  const wish = { firstName: 'Tara', role: 'Mentee', project: 'one-to-one', newPrimaryLanguage: language } as const
  const { id: personId } = await signUpByMail(server, wish)
  const { channels } = (await server.ask(personId, listChannels, { query: {} })).body
  const channelId = channels.find(({ kind }) => kind === 'assistant')?.channelId ?? 0
  return {
    personId,
    channelId,
    /** Reads the conversation like a newly opened page. */
    async dial() {
      const client = await openChatSocket(addressOf(server.app), await server.tokenFor(personId))
      onTestFinished(async () => void (await client.close()))
      client.say({ command: 'join', channel: channelId })
      return client
    },
    async write(text: string) {
      const client = await this.dial()
      await client.send(channelId, text)
      return client.next('new_message', ({ user_id }) => user_id !== personId)
    },
  }
}

/** Created by staff, with the address verified by the link. */
async function addLead(language = 'en') {
  const email = `${randomUUID()}@saathi.example`
  const body = { email, role: 'SafeguardingLead', firstName: 'Vikram', lastName: 'Rao', newPrimaryLanguage: language } as const
  const { personId } = (await server.ask(admin, addPerson, { body })).body
  const [letter] = await mailTo(email)
  const token = new URL(/https?:\/\/\S+/.exec(letter?.text ?? '')?.[0] ?? '').searchParams.get('token') ?? ''
  await server.ask(null, verifyEmail, { body: { token } })
  await markSecondFactor(server, personId)
  onTestFinished(async () => {
    await server.ask(admin, setDisabled, { params: { personId }, body: { isDisabled: true, reason: 'They asked for it.' } })
  })
  return { personId, email }
}
const mailTo = (address: string) =>
  server.db.selectFrom('mail').select(['subject', 'text', 'html']).where('to_address', '=', address).orderBy('id').execute()
const alarmsTo = async (address: string, language = 'en') =>
  (await mailTo(address)).filter(({ subject }) => subject === findText(language)('notices.memberInDanger.subject'))
/** Those that lead to the conversation; the safety desk has its own. */
const noticesOf = async (personId: number) =>
  (await server.ask(personId, listNotices, { query: {} })).body.notices.filter(({ link }) => link?.startsWith('/staff/help/'))
const casesFor = async (personId: number) => (await server.ask(personId, listHelpCases, { query: {} })).body.cases
const alarmed = { timeout: 40_000, interval: 50 }

describe('[AIA-03] a new member who writes about danger', () => {
  test('gets helplines; the team gets a notice, a mail without the sentence, and the urgent case on top', async () => {
    const lead = await addLead('hi')
    const other = await signUpMember()
    await server.ask(other.personId, sendHelpMessage, { body: { clientId: randomUUID(), body: 'I lost my password' } })
    const member = await signUpMember()
    const answer = await member.write(SENTENCE)
    expect(answer.helplines).toEqual([
      { number: '14416', name: 'Tele-MANAS', text: expect.any(String) },
      { number: '1098', name: 'Childline', text: expect.any(String) },
      { number: '112', name: 'Emergency', text: expect.any(String) },
    ])
    expect(answer.message).toContain(t('assistant.danger.told'))
    expect(answer.message).toContain(t('assistant.danger.underHelp'))
    await expect.poll(() => alarmsTo(lead.email, 'hi'), alarmed).toHaveLength(1)
    const [mail] = await alarmsTo(lead.email, 'hi')
    for (const words of [mail?.text, mail?.html]) {
      expect(words).not.toContain('live anymore')
      expect(words).not.toContain('Tara')
    }
    const [notice] = await noticesOf(lead.personId)
    expect(notice).toMatchObject({ kind: 'help', title: findText('hi')('notices.memberInDanger.subject'), isRead: false })
    const cases = await casesFor(lead.personId)
    const [mine, theirs] = [member, other].map(({ personId }) => cases.findIndex((each) => each.personId === personId))
    expect(mine).toBeLessThan(theirs ?? 0)
    expect(cases.slice(0, mine).filter(({ isUrgent }) => !isUrgent)).toEqual([])
    const first = cases[mine ?? 0]
    expect(first).toMatchObject({ personId: member.personId, isUrgent: true, isWaiting: true, concern: 'self-harm' })
    const { messages } = (await server.ask(lead.personId, getHelpCase, { params: { id: first?.id ?? 0 }, query: {} })).body
    expect(messages.map(({ body }) => body)).toEqual([`${t('assistant.saidToAssistant')} ${SENTENCE}`])
  })

  test('finds the numbers again in the history of the conversation', async () => {
    await addLead()
    const member = await signUpMember()
    const { helplines, msg_id } = await member.write('mujhe jeena nahi hai')
    const client = await member.dial()
    client.say({ command: 'fetch_messages', channel: member.channelId })
    const { messages } = await client.next('messages_payload')
    expect(messages.find((message) => message.msg_id === msg_id)?.helplines).toEqual(helplines)
    expect(messages.filter((message) => message.helplines !== undefined)).toHaveLength(1)
  })

  test('gets the number that fits the danger first, and the case has the kind of danger', async () => {
    const lead = await addLead()
    const member = await signUpMember()
    const sentences: [string, DangerKind, string][] = [
      ['my mentor sent me a message that makes me uncomfortable', 'grooming', '1098'],
      ['मुझे जीना नहीं है', 'self-harm', '14416'],
      ['i just swallowed 20 paracetamol', 'overdose', '112'],
      ['someone is blackmailing me with my photos', 'blackmail', '1930'],
      ['they are waiting outside my school to beat me up', 'violence', '112'],
      ['my uncle touches me when nobody is home', 'abuse', '1098'],
    ]
    for (const [sentence, concern, number] of sentences) {
      expect((await member.write(sentence)).helplines?.[0]?.number, sentence).toBe(number)
      await expect
        .poll(async () => (await casesFor(lead.personId)).find(({ personId }) => personId === member.personId), alarmed)
        .toMatchObject({ isUrgent: true, concern })
    }
  })

  test('reads the numbers in their own language', async () => {
    await addLead()
    const member = await signUpMember('ta')
    const { helplines, message } = await member.write('எனக்கு வாழ பிடிக்கவில்லை')
    expect(helplines?.[0]).toMatchObject({ number: '14416', name: 'டெலி-மானஸ்' })
    expect(message).toContain(findText('ta')('assistant.danger.lead'))
  })
})

describe('the team', () => {
  test('is notified at night, whatever was switched off', async () => {
    const lead = await addLead()
    await server.ask(lead.personId, setQuietHours, { body: { isOn: true, from: '21:00', until: '09:00' } })
    await server.ask(lead.personId, chooseNotices, { body: { kind: 'help', inApp: false, email: false, push: false } })
    await beAt('02T23:30')
    const member = await signUpMember()
    await member.write(SENTENCE)
    await expect.poll(() => alarmsTo(lead.email), alarmed).toHaveLength(1)
    expect((await noticesOf(lead.personId))[0]).toMatchObject({ title: t('notices.memberInDanger.subject') })
  })

  test('is mailed once for many messages, again after an hour, and again after the case was closed', async () => {
    const lead = await addLead()
    const member = await signUpMember()
    const written = async () => {
      const [mine] = (await casesFor(lead.personId)).filter(({ personId }) => personId === member.personId)
      if (!mine) return 0
      return (await server.ask(lead.personId, getHelpCase, { params: { id: mine.id }, query: {} })).body.messages.length
    }
    for (let n = 1; n <= 5; n += 1) await member.write(`${SENTENCE} ${n}`)
    await expect.poll(written, alarmed).toBe(5)
    expect(await alarmsTo(lead.email)).toHaveLength(1)
    await beAt('01T13:01')
    await member.write(SENTENCE)
    await expect.poll(written, alarmed).toBe(6)
    expect(await alarmsTo(lead.email)).toHaveLength(2)
    const [mine] = (await casesFor(lead.personId)).filter(({ personId }) => personId === member.personId)
    const id = mine?.id ?? 0
    const words = { clientId: randomUUID(), body: 'I am calling you now.' }
    const { id: upTo } = (await server.ask(lead.personId, answerHelp, { params: { id }, body: words })).body
    expect((await casesFor(lead.personId)).find((each) => each.id === id)).toMatchObject({ isUrgent: true, isWaiting: false })
    const closed = await server.ask(lead.personId, closeHelpCase, { params: { id }, body: { upTo } })
    expect(closed.body.case).toMatchObject({ isUrgent: false, concern: null })
    await member.write(SENTENCE)
    await expect.poll(() => alarmsTo(lead.email), alarmed).toHaveLength(3)
  })

  test('is notified about messages in the help centre, too', async () => {
    const lead = await addLead()
    const member = await signUpMember()
    await server.ask(member.personId, sendHelpMessage, { body: { clientId: randomUUID(), body: 'my uncle beats me' } })
    expect(await alarmsTo(lead.email)).toHaveLength(1)
    expect((await casesFor(lead.personId)).find(({ personId }) => personId === member.personId)).toMatchObject({ isUrgent: true })
  })

  test('[SAF-05] has one notice and one mail per person, although both help and the safety desk are alerted', async () => {
    const lead = await addLead()
    const member = await signUpMember()
    await member.write(SENTENCE)
    await expect.poll(() => alarmsTo(lead.email), alarmed).toHaveLength(1)
    const { cases } = (await server.ask(lead.personId, listCases, { query: { show: 'open' } })).body
    expect(cases).toContainEqual(expect.objectContaining({ source: 'danger', isUrgent: true, takenBy: null }))
    const titles = (await server.ask(lead.personId, listNotices, { query: {} })).body.notices.map(({ title }) => title)
    expect(titles).toEqual([t('notices.memberInDanger.subject')])
    const subjects = (await mailTo(lead.email)).map(({ subject }) => subject)
    expect(subjects.filter((subject) => subject === t('notices.safetyUrgent.subject'))).toEqual([])
  })

  test('is not mentioned if nobody would answer', async () => {
    const alone = await startTestServer()
    onTestFinished(() => alone.stop())
    const person = await alone.buildPerson()
    expect(await hasTeamFor(alone.db, person, alone.clock.now())).toBe(false)
    await alone.buildPerson({ role: 'Admin', disabled: true })
    await alone.buildPerson({ role: 'Admin', verified: false })
    expect(await hasTeamFor(alone.db, person, alone.clock.now())).toBe(false)
    const staff = await alone.buildPerson({ role: 'ProgramManager' })
    expect(await hasTeamFor(alone.db, staff, alone.clock.now())).toBe(false)
    expect(await hasTeamFor(alone.db, person, alone.clock.now())).toBe(true)
  })
})

test('[AIA-03] without a team, the answer gives the numbers and promises nothing', async () => {
  const member = await signUpMember()
  const setTeamDisabled = (at: Date | null) =>
    server.db.updateTable('person').set({ disabled_at: at }).where('role', 'in', StaffRole.options).execute()
  await setTeamDisabled(server.clock.now())
  onTestFinished(async () => {
    await setTeamDisabled(null)
  })
  const { message, helplines } = await member.write(SENTENCE)
  expect(helplines).toHaveLength(3)
  expect(message).toContain(t('assistant.danger.noTeam'))
  expect(message).not.toContain(t('assistant.danger.told'))
})
