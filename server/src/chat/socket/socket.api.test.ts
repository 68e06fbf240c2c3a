import { endSignIn, listSignIns } from '@saathi/contract/accounts/identity-calls'
import { setDisabled } from '@saathi/contract/accounts/staff-calls'
import { mentionOf } from '@saathi/contract/chat/mentions'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { inTransaction } from '#core/ctx.ts'
import { endMentorship, leaveMentorship } from '#mentorship/public.ts'
import { buildChannel, type BuiltChannel, openChatFor, storedMessages } from '../../../test/chat-channels.ts'
import { addressOf, openChatSocket, type CommandWithoutToken } from '../../../test/chat-socket.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { markSecondFactor } from '../../../test/matrix/second-factor.ts'
import { lockChannels } from '../channels/store.ts'
import { publishChannelsChanged } from '../server-events.ts'
import { updateActive } from '../channels/member-store.ts'

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
  const client = await openChatSocket(addressOf(at.app), await at.tokenFor(personId))
  onTestFinished(() => client.socket.terminate())
  return client
}

/** Connected and authenticated: from now on it receives everything. */
async function join(personId: number) {
  const client = await dial(personId)
  client.say({ command: 'join', channel })
  await client.settle()
  return client
}

async function setActive(channelId: number, personId: number, isActive: boolean) {
  await inTransaction(server.app.world, log, async (ctx) => {
    await lockChannels(ctx.db, [channelId])
    await updateActive(ctx.db, [channelId], [personId], isActive)
    publishChannelsChanged(ctx, [channelId], [personId])
  })
}

