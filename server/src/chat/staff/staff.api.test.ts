import { listLooksAtMe } from '@saathi/contract/accounts/look-calls'
import { listChannels } from '@saathi/contract/chat/calls'
import * as calls from '@saathi/contract/chat/staff-calls'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildChannel, type BuiltChannel, plantMessages, storedMessages } from '../../../test/chat-channels.ts'
import { addressOf, openChatSocket } from '../../../test/chat-socket.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { markSecondFactor } from '../../../test/matrix/second-factor.ts'
import { buildStaffOf } from '../../../test/staff-rights.ts'

const reason = 'They asked for a pause.'
let server: TestServer
let staff: number
let pair: BuiltChannel
let mentee: number
beforeAll(async () => {
  server = await startTestServer()
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  await server.app.startJobs(server.url)
})
afterAll(() => server.stop())
beforeEach(async () => {
  staff = await server.buildPerson({ role: 'SafeguardingLead' })
  await markSecondFactor(server, staff)
  pair = await buildChannel(server, { withPairManager: true })
  mentee = pair.menteeIds[0] ?? 0
})

/** Waits until authenticated, because the server sends nothing before. */
async function dial(who: number) {
  const client = await openChatSocket(addressOf(server.app), await server.tokenFor(who))
  await client.settle()
  return client
}
const setMember = (personId: number, isActive: boolean, id = pair.channelId) =>
  server.ask(staff, calls.setChannelMember, { params: { id, personId }, body: { isActive, reason } })
/** Without the assistant's. */
const channelsOf = async (who: number) =>
  (await server.ask(who, listChannels, {})).body.channels.filter(({ kind }) => kind !== 'assistant')

describe('[CHT-16] a member who is removed', () => {
  test('C32: can do nothing there from that moment on, receives nothing, and can be added again', async () => {
    const [own, other] = [await dial(mentee), await dial(pair.mentorId)]
    own.say({ command: 'join', channel: pair.channelId })
    other.say({ command: 'join', channel: pair.channelId })
    await own.settle()
    expect((await setMember(mentee, false)).status).toBe(200)
    await own.next('reload')
    expect(await own.refusedWith({ command: 'send', channel: pair.channelId, message: 'no', tempId: 'no' })).toBe('chat.inactive')
    expect(await own.refusedWith({ command: 'fetch_messages', channel: pair.channelId })).toBe('chat.inactive')
    await other.send(pair.channelId, 'between us')
    await own.settle()
    expect(own.frames.filter(({ command }) => command === 'new_message')).toEqual([])
    expect(await channelsOf(mentee)).toEqual([])
    await setMember(mentee, true)
    expect((await own.send(pair.channelId, 'back again')).message).toBe('back again')
    await Promise.all([own.close(), other.close()])
  })

  test('must be a member', async () => {
    const outsider = await server.buildPerson()
    expect(await setMember(outsider, false)).toMatchObject({ status: 404, body: { code: 'chat.member_not_found' } })
    expect(await setMember(mentee, false, 2_000_000_000)).toMatchObject({ status: 404, body: { code: 'chat.channel_not_found' } })
  })
})

describe('[CHT-17] a channel', () => {
  test('is closed by a blackout, and everybody sees until when', async () => {
    const client = await dial(mentee)
    const until = new Date(server.clock.now().getTime() + 3_600_000).toISOString()
    const set = (value: string | null) =>
      server.ask(staff, calls.setBlackout, { params: { id: pair.channelId }, body: { until: value, reason } })
    expect((await set(until)).status).toBe(200)
    await client.next('reload')
    expect((await channelsOf(mentee))[0]?.closed).toEqual({ reason: 'blackout', until })
    const send = { command: 'send', channel: pair.channelId, message: 'no', tempId: 'no' } as const
    expect(await client.refusedWith(send)).toBe('chat.closed')
    expect(await storedMessages(server, pair.channelId)).toEqual([])
    await set(null)
    expect((await client.send(pair.channelId, 'open')).message).toBe('open')
    await client.close()
  })

  test('is closed by the quiet hours of its programme, and not of another', async () => {
    const other = await buildChannel(server)
    const hour = (ms: number) => new Date(server.clock.now().getTime() + 19_800_000 + ms).toISOString().slice(11, 16)
    const hours = { begins: hour(-3_600_000), ends: hour(3_600_000) }
    const set = (projectId: number, value: typeof hours | null) =>
      server.ask(staff, calls.setQuietHours, { params: { projectId }, body: { hours: value } })
    expect((await set(pair.projectId, hours)).status).toBe(200)
    expect((await channelsOf(mentee))[0]?.closed).toMatchObject({ reason: 'blackout', until: expect.any(String) })
    expect((await channelsOf(other.mentorId))[0]?.closed).toBeNull()
    expect((await set(pair.projectId, { begins: '10:00', ends: '10:00' })).status).toBe(400)
    await set(pair.projectId, null)
    expect((await channelsOf(mentee))[0]?.closed).toBeNull()
    expect(await set(2_000_000_000, hours)).toMatchObject({ status: 404, body: { code: 'chat.project_not_found' } })
  })
})

