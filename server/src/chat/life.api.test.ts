import { getUnread, listChannels, muteChannel, searchMessages } from '@saathi/contract/chat/calls'
import { getPresence, setPresence } from '@saathi/contract/chat/presence'
import { listNotices } from '@saathi/contract/notices/calls'
import { setSeeker } from '@saathi/contract/matching/staff-calls'
import { startMentorship } from '@saathi/contract/mentorship/staff-calls'
import { blockPerson } from '@saathi/contract/safety/calls'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { sendUpload } from '#core/files/test-upload.ts'
import { addressOf, openChatSocket } from '../../test/chat-socket.ts'
import { setServerClock } from '../../test/server-clock.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { enterAsAdministrator, loadProgrammeWithoutPeople, type Newcomer, signUpByMail } from '../../test/newcomers.ts'

/** This file writes no rows: both sign up, and an administrator starts their mentorship. */

let server: TestServer
let [asha, ravi]: Newcomer[] = []
let channel = 0
beforeAll(async () => {
  server = await startTestServer({ trustedProxy: ['127.0.0.1'], publicOrigin: 'https://saathi.example', limitFactor: 20 })
  await loadProgrammeWithoutPeople(server)
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  await server.app.startJobs(server.url)
  const admin = await enterAsAdministrator(server)
  asha = await signUpByMail(server, { firstName: 'Asha', role: 'Mentee', project: 'one-to-one' })
  ravi = await signUpByMail(server, { firstName: 'Ravi', role: 'Mentor', institutionCode: 'ABC-1234' })
  await admin.ask(setSeeker, { params: { personId: ravi.id }, body: { isApproved: true } })
  await admin.ask(startMentorship, { body: { mentor: ravi.id, mentees: [asha.id], reason: 'Both asked for it' } })
  channel = (await pairOf(asha)).channelId
}, 120_000)
afterAll(() => server.stop())

async function pairOf(person: Newcomer) {
  const { channels } = await person.ask(listChannels, {})
  const pair = channels.find(({ kind }) => kind === 'pair')
  if (!pair) throw new Error('there is no pair channel')
  return pair
}
async function dial(person: Newcomer | undefined) {
  const client = await openChatSocket(addressOf(server.app), person?.token ?? '')
  onTestFinished(() => client.socket.terminate())
  await client.settle()
  return client
}
const who = (person: Newcomer | undefined): Newcomer => {
  if (!person) throw new Error('nobody signed up')
  return person
}
/** Ravi as a member of the conversation, as Asha's list shows him. */
async function ravisMarks() {
  const { channelMembers } = await pairOf(who(asha))
  const member = channelMembers.find(({ userId }) => userId === ravi?.id)
  return { delivered: member?.lastDeliveredId, seen: member?.lastSeenId, at: member?.lastDeliveredTimestamp }
}

test('[DAY-11] a message is sent, then delivered to the partner’s device, then read, each for the sender to see', async () => {
  const ashas = await dial(asha)
  const first = await ashas.send(channel, 'Good morning')
  expect(await ravisMarks()).toMatchObject({ delivered: 0, seen: 0, at: null })

  const ravis = await dial(ravi)
  ravis.say({ command: 'message_delivered' })
  expect(await ashas.next('message_delivered')).toMatchObject({
    channel_id: channel,
    user_id: ravi?.id,
    message_id: first.msg_id,
  })
  expect(await ravisMarks()).toMatchObject({ delivered: first.msg_id, seen: 0, at: expect.any(String) })

  const second = await ashas.send(channel, 'Are you there?')
  ravis.say({ command: 'message_seen', channel, message_id: second.msg_id })
  expect(await ashas.next('update_last_viewed_timestamp')).toMatchObject({ message_id: second.msg_id })
  expect(await ravisMarks()).toMatchObject({ delivered: second.msg_id, seen: second.msg_id })
})

test('[DAY-11] a mark never passes the newest message, and reporting the same again publishes nothing', async () => {
  const [ashas, ravis] = [await dial(asha), await dial(ravi)]
  const { msg_id } = await ashas.send(channel, 'One more')
  ravis.say({ command: 'message_delivered', message_id: msg_id + 1_000 })
  expect(await ashas.next('message_delivered')).toMatchObject({ message_id: msg_id })
  ravis.say({ command: 'message_delivered', message_id: msg_id })
  await ravis.settle()
  await ashas.settle()
  expect(ashas.frames.filter(({ command }) => command === 'message_delivered')).toEqual([])
})