describe('sending', () => {
  test('[CHT-05] both members receive a message with the server’s values once it is stored', async () => {
    const [ashas, ravis] = [await join(asha), await join(ravi)]
    const sent = await ashas.send(channel, 'Namaste!', 'first')
    expect(await storedMessages(server, channel)).toMatchObject([
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

  test('[CHT-05] every tab receives it, even without the channel open, and nobody else does', async () => {
    const other = await buildChannel(server)
    const [ashas, second, stranger] = [await join(asha), await dial(asha), await dial(other.mentorId)]
    await Promise.all([second.settle(), stranger.settle()])
    const sent = await ashas.send(channel, 'On both')
    expect(await second.next('new_message')).toEqual(sent)
    await stranger.settle()
    expect(stranger.frames).toEqual([])
  })

  test('[CHT-20] forged server values are replaced by the server’s own', async () => {
    const ashas = await join(asha)
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
    const received = await ashas.next('new_message')
    expect(received).toMatchObject({
      user_id: asha,
      is_broadcast_message: false,
      status: 'completed',
      room: null,
      may_retry: false,
    })
    expect(received.msg_id).toBeGreaterThan(1)
    expect(received.created_on).not.toBe(forged.created_on)
    expect(received.message).toBe('{"room":"a room"}')
  })

  test('[CHT-13] mentioned members are tagged, but not the sender or outsiders', async () => {
    const stranger = await server.buildPerson()
    const [ashas, ravis] = [await join(asha), await join(ravi)]
    const text = `${mentionOf('Ravi', ravi)} ${mentionOf('Me', asha)} ${mentionOf('Who', stranger)}`
    const sent = await ashas.send(channel, text)
    expect(sent.is_tagged).toBe(false)
    expect(await ravis.next('new_message')).toMatchObject({ is_tagged: true, message: text })
    const mentions = await server.db
      .selectFrom('chat_mention')
      .select('person_id')
      .where('message_id', '=', sent.msg_id)
      .execute()
    expect(mentions).toEqual([{ person_id: ravi }])
  })

  test('NUL characters and lone surrogates are removed, and nothing else of any script', async () => {
    const ashas = await join(asha)
    expect((await ashas.send(channel, 'नमस्ते\u0000 👩🏽‍💻')).message).toBe('नमस्ते 👩🏽‍💻')
    expect((await ashas.send(channel, 'half \ud83d')).message).toBe('half \ufffd')
  })

  test.each([
    ['chat.empty', { message: ' \n ' }],
    ['chat.too_long', { message: 'x'.repeat(4001) }],
    ['core.bad_input', { message: 'fine', tempId: 'not a temporary id' }],
    ['core.bad_input', { message: 'fine', tempId: '' }],
  ])('%s is sent with the temporary id, and nothing is stored', async (code, changes) => {
    const ashas = await join(asha)
    ashas.say({ command: 'send', channel, tempId: 'kept', ...changes })
    const { tempId } = { tempId: 'kept', ...changes }
    expect(await ashas.next('error')).toMatchObject({ code, channel_id: channel, temp_id: tempId })
    expect(await storedMessages(server, channel)).toEqual([])
  })
})

const everyCommand = (id: number): CommandWithoutToken[] => [
  { command: 'join', channel: id },
  { command: 'join', channel: id, message_id: 0 },
  { command: 'send', channel: id, message: 'Let me in', tempId: 'in' },
  { command: 'fetch_messages', channel: id },
  { command: 'get_room_chat_messages', channel: id, page_number: 2 },
  { command: 'get_room_chat_messages', channel: id, message_id: 1 },
  { command: 'message_seen', channel: id },
]

describe('access', () => {
  test('[CHT-05] an outsider is refused every command as if the channel did not exist, and members notice nothing', async () => {
    const [ashas, stranger] = [await join(asha), await dial((await buildChannel(server)).mentorId)]
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
    expect(await storedMessages(server, channel)).toHaveLength(1)
  })

  test('[CHT-16] a deactivated member is refused the next command and receives nothing more', async () => {
    const [ashas, ravis] = [await join(asha), await join(ravi)]
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

  test('[CHT-16] a pair manager takes part only while somebody else does', async () => {
    const group = await buildChannel(server, { mentees: 2, withPairManager: true })
    const manager = await dial(group.pairManagerId ?? 0)
    expect(await manager.send(group.channelId, 'Welcome, all')).toMatchObject({ user_id: group.pairManagerId })
    for (const person of [group.mentorId, ...group.menteeIds]) await setActive(group.channelId, person, false)
    expect(await manager.refusedWith({ command: 'fetch_messages', channel: group.channelId })).toBe('chat.inactive')
    expect(await manager.refusedWith({ command: 'fetch_messages', channel: [...group.direct.values()][0] ?? 0 })).toBe(
      'chat.channel_not_found',
    )
  })

  test('[CHT-16] ending a mentorship removes everybody; leaving a group closes it and the channel with the mentor', async () => {
    const ashas = await join(asha)
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

  test('[CHT-17] nobody can write in a blackout, everybody can read, and afterwards everything works as before', async () => {
    const ashas = await join(asha)
    const until = new Date(server.clock.now().getTime() + 3_600_000)
    await server.db.updateTable('chat_channel').set({ blackout_until: until }).where('id', '=', channel).execute()
    expect(await ashas.refusedWith({ command: 'send', channel, message: 'Psst', tempId: 'psst' })).toBe('chat.closed')
    ashas.say({ command: 'fetch_messages', channel })
    expect((await ashas.next('messages_payload')).messages).toEqual([])
    server.clock.advance(3_700)
    onTestFinished(() => server.clock.reset())
    const later = await openChatSocket(addressOf(server.app), await server.tokenFor(asha))
    expect(await later.send(channel, 'Now')).toMatchObject({ message: 'Now' })
    await later.close()
  })

  test.each([{ chattype: 'show' }, { mentorship_chat: 'off', ai_chat: 'off' }])(
    '[CHT-01] without the flags every command is refused: %o',
    async (flags) => {
      const ashas = await join(asha)
      await openChatFor(server, [asha], flags)
      server.app.world.deliver({ to: [asha], event: { type: 'accounts.profile_changed' } })
      expect(await ashas.refusedWith({ command: 'fetch_messages', channel })).toBe('chat.off')
      const ravis = await join(ravi)
      await ravis.send(channel, 'Not for you')
      expect(await ashas.refusedWith({ command: 'unread_message' })).toBe('chat.off')
      expect(ashas.frames).toEqual([])
    },
  )
})

describe('tokens', () => {
  test('[CHT-05] every command is refused without a token or with a bad, foreign or ended one; the third closes the socket', async () => {
    const ended = await server.buildPerson()
    const endedToken = await server.tokenFor(ended)
    const [session] = (await server.ask(ended, listSignIns, {})).body.sessions
    await server.ask(ended, endSignIn, { params: { sessionId: session?.id ?? '' } })
    for (const authToken of [undefined, '', 'a.b.c', endedToken]) {
      const client = await dial(asha)
      for (const command of everyCommand(channel).slice(0, 3)) {
        client.raw(JSON.stringify({ ...command, ...(authToken !== undefined && { authToken }) }))
        expect((await client.next('error')).code).toBe('core.signed_out')
      }
      expect(await client.closed).toBe(4001)
    }
    expect(await storedMessages(server, channel)).toEqual([])
  })

  test('[CHT-18] an expired token is refused, and the socket continues with a new one', async () => {
    const own = await startTestServer({ limitFactor: 20 })
    onTestFinished(own.stop)
    await own.app.listen({ port: 0, host: '127.0.0.1' })
    const built = await buildChannel(own)
    const client = await dial(built.mentorId, own)
    await client.send(built.channelId, 'While it lasts')
    own.clock.advance(11 * 60)
    client.say({ command: 'send', channel: built.channelId, message: 'Not lost', tempId: 'again' })
    expect(await client.next('error')).toMatchObject({ code: 'core.signed_out', temp_id: 'again' })
    const renewed = await own.tokenFor(built.mentorId)
    client.say({ command: 'send', channel: built.channelId, message: 'Not lost', tempId: 'again' }, renewed)
    expect(await client.next('new_message')).toMatchObject({ temp_id: 'again' })
  })

  test('[CHT-05] ending a sign-in closes its socket at once, and it receives nothing more', async () => {
    const [ashas, ravis] = [await join(asha), await join(ravi)]
    const [session] = (await server.ask(asha, listSignIns, {})).body.sessions
    await server.ask(asha, endSignIn, { params: { sessionId: session?.id ?? '' } })
    await ravis.send(channel, 'Too late')
    expect(await ashas.closed).toBe(4001)
    expect(ashas.frames).toEqual([])
  })

  test('[CHT-05] a disabled account is disconnected at once and cannot reconnect with the same token', async () => {
    const staff = await server.buildPerson({ role: 'Admin' })
    await markSecondFactor(server, staff)
    const [ashas, ravis, token] = [await join(asha), await join(ravi), await server.tokenFor(asha)]
    const shutOut = await server.ask(staff, setDisabled, {
      params: { personId: asha },
      body: { isDisabled: true, reason: 'They asked for it.' },
    })
    expect(shutOut.status).toBe(200)
    await ravis.send(channel, 'Too late')
    expect(await ashas.closed).toBe(4001)
    expect(ashas.frames.filter(({ command }) => command === 'new_message')).toEqual([])
    const again = await openChatSocket(addressOf(server.app), token)
    onTestFinished(() => again.socket.terminate())
    expect(await again.refusedWith({ command: 'join', channel })).toBe('core.signed_out')
  })

  test('a socket cannot change to another person', async () => {
    const ashas = await join(asha)
    ashas.say({ command: 'send', channel, message: 'I am Ravi', tempId: 'hands' }, await server.tokenFor(ravi))
    expect(await ashas.next('error')).toMatchObject({ code: 'core.signed_out', temp_id: 'hands' })
    expect(await storedMessages(server, channel)).toEqual([])
  })
})

describe('read state', () => {
  test('[CHT-08] unread messages are counted, with tags, and cleared in all tabs once seen', async () => {
    const [ashas, first, second] = [await join(asha), await join(ravi), await dial(ravi)]
    await second.settle()
    const plain = await ashas.send(channel, 'One')
    const tagged = await ashas.send(channel, mentionOf('Ravi', ravi))
    const unread = async (client: typeof first) => {
      client.say({ command: 'unread_message' })
      return (await client.next('unread_message')).channels.find(({ channel_id }) => channel_id === channel)
    }
    expect(await unread(first)).toEqual({ channel_id: channel, unread_count: 2, is_tagged: true })
    expect(await unread(ashas)).toEqual({ channel_id: channel, unread_count: 0, is_tagged: false })
    first.say({ command: 'message_seen', channel, message_id: plain.msg_id })
    for (const client of [ashas, first, second]) {
      expect(await client.next('update_last_viewed_timestamp')).toMatchObject({ user_id: ravi, message_id: plain.msg_id })
    }
    expect(await unread(second)).toEqual({ channel_id: channel, unread_count: 1, is_tagged: true })
    first.say({ command: 'message_seen', channel })
    expect((await second.next('update_last_viewed_timestamp')).message_id).toBe(tagged.msg_id)
    expect(await unread(second)).toEqual({ channel_id: channel, unread_count: 0, is_tagged: false })
  })

  test('[CHT-08] the read position never moves back or beyond the newest message', async () => {
    const ashas = await join(asha)
    const sent = await ashas.send(channel, 'Only this')
    const ravis = await join(ravi)
    ravis.say({ command: 'message_seen', channel, message_id: 99_999_999 })
    expect((await ravis.next('update_last_viewed_timestamp')).message_id).toBe(sent.msg_id)
    ravis.say({ command: 'message_seen', channel, message_id: 1 })
    await ravis.settle()
    expect(ravis.frames.filter(({ command }) => command === 'update_last_viewed_timestamp')).toEqual([])
  })
})