describe('[CHT-20] a broadcast', () => {
  const broadcast = (projectId: number, message: string, headers = {}) =>
    server.ask(staff, calls.broadcast, { body: { projectId, message } }, headers)

  test('is sent once to each mentorship of the programme, marked, by somebody who is not a member', async () => {
    const group = await buildChannel(server, { mentees: 2 })
    const client = await dial(mentee)
    const key = { 'idempotency-key': crypto.randomUUID() }
    const answers = [await broadcast(pair.projectId, 'The office is closed on Friday', key)]
    answers.push(await broadcast(pair.projectId, 'The office is closed on Friday', key))
    expect(answers.map(({ body }) => body)).toEqual([{ channels: 1 }, { channels: 1 }])
    const received = await client.next('new_message')
    expect(received).toMatchObject({
      channel_id: pair.channelId,
      message: 'The office is closed on Friday',
      is_broadcast_message: true,
      user_id: staff,
      temp_id: null,
    })
    expect(await storedMessages(server, pair.channelId)).toHaveLength(1)
    expect(await storedMessages(server, group.channelId)).toEqual([])
    expect((await channelsOf(mentee))[0]?.channelMembers.map(({ userId }) => userId)).not.toContain(staff)
    await client.close()
  })

  test('requires a text and a programme', async () => {
    expect((await broadcast(pair.projectId, '   ')).status).toBe(400)
    expect(await broadcast(2_000_000_000, 'Hello')).toMatchObject({ status: 404, body: { code: 'chat.project_not_found' } })
  })
})

describe('a redacted message', () => {
  test('stays as an empty row, and its text is gone for everybody at once', async () => {
    const [own, other] = [await dial(mentee), await dial(pair.mentorId)]
    // The other member is connected, but has not opened the conversation.
    own.say({ command: 'join', channel: pair.channelId })
    const sent = await own.send(pair.channelId, 'a telephone number')
    await other.next('new_message')
    const redact = (id: number) => server.ask(staff, calls.redactMessage, { params: { id }, body: {} })
    expect((await redact(sent.msg_id)).status).toBe(200)
    for (const client of [own, other]) {
      expect(await client.next('new_message')).toMatchObject({ msg_id: sent.msg_id, message: '', attachments: '[]' })
      await client.next('reload')
    }
    other.say({ command: 'fetch_messages', channel: pair.channelId })
    expect((await other.next('messages_payload')).messages).toMatchObject([{ msg_id: sent.msg_id, message: '' }])
    expect((await channelsOf(mentee))[0]?.lastMessage?.text).toBe('This message was removed.')
    expect(JSON.stringify(await storedMessages(server, pair.channelId))).not.toContain('telephone')
    expect(await redact(2_000_000_000)).toMatchObject({ status: 404, body: { code: 'chat.message_not_found' } })
    await Promise.all([own.close(), other.close()])
  })
})

test('C23: staff calls are refused to everybody else, and all are recorded', async () => {
  const unverified = await server.buildPerson({ role: 'Admin' })
  for (const who of [mentee, pair.mentorId, pair.pairManagerId ?? 0, unverified]) {
    const answer = await server.ask(who, calls.setBlackout, { params: { id: pair.channelId }, body: { until: null, reason } })
    expect(answer).toMatchObject({ status: 403, body: { code: 'core.forbidden' } })
  }
  await setMember(mentee, false)
  const acts = await server.db.selectFrom('staff_act').selectAll().where('staff_id', '=', staff).execute()
  expect(acts).toMatchObject([{ call: 'POST /api/v2/staff/chat/channels/:id/members/:personId/' }])
})

test('[STF-03] a right for another programme opens no channel, message, broadcast or quiet hours of this one', async () => {
  const elsewhere = await buildStaffOf(server, 'SafeguardingLead', (await buildChannel(server)).projectId)
  const [message = 0] = await plantMessages(server, { channelId: pair.channelId, senderId: mentee, count: 1 })
  const id = pair.channelId
  const noChannel = { status: 404, body: { code: 'chat.channel_not_found' } }
  const noProject = { status: 404, body: { code: 'chat.project_not_found' } }
  const { projectId } = pair
  const taking = { params: { id, personId: mentee }, body: { isActive: false, reason } }
  expect(await server.ask(elsewhere, calls.setChannelMember, taking)).toMatchObject(noChannel)
  const pausing = { params: { id }, body: { until: null, reason } }
  expect(await server.ask(elsewhere, calls.setBlackout, pausing)).toMatchObject(noChannel)
  const redacting = await server.ask(elsewhere, calls.redactMessage, { params: { id: message }, body: {} })
  expect(redacting).toMatchObject({ status: 404, body: { code: 'chat.message_not_found' } })
  expect(await server.ask(elsewhere, calls.broadcast, { body: { projectId, message: 'Hi' } })).toMatchObject(noProject)
  expect(await server.ask(elsewhere, calls.setQuietHours, { params: { projectId }, body: { hours: null } })).toMatchObject(
    noProject,
  )
  expect((await channelsOf(mentee)).map(({ channelId }) => channelId)).toEqual([id])
})

test('[STF-13] both members of a channel see that staff paused it, and why', async () => {
  const until = new Date(server.clock.now().getTime() + 3_600_000).toISOString()
  await server.ask(staff, calls.setBlackout, { params: { id: pair.channelId }, body: { until, reason } })
  for (const who of [mentee, pair.mentorId]) {
    expect((await server.ask(who, listLooksAtMe, { query: {} })).body.looks).toMatchObject([{ what: 'paused_chat', reason }])
  }
})
