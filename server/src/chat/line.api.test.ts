import { endSignIn, listSignIns } from '@saathi/contract/accounts/identity-calls'
import { setDisabled } from '@saathi/contract/accounts/staff-calls'
import { mentionOf } from '@saathi/contract/chat/mentions'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { inTransaction } from '#core/ctx.ts'
import { endMentorship, leaveMentorship } from '#mentorship/public.ts'
import { buildChannel, type BuiltChannel, openChatFor, storedIn } from '../../test/chat-channels.ts'
import { addressOf, dialChat, type Words } from '../../test/chat-line.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { markSecondFactor } from '../../test/matrix/second-factor.ts'
import { lockChannels } from './channel-store.ts'
import { tellChannelsChanged } from './hub-notes.ts'
import { updateActive } from './member-store.ts'

const log = pino({ level: 'silent' })
let server: TestServer
let pair: BuiltChannel
let [asha, ravi, channel] = [0, 0, 0]
beforeAll(async () => {
  server = await startTestServer({ limitFactor: 20 })
  await server.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => server.stop())
beforeEach(async () => {
  pair = await buildChannel(server)
  ;[asha = 0] = pair.menteeIds
  ravi = pair.mentorId
  channel = pair.channelId
})

async function dial(personId: number, at: TestServer = server) {
  const line = await dialChat(addressOf(at.app), await at.tokenFor(personId))
  onTestFinished(() => line.socket.terminate())
  return line
}

/** On the line and known there: from now on everything is heard. */
async function seated(personId: number) {
  const line = await dial(personId)
  line.say({ command: 'join', channel })
  await line.settle()
  return line
}

async function setActive(channelId: number, personId: number, isActive: boolean) {
  await inTransaction(server.app.world, log, async (ctx) => {
    await lockChannels(ctx.db, [channelId])
    await updateActive(ctx.db, [channelId], [personId], isActive)
    tellChannelsChanged(ctx, [channelId], [personId])
  })
}

describe('talking', () => {
  test('[CHT-05] what one says both hear, with values of the server alone, and it stands in the table by then', async () => {
    const [ashas, ravis] = [await seated(asha), await seated(ravi)]
    const sent = await ashas.send(channel, 'Namaste!', 'first')
    expect(await storedIn(server, channel)).toMatchObject([
      { id: sent.msg_id, senderId: asha, tempId: 'first', body: 'Namaste!' },
    ])
    expect(sent).toEqual({
      msg_id: expect.any(Number),
      temp_id: 'first',
      channel_id: channel,
      user_id: asha,
      message: 'Namaste!',
      command: 'new_message',
      created_on: expect.any(String),
      status: 'completed',
      is_broadcast_message: false,
      attachments: '[]',
      is_tagged: false,
      room: null,
      may_retry: false,
    })
    expect(await ravis.next('new_message')).toEqual({ ...sent, temp_id: null })
  })

  test('[CHT-05] every tab hears it, also one that has not opened the channel, and nobody else does', async () => {
    const other = await buildChannel(server)
    const [ashas, second, stranger] = [await seated(asha), await dial(asha), await dial(other.mentorId)]
    await Promise.all([second.settle(), stranger.settle()])
    const sent = await ashas.send(channel, 'On both')
    expect(await second.next('new_message')).toEqual(sent)
    await stranger.settle()
    expect(stranger.frames).toEqual([])
  })

  test('[CHT-20] who forges values of the server gets the server’s own', async () => {
    const ashas = await seated(asha)
    const forged = {
      user_id: ravi,
      msg_id: 1,
      created_on: '2001-01-01T00:00:00.000Z',
      status: 'in-progress',
      is_broadcast_message: true,
      room: { room: crypto.randomUUID(), expires_at: '2099-01-01T00:00:00.000Z' },
      may_retry: true,
    }
    const command = { command: 'send', channel, message: '{"room":"a room"}', tempId: 'forged', nickName: 'Staff' }
    ashas.raw(JSON.stringify({ ...command, ...forged, authToken: await server.tokenFor(asha) }))
    const heard = await ashas.next('new_message')
    expect(heard).toMatchObject({ user_id: asha, is_broadcast_message: false, status: 'completed', room: null, may_retry: false })
    expect(heard.msg_id).toBeGreaterThan(1)
    expect(heard.created_on).not.toBe(forged.created_on)
    expect(heard.message).toBe('{"room":"a room"}')
  })

  test('[CHT-13] who is named is tagged, unless it is oneself or somebody outside', async () => {
    const stranger = await server.buildPerson()
    const [ashas, ravis] = [await seated(asha), await seated(ravi)]
    const text = `${mentionOf('Ravi', ravi)} ${mentionOf('Me', asha)} ${mentionOf('Who', stranger)}`
    const sent = await ashas.send(channel, text)
    expect(sent.is_tagged).toBe(false)
    expect(await ravis.next('new_message')).toMatchObject({ is_tagged: true, message: text })
    const named = await server.db.selectFrom('chat_mention').select('person_id').where('message_id', '=', sent.msg_id).execute()
    expect(named).toEqual([{ person_id: ravi }])
  })

  test('zeros and half signs are left out, and nothing else of any script', async () => {
    const ashas = await seated(asha)
    expect((await ashas.send(channel, 'नमस्ते\u0000 👩🏽‍💻')).message).toBe('नमस्ते 👩🏽‍💻')
    expect((await ashas.send(channel, 'half \ud83d')).message).toBe('half \ufffd')
  })

  test.each([
    ['chat.empty', { message: ' \n ' }],
    ['chat.too_long', { message: 'x'.repeat(4001) }],
    ['core.bad_input', { message: 'fine', tempId: 'not a temporary id' }],
    ['core.bad_input', { message: 'fine', tempId: '' }],
  ])('%s is said with the temporary id, and nothing is kept', async (code, changes) => {
    const ashas = await seated(asha)
    ashas.say({ command: 'send', channel, tempId: 'kept', ...changes })
    const { tempId } = { tempId: 'kept', ...changes }
    expect(await ashas.next('error')).toMatchObject({ code, channel_id: channel, temp_id: tempId })
    expect(await storedIn(server, channel)).toEqual([])
  })
})

const everyCommand = (id: number): Words[] => [
  { command: 'join', channel: id },
  { command: 'join', channel: id, message_id: 0 },
  { command: 'send', channel: id, message: 'Let me in', tempId: 'in' },
  { command: 'fetch_messages', channel: id },
  { command: 'get_room_chat_messages', channel: id, page_number: 2 },
  { command: 'get_room_chat_messages', channel: id, message_id: 1 },
  { command: 'message_seen', channel: id },
]

describe('who may', () => {
  test('[CHT-05] an outsider is refused each command as for a channel that never was, and those inside see nothing', async () => {
    const [ashas, stranger] = [await seated(asha), await dial((await buildChannel(server)).mentorId)]
    await ashas.send(channel, 'Between us')
    for (const id of [channel, 99_999_999]) {
      for (const command of everyCommand(id)) {
        stranger.say(command)
        expect(await stranger.next('error')).toMatchObject({ code: 'chat.channel_not_found', channel_id: id })
      }
    }
    stranger.say({ command: 'leave', channel })
    stranger.say({ command: 'unread_message' })
    expect((await stranger.next('unread_message')).channels.map(({ channel_id }) => channel_id)).not.toContain(channel)
    expect(stranger.frames).toEqual([])
    await ashas.settle()
    expect(ashas.frames).toEqual([])
    expect(await storedIn(server, channel)).toHaveLength(1)
  })

  test('[CHT-16] who is made inactive is refused the next command, and hears nothing more', async () => {
    const [ashas, ravis] = [await seated(asha), await seated(ravi)]
    await setActive(channel, asha, false)
    expect(await ashas.next('reload')).toEqual({ command: 'reload' })
    for (const command of everyCommand(channel)) expect(await ashas.refusedWith(command)).toBe('chat.inactive')
    await ravis.send(channel, 'Without you')
    await ashas.settle()
    expect(ashas.frames).toEqual([])
    await setActive(channel, asha, true)
    await ashas.next('reload')
    expect(await ashas.send(channel, 'Back')).toMatchObject({ user_id: asha })
  })

  test('[CHT-16] a pair manager is in it while another is', async () => {
    const group = await buildChannel(server, { mentees: 2, withPairManager: true })
    const manager = await dial(group.pairManagerId ?? 0)
    expect(await manager.send(group.channelId, 'Welcome, all')).toMatchObject({ user_id: group.pairManagerId })
    for (const person of [group.mentorId, ...group.menteeIds]) await setActive(group.channelId, person, false)
    expect(await manager.refusedWith({ command: 'fetch_messages', channel: group.channelId })).toBe('chat.inactive')
    expect(await manager.refusedWith({ command: 'fetch_messages', channel: [...group.direct.values()][0] ?? 0 })).toBe(
      'chat.channel_not_found',
    )
  })

  test('[CHT-16] when a mentorship ends everybody is out; who leaves a group is out of it and of the talk with its mentor', async () => {
    const ashas = await seated(asha)
    await inTransaction(server.app.world, log, (ctx) => endMentorship(ctx, pair.id))
    await ashas.next('reload')
    expect(await ashas.refusedWith({ command: 'fetch_messages', channel })).toBe('chat.inactive')

    const group = await buildChannel(server, { mentees: 3 })
    const [leaving = 0, staying = 0] = group.menteeIds
    await inTransaction(server.app.world, log, (ctx) => leaveMentorship(ctx, group.id, leaving))
    const [leaver, mentor, other] = [await dial(leaving), await dial(group.mentorId), await dial(staying)]
    const [gone = 0, kept = 0] = [leaving, staying].map((id) => group.direct.get(id) ?? 0)
    expect(await leaver.refusedWith({ command: 'join', channel: group.channelId })).toBe('chat.inactive')
    expect(await leaver.refusedWith({ command: 'join', channel: gone })).toBe('chat.inactive')
    expect(await mentor.refusedWith({ command: 'join', channel: gone })).toBe('chat.inactive')
    expect(await mentor.send(kept, 'We go on')).toMatchObject({ channel_id: kept })
    expect(await other.send(group.channelId, 'All of us')).toMatchObject({ user_id: staying })
  })

  test('[CHT-17] in a blackout nobody writes, everybody reads, and afterwards all is as before', async () => {
    const ashas = await seated(asha)
    const until = new Date(server.clock.now().getTime() + 3_600_000)
    await server.db.updateTable('chat_channel').set({ blackout_until: until }).where('id', '=', channel).execute()
    expect(await ashas.refusedWith({ command: 'send', channel, message: 'Psst', tempId: 'psst' })).toBe('chat.closed')
    ashas.say({ command: 'fetch_messages', channel })
    expect((await ashas.next('messages_payload')).messages).toEqual([])
    server.clock.advance(3_700)
    onTestFinished(() => server.clock.reset())
    const later = await dialChat(addressOf(server.app), await server.tokenFor(asha))
    expect(await later.send(channel, 'Now')).toMatchObject({ message: 'Now' })
    await later.close()
  })

  test.each([{ chattype: 'show' }, { mentorship_chat: 'off' }])(
    '[CHT-01] without the flags nothing is open: %o',
    async (flags) => {
      const ashas = await seated(asha)
      await openChatFor(server, [asha], flags)
      server.app.world.deliver({ to: [asha], event: { type: 'accounts.profile_changed' } })
      expect(await ashas.refusedWith({ command: 'fetch_messages', channel })).toBe('chat.off')
      const ravis = await seated(ravi)
      await ravis.send(channel, 'Not for you')
      expect(await ashas.refusedWith({ command: 'unread_message' })).toBe('chat.off')
      expect(ashas.frames).toEqual([])
    },
  )
})

describe('tokens', () => {
  test('[CHT-05] every command is refused without a token or with a bad, foreign or ended one; the third time the line is closed', async () => {
    const ended = await server.buildPerson()
    const endedToken = await server.tokenFor(ended)
    const [session] = (await server.ask(ended, listSignIns, {})).body.sessions
    await server.ask(ended, endSignIn, { params: { sessionId: session?.id ?? '' } })
    for (const authToken of [undefined, '', 'a.b.c', endedToken]) {
      const line = await dial(asha)
      for (const command of everyCommand(channel).slice(0, 3)) {
        line.raw(JSON.stringify({ ...command, ...(authToken !== undefined && { authToken }) }))
        expect((await line.next('error')).code).toBe('core.signed_out')
      }
      expect(await line.closed).toBe(4001)
    }
    expect(await storedIn(server, channel)).toEqual([])
  })

  test('[CHT-18] one that has run out is refused, and the line goes on with the next', async () => {
    const own = await startTestServer({ limitFactor: 20 })
    onTestFinished(own.stop)
    await own.app.listen({ port: 0, host: '127.0.0.1' })
    const built = await buildChannel(own)
    const line = await dial(built.mentorId, own)
    await line.send(built.channelId, 'While it lasts')
    own.clock.advance(11 * 60)
    line.say({ command: 'send', channel: built.channelId, message: 'Not lost', tempId: 'again' })
    expect(await line.next('error')).toMatchObject({ code: 'core.signed_out', temp_id: 'again' })
    const renewed = await own.tokenFor(built.mentorId)
    line.say({ command: 'send', channel: built.channelId, message: 'Not lost', tempId: 'again' }, renewed)
    expect(await line.next('new_message')).toMatchObject({ temp_id: 'again' })
  })

  test('[CHT-05] a sign-in that ends closes its line at once, and nothing more is heard', async () => {
    const [ashas, ravis] = [await seated(asha), await seated(ravi)]
    const [session] = (await server.ask(asha, listSignIns, {})).body.sessions
    await server.ask(asha, endSignIn, { params: { sessionId: session?.id ?? '' } })
    await ravis.send(channel, 'Too late')
    expect(await ashas.closed).toBe(4001)
    expect(ashas.frames).toEqual([])
  })

  test('[CHT-05] who is shut out by the team is off the line at once, and cannot come back with the same token', async () => {
    const staff = await server.buildPerson({ role: 'Admin' })
    await markSecondFactor(server, staff)
    const [ashas, ravis, token] = [await seated(asha), await seated(ravi), await server.tokenFor(asha)]
    const shutOut = await server.ask(staff, setDisabled, { params: { personId: asha }, body: { isDisabled: true } })
    expect(shutOut.status).toBe(200)
    await ravis.send(channel, 'Too late')
    expect(await ashas.closed).toBe(4001)
    expect(ashas.frames.filter(({ command }) => command === 'new_message')).toEqual([])
    const again = await dialChat(addressOf(server.app), token)
    onTestFinished(() => again.socket.terminate())
    expect(await again.refusedWith({ command: 'join', channel })).toBe('core.signed_out')
  })

  test('one line never changes hands', async () => {
    const ashas = await seated(asha)
    ashas.say({ command: 'send', channel, message: 'I am Ravi', tempId: 'hands' }, await server.tokenFor(ravi))
    expect(await ashas.next('error')).toMatchObject({ code: 'core.signed_out', temp_id: 'hands' })
    expect(await storedIn(server, channel)).toEqual([])
  })
})

describe('seen', () => {
  test('[CHT-08] unread is counted for the other, tagged or not, and goes in all tabs once one has seen it', async () => {
    const [ashas, first, second] = [await seated(asha), await seated(ravi), await dial(ravi)]
    await second.settle()
    const plain = await ashas.send(channel, 'One')
    const tagged = await ashas.send(channel, mentionOf('Ravi', ravi))
    const unread = async (line: typeof first) => {
      line.say({ command: 'unread_message' })
      return (await line.next('unread_message')).channels.find(({ channel_id }) => channel_id === channel)
    }
    expect(await unread(first)).toEqual({ channel_id: channel, unread_count: 2, is_tagged: true })
    expect(await unread(ashas)).toEqual({ channel_id: channel, unread_count: 0, is_tagged: false })
    first.say({ command: 'message_seen', channel, message_id: plain.msg_id })
    for (const line of [ashas, first, second]) {
      expect(await line.next('update_last_viewed_timestamp')).toMatchObject({ user_id: ravi, message_id: plain.msg_id })
    }
    expect(await unread(second)).toEqual({ channel_id: channel, unread_count: 1, is_tagged: true })
    first.say({ command: 'message_seen', channel })
    expect((await second.next('update_last_viewed_timestamp')).message_id).toBe(tagged.msg_id)
    expect(await unread(second)).toEqual({ channel_id: channel, unread_count: 0, is_tagged: false })
  })

  test('[CHT-08] the mark goes neither back nor beyond what was said', async () => {
    const ashas = await seated(asha)
    const sent = await ashas.send(channel, 'Only this')
    const ravis = await seated(ravi)
    ravis.say({ command: 'message_seen', channel, message_id: 99_999_999 })
    expect((await ravis.next('update_last_viewed_timestamp')).message_id).toBe(sent.msg_id)
    ravis.say({ command: 'message_seen', channel, message_id: 1 })
    await ravis.settle()
    expect(ravis.frames.filter(({ command }) => command === 'update_last_viewed_timestamp')).toEqual([])
  })
})