const presenceOf = async (reader: Newcomer | undefined, person: Newcomer | undefined) =>
  (await who(reader).ask(getPresence, {})).people.find(({ userId }) => userId === person?.id)
const soon = { timeout: 20_000, interval: 50 }

test('[DAY-12] a person is online while they look at a page, and last seen after that', async () => {
  const [ashas, ravis] = [await dial(asha), await dial(ravi)]
  ashas.say({ command: 'presence', is_visible: true })
  await ashas.settle()
  ravis.say({ command: 'presence', is_visible: true })
  expect(await ashas.next('presence')).toMatchObject({ user_id: ravi?.id, is_online: true })
  expect(await presenceOf(asha, ravi)).toMatchObject({ isOnline: true })
  await ravis.close()
  await setServerClock(server, new Date(server.clock.now().getTime() + 1_000))
  await expect
    .poll(async () => {
      await setServerClock(server, new Date(server.clock.now().getTime() + 6_000))
      return (await presenceOf(asha, ravi))?.isOnline
    }, soon)
    .toBe(false)
  expect(await presenceOf(asha, ravi)).toMatchObject({ lastSeenOn: expect.any(String) })
})

test('[DAY-12] a person who does not show their presence sees nobody’s, and nobody sees theirs or that they type', async () => {
  const [ashas, ravis] = [await dial(asha), await dial(ravi)]
  for (const client of [ashas, ravis]) client.say({ command: 'presence', is_visible: true })
  await ashas.settle()
  await ravis.settle()
  await expect.poll(async () => (await presenceOf(asha, ravi))?.isOnline, soon).toBe(true)
  await who(ravi).ask(setPresence, { body: { isShown: false } })
  expect(await ashas.next('presence', ({ last_seen_on }) => last_seen_on === null)).toMatchObject({ user_id: ravi?.id })
  expect(await presenceOf(asha, ravi)).toBeUndefined()
  expect(await who(ravi).ask(getPresence, {})).toEqual({ isShown: false, people: [] })
  ravis.say({ command: 'typing', channel })
  ashas.say({ command: 'typing', channel })
  await ravis.settle()
  await ashas.send(channel, 'Hello')
  await ravis.next('new_message')
  for (const { frames } of [ashas, ravis]) expect(frames.filter(({ command }) => command === 'typing')).toEqual([])
  await who(ravi).ask(setPresence, { body: { isShown: true } })
  ravis.say({ command: 'typing', channel })
  expect(await ashas.next('typing')).toEqual({ command: 'typing', channel_id: channel, user_id: ravi?.id })
})

test('[DAY-12] a person is seen to begin to type, and to stop without sending', async () => {
  const [ashas, ravis] = [await dial(asha), await dial(ravi)]
  for (const client of [ashas, ravis]) client.say({ command: 'presence', is_visible: true })
  await ashas.settle()
  ravis.say({ command: 'typing', channel })
  ravis.say({ command: 'typing', channel, has_stopped: true })
  const begun = { command: 'typing', channel_id: channel, user_id: ravi?.id }
  expect(await ashas.next('typing')).toEqual(begun)
  expect(await ashas.next('typing', ({ has_stopped }) => has_stopped === true)).toEqual({ ...begun, has_stopped: true })
})

test('[DAY-12] of a thousand typing frames in a second only a few are delivered, and messages are not delayed', async () => {
  const [ashas, ravis] = [await dial(asha), await dial(ravi)]
  for (const client of [ashas, ravis]) client.say({ command: 'presence', is_visible: true })
  await ravis.settle()
  for (let count = 0; count < 1_000; count += 1) ashas.say({ command: 'typing', channel })
  const sent = await ashas.send(channel, 'At last')
  await ravis.next('new_message', ({ msg_id }) => msg_id === sent.msg_id)
  const received = ravis.frames.filter(({ command }) => command === 'typing').length
  expect(received).toBeGreaterThan(0)
  expect(received).toBeLessThanOrEqual(4)
})

