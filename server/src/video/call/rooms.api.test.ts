import { listChannels } from '@saathi/contract/chat/calls'
import { getRoom, giveConsent, listRooms, postCallEvent, startCall } from '@saathi/contract/video/calls'
import { HOUR_SECONDS, MINUTE_SECONDS } from '@saathi/contract/core/time'
import { decodeJwt, jwtVerify } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { buildAssistantChannel, openChatFor, storedMessages } from '../../../test/chat-channels.ts'
import { addressOf, openChatSocket } from '../../../test/chat-socket.ts'
import { startTestServer, testEnv, type TestServer } from '../../../test/harness.ts'
import { buildCallers, placeCall, openVideoFor, planCall } from '../../../test/video-rooms.ts'
import { videoTokens } from './token.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ limitFactor: 20 })
  await server.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => server.stop())
afterEach(() => server.clock.reset())

const start = (who: number | null, channel: number) => server.ask(who, startCall, { body: { channel } })
const read = (who: number | null, id: string) => server.ask(who, getRoom, { params: { id } })
const list = async (who: number) => (await server.ask(who, listRooms, {})).body.rooms
const dial = async (who: number) => openChatSocket(addressOf(server.app), await server.tokenFor(who))
const inSeconds = (seconds: number) => new Date(server.clock.now().getTime() + seconds * 1000)