test('[DAY-12] a person who shows their presence again is online for the others at once', async () => {
  const [ashas, ravis] = [await dial(asha), await dial(ravi)]
  for (const client of [ashas, ravis]) client.say({ command: 'presence', is_visible: true })
  await ravis.settle()
  await who(ravi).ask(setPresence, { body: { isShown: false } })
  await ashas.next('presence', ({ last_seen_on }) => last_seen_on === null)
  await who(ravi).ask(setPresence, { body: { isShown: true } })
  expect(await ashas.next('presence', ({ is_online }) => is_online)).toMatchObject({ user_id: ravi?.id })
})

test('[DAY-14] a muted conversation sends no notifications, and its count is marked as muted', async () => {
  const [ashas, ravis] = [await dial(asha), await dial(ravi)]
  // Nothing that he has not looked at is left from before.
  ravis.say({ command: 'message_seen', channel })
  await ravis.settle()
  await ravis.close()
  expect(await who(ravi).ask(muteChannel, { params: { id: channel }, body: { isMuted: true } })).toEqual({ isMuted: true })
  expect(await pairOf(who(ravi))).toMatchObject({ isMuted: true })
  expect(await pairOf(who(asha))).toMatchObject({ isMuted: false })
  const notices = async () => (await who(ravi).ask(listNotices, { query: {} })).notices.filter(({ kind }) => kind === 'chat')
  const before = (await notices()).length
  await ashas.send(channel, 'Nobody is woken by this')
  const { channels } = await who(ravi).ask(getUnread, {})
  expect(channels.find(({ channelId }) => channelId === channel)).toMatchObject({ isMuted: true })
  await runAwayJobs()
  expect(await notices()).toHaveLength(before)
  await who(ravi).ask(muteChannel, { params: { id: channel }, body: { isMuted: false } })
  await ashas.send(channel, 'But by this')
  await runAwayJobs()
  await expect.poll(async () => (await notices()).length, soon).toBe(before + 1)
})

/** Lets the time pass after which absent readers are notified, and waits until every due job has run. */
async function runAwayJobs(): Promise<void> {
  const jobs = (condition: string) =>
    server.pool.query(`select id from jobs.job where name = 'chat.tell_away' and state < 'completed' and ${condition}`)
  await expect.poll(async () => (await jobs('true')).rowCount, soon).toBeGreaterThan(0)
  await setServerClock(server, new Date(server.clock.now().getTime() + 40_000))
  await expect.poll(async () => (await jobs('start_after <= jobs.job_now()')).rowCount, soon).toBe(0)
}

test('[DAY-15] a file is found by its name, everywhere and in its conversation, and named in the list', async () => {
  const ashas = await dial(asha)
  const letter = { bytes: Buffer.from('My plan'), name: 'lantern-plan.txt', type: 'text/plain', purpose: 'chat' }
  const { body } = await sendUpload(server, who(asha).id, letter)
  ashas.say({ command: 'send', channel, message: '', tempId: 'a-file', attachments: [{ id: body.id }] })
  const sent = await ashas.next('new_message', ({ temp_id }) => temp_id === 'a-file')
  const search = async (text: string, channelId?: number) =>
    (await who(ravi).ask(searchMessages, { body: { searchText: text, ...(channelId && { channelId }) } })).messages
  expect(await search('lantern')).toMatchObject([{ messageId: sent.msg_id, text: 'lantern-plan.txt' }])
  expect(await search('lantern', channel)).toHaveLength(1)
  expect(await search('lantern', channel + 1_000)).toEqual([])
  expect(await pairOf(who(ravi))).toMatchObject({ lastMessage: { kind: 'file', text: 'lantern-plan.txt' } })
})

test('[DAY-12] between two people of whom one has blocked the other there is neither presence nor typing', async () => {
  const [ashas, ravis] = [await dial(asha), await dial(ravi)]
  for (const client of [ashas, ravis]) client.say({ command: 'presence', is_visible: true })
  await ravis.settle()
  await who(asha).ask(blockPerson, { params: { personId: ravi?.id ?? 0 } })
  expect(await presenceOf(asha, ravi)).toBeUndefined()
  expect(await presenceOf(ravi, asha)).toBeUndefined()
  ravis.say({ command: 'typing', channel })
  await ravis.settle()
  await ashas.settle()
  expect(ashas.frames.filter(({ command }) => command === 'typing')).toEqual([])
})