describe('[VID-01] a call from a channel', () => {
  test('creates a room and a message that only the server can write', async () => {
    const { mentorId, menteeId, channelId } = await buildCallers(server)
    const line = await dial(mentorId)
    await line.settle()
    const room = await placeCall(server, menteeId, channelId)
    expect(room).toMatchObject({ channel: channelId, visitStatus: 'open', callInProgress: false, consent: null })
    const said = await line.next('new_message')
    expect(said).toMatchObject({ user_id: menteeId, channel_id: channelId, room: { room: room.room, expires_at: room.closesAt } })
    expect(JSON.parse(said.message)).toEqual({ room: room.room })
    // The same text typed by a person is plain text.
    const typed = await line.send(channelId, said.message)
    expect(typed).toMatchObject({ message: said.message, room: null })
    await line.close()
  })

  test('is the last message in the channel list', async () => {
    const { mentorId, menteeId, channelId } = await buildCallers(server)
    await placeCall(server, menteeId, channelId)
    const { channels } = (await server.ask(mentorId, listChannels, {})).body
    expect(channels.find((channel) => channel.channelId === channelId)?.lastMessage?.text).toBe('Video call')
  })

  test("lists the people who are called, with a title from each person's point of view", async () => {
    const { mentorId, menteeIds, channelId, pairManagerId } = await buildCallers(server, { withPairManager: true })
    const [menteeId = 0] = menteeIds
    const room = await placeCall(server, menteeId, channelId)
    expect(room.partners.map(({ userId }) => userId)).toEqual([mentorId])
    expect(room.title).toBe(room.partners[0]?.name)
    const ofMentor = (await read(mentorId, room.room)).body
    expect(ofMentor.partners.map(({ userId }) => userId)).toEqual([menteeId])
    expect(ofMentor.partners[0]?.name).toBe(room.displayName)
    const ofManager = (await read(pairManagerId ?? 0, room.room)).body
    expect(new Set(ofManager.partners.map(({ userId }) => userId))).toEqual(new Set([mentorId, menteeId]))
  })

  test('started several times at once is one room and one message', async () => {
    const { mentorId, menteeIds, channelId } = await buildCallers(server, { mentees: 3 })
    const everybody = [mentorId, ...menteeIds]
    const answers = await Promise.all([...everybody, ...everybody].map((who) => start(who, channelId)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(new Set(answers.map(({ body }) => body.room)).size).toBe(1)
    expect(await storedMessages(server, channelId)).toHaveLength(1)
  })

  test('is a new room if the previous call was abandoned', async () => {
    const { mentorId, menteeId, channelId } = await buildCallers(server)
    const first = await placeCall(server, menteeId, channelId)
    server.clock.advance(40)
    expect((await placeCall(server, mentorId, channelId)).room).toBe(first.room)
    server.clock.advance(11)
    const second = await placeCall(server, mentorId, channelId)
    expect(second.room).not.toBe(first.room)
    expect(await storedMessages(server, channelId)).toHaveLength(2)
    // The first invite remains valid for three hours.
    expect((await read(mentorId, first.room)).body).toMatchObject({ visitStatus: 'open' })
  })

  test('sends a lost invite again on the next call attempt', async () => {
    const { mentorId, menteeId, channelId } = await buildCallers(server)
    const { room } = await placeCall(server, menteeId, channelId)
    await server.db.deleteFrom('chat_message').where('channel_id', '=', channelId).execute()
    expect((await placeCall(server, mentorId, channelId)).room).toBe(room)
    expect((await storedMessages(server, channelId)).map(({ senderId }) => senderId)).toEqual([menteeId])
  })

  test('continues without the person who started it', async () => {
    const { mentorId, menteeIds, channelId } = await buildCallers(server, { mentees: 2 })
    const [caller = 0] = menteeIds
    const { room } = await placeCall(server, caller, channelId)
    await setActive(channelId, caller, false)
    expect((await placeCall(server, mentorId, channelId)).room).toBe(room)
  })

  test.each([
    { seconds: 3 * HOUR_SECONDS - MINUTE_SECONDS, is: 'open' },
    { seconds: 3 * HOUR_SECONDS + 1, is: 'late' },
  ])('is $is $seconds seconds after it was sent', async ({ seconds, is }) => {
    const { mentorId, menteeId, channelId } = await buildCallers(server)
    const { room } = await placeCall(server, menteeId, channelId)
    server.clock.advance(seconds)
    const { body } = await read(mentorId, room)
    expect(body.visitStatus).toBe(is)
    expect([body.token === null, body.engine === null]).toEqual(is === 'open' ? [false, false] : [true, true])
  })

  test('is refused to outsiders with the same bytes as a missing channel', async () => {
    const { channelId } = await buildCallers(server)
    const outsider = await server.buildPerson()
    await openVideoFor(server, [outsider])
    await openChatFor(server, [outsider])
    const foreign = await start(outsider, channelId)
    expect(foreign).toMatchObject({ status: 403, body: { code: 'video.not_allowed' } })
    const assistant = await buildAssistantChannel(server, outsider)
    for (const id of [2_000_000_000, assistant]) expect((await start(outsider, id)).body).toEqual(foreign.body)
    expect(await storedMessages(server, assistant)).toEqual([])
    expect(await start(null, channelId)).toMatchObject({ status: 401 })
  })

  test('is refused to a deactivated member', async () => {
    const { channelId, menteeId, mentorId } = await buildCallers(server)
    await setActive(channelId, menteeId, false)
    expect((await start(menteeId, channelId)).body).toMatchObject({ code: 'video.not_allowed' })
    expect((await start(mentorId, channelId)).status).toBe(200)
  })

  test('is refused in a blackout, without side effects', async () => {
    const { channelId, menteeId } = await buildCallers(server)
    await closeUntil(channelId, inSeconds(HOUR_SECONDS))
    expect(await start(menteeId, channelId)).toMatchObject({ status: 403, body: { code: 'video.closed' } })
    expect(await storedMessages(server, channelId)).toEqual([])
    server.clock.advance(HOUR_SECONDS + 1)
    expect((await start(menteeId, channelId)).status).toBe(200)
  })

  test.each(['off', 'show'])('is refused if video is %s', async (video) => {
    const { channelId, menteeId } = await buildCallers(server)
    await openVideoFor(server, [menteeId], video)
    expect(await start(menteeId, channelId)).toMatchObject({ status: 403, body: { code: 'video.off' } })
    expect((await server.ask(menteeId, listRooms, {})).body).toMatchObject({ code: 'video.off' })
  })

  test('is refused if the chat is off', async () => {
    const { channelId, menteeId } = await buildCallers(server)
    await openChatFor(server, [menteeId], { chattype: 'off' })
    expect((await start(menteeId, channelId)).body).toMatchObject({ code: 'video.not_allowed' })
  })

  test('is refused when started too often', async () => {
    const strict = await startTestServer({ limitFactor: 1 })
    try {
      const { channelId, menteeId } = await buildCallers(strict)
      for (let time = 0; time < 20; time += 1) await placeCall(strict, menteeId, channelId)
      const answer = await strict.ask(menteeId, startCall, { body: { channel: channelId } })
      expect(answer).toMatchObject({ status: 429, body: { code: 'core.too_many' } })
    } finally {
      await strict.stop()
    }
  })
})

describe('the list of calls', () => {
  test('contains ringing and active calls until everyone has left', async () => {
    const callers = await buildCallers(server)
    const { mentorId, menteeId, channelId } = callers
    expect(await list(mentorId)).toEqual([])
    const { room } = await placeCall(server, menteeId, channelId)
    expect(await list(mentorId)).toMatchObject([{ room, channel: channelId, callInProgress: false, people: [] }])
    await joined(menteeId, room)
    server.clock.advance(10)
    expect(await list(mentorId)).toMatchObject([{ room, callInProgress: true, people: [{ userId: menteeId }] }])
    await left(menteeId, room)
    expect(await list(mentorId)).toEqual([])
  })

  test('contains a planned call once someone is in it, and no calls of others', async () => {
    const callers = await buildCallers(server)
    const { room } = await planCall(server, callers, { at: server.clock.now() })
    expect(await list(callers.mentorId)).toEqual([])
    await joined(callers.menteeId, room)
    expect(await list(callers.mentorId)).toMatchObject([{ room, title: 'Our call' }])
    expect(await list((await buildCallers(server)).mentorId)).toEqual([])
    await closeUntil(callers.channelId, inSeconds(HOUR_SECONDS))
    expect(await list(callers.mentorId)).toEqual([])
  })
})

describe('joining', () => {
  test('[VID-10] uses a token for one person, sign-in and room', async () => {
    const { mentorId, menteeId, channelId } = await buildCallers(server)
    const { room } = await placeCall(server, menteeId, channelId)
    const tokens = videoTokens(testEnv.secret, server.clock)
    for (const who of [mentorId, menteeId]) {
      const { body } = await read(who, room)
      const claims = await tokens.read(body.token ?? '')
      expect(claims).toMatchObject({ personId: who, roomId: room })
      expect(claims?.expiresAt.toISOString()).toBe(body.tokenExpiresAt)
      expect(body.engine).toEqual({ kind: 'built-in', iceServers: [] })
    }
  })

  test('[VID-06] with Jitsi uses a token for its server, which permits recording only after consent', async () => {
    const jitsi = { origin: 'https://meet.example:8443', domain: 'meet.example:8443', appId: 'saathi', secret: 'j'.repeat(40) }
    const other = await startTestServer({ video: { ...testEnv.video, jitsi } })
    try {
      const { menteeId, channelId } = await buildCallers(other)
      const { room, engine, displayName } = await placeCall(other, menteeId, channelId)
      if (engine?.kind !== 'jitsi') throw new Error('expected the Jitsi engine')
      const { origin, domain } = jitsi
      expect(engine).toMatchObject({ domain, scriptUrl: `${origin}/external_api.js`, roomName: room })
      const key = new TextEncoder().encode(jitsi.secret)
      const { payload } = await jwtVerify(engine.jwt, key, { audience: 'jitsi', issuer: 'saathi', subject: 'meet.example' })
      const now = Math.floor(other.clock.now().getTime() / 1000)
      expect(payload).toMatchObject({
        room,
        context: { user: { id: String(menteeId), name: displayName, moderator: 'true' }, features: { recording: false } },
      })
      expect((payload.exp ?? 0) - now).toBeGreaterThan(590)
      await other.ask(menteeId, giveConsent, { params: { id: room }, body: { consent: true } })
      const again = (await other.ask(menteeId, getRoom, { params: { id: room } })).body.engine
      expect(decodeJwt(again?.kind === 'jitsi' ? again.jwt : '')).toMatchObject({ context: { features: { recording: true } } })
      const { headers } = await other.app.inject({ url: '/api/openapi.json' })
      expect(headers['content-security-policy']).toMatch(/script-src [^;]*https:\/\/meet\.example:8443/)
      expect(headers['content-security-policy']).toMatch(/frame-src [^;]*https:\/\/meet\.example:8443/)
      expect(headers['permissions-policy']).toContain('camera=(self "https://meet.example:8443")')
    } finally {
      await other.stop()
    }
  })
})

const callEvent = (event: 'join' | 'leave') => ({ event, jitsiParticipantId: 'here', timestamp: '2026-11-14T14:00:00Z' })
async function joined(who: number, id: string) {
  expect(await server.ask(who, postCallEvent, { params: { id }, body: callEvent('join') })).toMatchObject({ status: 200 })
}
async function left(who: number, id: string) {
  expect(await server.ask(who, postCallEvent, { params: { id }, body: callEvent('leave') })).toMatchObject({ status: 200 })
}
const setActive = (channelId: number, personId: number, is_active: boolean) =>
  server.db
    .updateTable('chat_member')
    .set({ is_active })
    .where('channel_id', '=', channelId)
    .where('person_id', '=', personId)
    .execute()
const closeUntil = (channelId: number, blackout_until: Date) =>
  server.db.updateTable('chat_channel').set({ blackout_until }).where('id', '=', channelId).execute()
