import { getUnread } from '@saathi/contract/chat/calls'
import {
  declineCall,
  getCallStatus,
  listCallCards,
  listRooms,
  previewCall,
  ringAgain,
  startCall,
} from '@saathi/contract/video/calls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { recordedCalls } from '../../../test/recorded-calls.ts'
import { buildCallers, openVideoFor, placeCall } from '../../../test/video-rooms.ts'
import { settleDue } from './presence.ts'
import { findDueRooms } from './ring-store.ts'

let server: TestServer
let calls: ReturnType<typeof recordedCalls>
beforeAll(async () => {
  server = await startTestServer({ limitFactor: 50 })
  calls = recordedCalls(server)
})
afterAll(() => server.stop())

const ringOf = async (personId: number, room: string) =>
  (await server.ask(personId, listRooms, {})).body.rooms.find((each) => each.room === room)?.ring ?? null
const statusOf = async (personId: number, room: string) =>
  (await server.ask(personId, getCallStatus, { params: { id: room } })).body
const cardsOf = async (personId: number, channel: number) =>
  (await server.ask(personId, listCallCards, { params: { id: channel } })).body.calls
const decline = (personId: number, room: string, words?: string) =>
  server.ask(personId, declineCall, { params: { id: room }, body: { ...(words !== undefined && { words }) } })
const unreadOf = async (personId: number, channel: number) =>
  (await server.ask(personId, getUnread, {})).body.channels.find(({ channelId }) => channelId === channel)?.unreadCount
const staysIn = (room: string) =>
  server.db
    .selectFrom('video_participant')
    .select(['person_id as personId', 'left_reason as reason'])
    .where('room_id', '=', room)
    .execute()

/** As the heartbeat does every five seconds, on any server. */
async function beat(): Promise<void> {
  for (const room of await findDueRooms(server.db, server.clock.now())) await calls.inside((ctx) => settleDue(ctx, room))
}

const STEP_SECONDS = 15

/** In steps in which everybody is heard from: a person who is silent for 20 seconds counts as lost. */
async function pass(seconds: number): Promise<void> {
  for (let rest = seconds; rest > 0; rest -= STEP_SECONDS) {
    server.clock.advance(Math.min(rest, STEP_SECONDS))
    const heard = { seen_at: server.clock.now() }
    await server.db.updateTable('video_participant').set(heard).where('left_at', 'is', null).execute()
  }
}

async function ringingCall(changes: Parameters<typeof buildCallers>[1] = {}) {
  const callers = await buildCallers(server, changes)
  const { room } = await placeCall(server, callers.menteeId, callers.channelId)
  const peer = await calls.enter(callers.menteeId, room)
  return { ...callers, room, peer }
}

describe('before a call', () => {
  test('[DAY-20] the preview names who is called, and nothing rings', async () => {
    const { menteeId, mentorId, channelId } = await buildCallers(server)
    const { status, body } = await server.ask(menteeId, previewCall, { params: { id: channelId } })
    expect(status).toBe(200)
    expect(body).toMatchObject({ channel: channelId, isGroup: false, room: null, partners: [{ userId: mentorId }] })
    expect((await server.ask(mentorId, listRooms, {})).body.rooms).toEqual([])
    expect(await cardsOf(mentorId, channelId)).toEqual([])
  })

  test('[DAY-20] the answer about recording is stored before it rings', async () => {
    const { menteeId, channelId } = await buildCallers(server)
    const { body } = await server.ask(menteeId, startCall, { body: { channel: channelId, consent: false } })
    expect(body.consent).toBe(false)
  })

  test('[DAY-20] a call that is going on is joined instead', async () => {
    const { mentorId, channelId, room } = await ringingCall()
    const preview = await server.ask(mentorId, previewCall, { params: { id: channelId } })
    expect(preview.body.room).toBe(room)
  })
})

describe('a ring', () => {
  test('[DAY-21] rings for the other and not for the caller or the pair manager', async () => {
    const { mentorId, menteeId, pairManagerId, room } = await ringingCall({ withPairManager: true })
    await openVideoFor(server, [pairManagerId ?? 0])
    expect(await ringOf(mentorId, room)).toMatchObject({ by: { userId: menteeId } })
    expect(await ringOf(menteeId, room)).toBeNull()
    expect(await ringOf(pairManagerId ?? 0, room)).toBeNull()
    expect((await statusOf(menteeId, room)).ring).toMatchObject({
      state: 'ringing',
      isMine: true,
      people: [{ userId: mentorId }],
    })
  })

  test('[DAY-21] ends without an answer after 45 seconds, also on a server that has just started', async () => {
    const { mentorId, menteeId, room } = await ringingCall()
    await pass(30)
    await beat()
    expect((await statusOf(menteeId, room)).ring?.state).toBe('ringing')
    await pass(15)
    expect(await ringOf(mentorId, room)).toBeNull()
    await beat()
    expect((await statusOf(menteeId, room)).ring?.state).toBe('unanswered')
    expect(await staysIn(room)).toEqual([{ personId: menteeId, reason: 'unanswered' }])
  })

  test('[DAY-21] shows the caller the words of the other, which also reach the chat', async () => {
    const { mentorId, menteeId, channelId, room } = await ringingCall()
    expect(await decline(mentorId, room, ' In a meeting. At 8:30? ')).toMatchObject({ status: 200 })
    expect((await statusOf(menteeId, room)).ring).toMatchObject({
      state: 'declined',
      replies: [{ userId: mentorId, words: 'In a meeting. At 8:30?' }],
    })
    const messages = await server.db.selectFrom('chat_message').select('body').where('channel_id', '=', channelId).execute()
    expect(messages.map(({ body }) => body)).toContain('In a meeting. At 8:30?')
    expect(await unreadOf(mentorId, channelId)).toBe(0)
    // The words are for the caller only.
    expect((await statusOf(mentorId, room)).ring?.replies).toEqual([])
  })

  test('[DAY-21] gives no reason if the person declines without words, and cannot be declined twice', async () => {
    const { mentorId, menteeId, room } = await ringingCall()
    await decline(mentorId, room)
    expect((await statusOf(menteeId, room)).ring).toMatchObject({ state: 'declined', replies: [] })
    expect(await decline(mentorId, room)).toMatchObject({ status: 409, body: { code: 'video.ring_over' } })
    expect(await decline(menteeId, room)).toMatchObject({ status: 409, body: { code: 'video.ring_over' } })
  })

  test('[DAY-21] joining in one tab overrides declining in another', async () => {
    const { mentorId, menteeId, room } = await ringingCall()
    await calls.enter(mentorId, room)
    expect(await decline(mentorId, room, 'No')).toMatchObject({ status: 409 })
    expect((await statusOf(menteeId, room)).ring).toBeNull()
  })

  test('[DAY-21] does not ring for a person who is in another call, and says so to the caller', async () => {
    const first = await ringingCall()
    const { channelId, menteeIds } = await buildCallers(server, { mentorId: first.mentorId })
    await calls.enter(first.mentorId, first.room)
    const [caller = 0] = menteeIds
    const { room } = await placeCall(server, caller, channelId)
    await calls.enter(caller, room)
    expect(await ringOf(first.mentorId, room)).toBeNull()
    expect((await statusOf(caller, room)).ring?.state).toBe('busy')
    expect(await staysIn(room)).toMatchObject([{ reason: 'busy' }])
  })

  test('[DAY-21] two who call each other at the same moment are in one call', async () => {
    const { mentorId, menteeId, channelId } = await buildCallers(server)
    const rooms = await Promise.all([mentorId, menteeId].map(async (who) => (await placeCall(server, who, channelId)).room))
    expect(new Set(rooms).size).toBe(1)
    const [room = ''] = rooms
    await calls.enter(mentorId, room)
    await calls.enter(menteeId, room)
    expect((await statusOf(menteeId, room)).ring).toBeNull()
    expect(await cardsOf(menteeId, channelId)).toMatchObject([{ state: 'live' }])
  })

  test('[DAY-21] cannot start or be answered in a paused pair', async () => {
    const { mentorId, menteeId, channelId, room } = await ringingCall()
    const until = new Date(server.clock.now().getTime() + 3_600_000)
    await server.db.updateTable('chat_channel').set({ blackout_until: until }).where('id', '=', channelId).execute()
    expect(await decline(mentorId, room, 'Later')).toMatchObject({ status: 403, body: { code: 'video.closed' } })
    expect(await server.ask(menteeId, previewCall, { params: { id: channelId } })).toMatchObject({ status: 403 })
    expect(await ringOf(mentorId, room)).toBeNull()
  })
})

describe('a person left alone', () => {
  test('[DAY-22] sees who left, is not recorded, and the call ends after two minutes', async () => {
    const { mentorId, menteeId, room, mentorPeer } = await calls.begin()
    expect((await calls.now(room)).state).toBe('running')
    const before = server.clock.now().getTime()
    await calls.leave(mentorPeer)
    const after = server.clock.now().getTime()
    expect((await calls.now(room)).state).toBe('waiting')
    const { aloneUntil, lastLeft } = await statusOf(menteeId, room)
    expect(lastLeft?.userId).toBe(mentorId)
    const alone = Date.parse(aloneUntil ?? '') - 120_000
    expect(alone).toBeGreaterThanOrEqual(before)
    expect(alone).toBeLessThanOrEqual(after)
    await pass(120)
    await beat()
    expect(await staysIn(room)).toContainEqual({ personId: menteeId, reason: 'alone' })
  })

  test('[DAY-22] can ring again, which stops the clock', async () => {
    const { mentorId, menteeId, room, mentorPeer } = await calls.begin()
    await calls.leave(mentorPeer)
    const again = await server.ask(menteeId, ringAgain, { params: { id: room }, body: {} })
    expect(again.body).toMatchObject({ aloneUntil: null, ring: { state: 'ringing', isMine: true } })
    expect(await ringOf(mentorId, room)).toMatchObject({ by: { userId: menteeId } })
    expect(await server.ask(mentorId, ringAgain, { params: { id: room }, body: {} })).toMatchObject({
      status: 409,
      body: { code: 'video.not_in_call' },
    })
    // In vain, it ends the call and keeps what was recorded before.
    await pass(45)
    await beat()
    expect(await staysIn(room)).toContainEqual({ personId: menteeId, reason: 'unanswered' })
    const kept = await server.db.selectFrom('video_recording').select('state').where('room_id', '=', room).execute()
    expect(kept).toEqual([{ state: 'making' }])
  })
})

describe('the card of a call', () => {
  test('[DAY-24] rings, runs and ends with its minutes, and is not unread for those who were in it', async () => {
    const { mentorId, menteeId, channelId, room, peer } = await ringingCall()
    expect(await cardsOf(mentorId, channelId)).toMatchObject([{ room, state: 'ringing', wasIn: false }])
    expect(await unreadOf(mentorId, channelId)).toBe(1)
    const mentorPeer = await calls.enter(mentorId, room)
    expect(await unreadOf(mentorId, channelId)).toBe(0)
    expect(await cardsOf(mentorId, channelId)).toMatchObject([
      { state: 'live', people: [{ userId: menteeId }, { userId: mentorId }] },
    ])
    await pass(15 * 60 + 10)
    await calls.leave(mentorPeer)
    await calls.leave(peer)
    expect(await cardsOf(menteeId, channelId)).toMatchObject([{ room, state: 'ended', minutes: 16, wasIn: true }])
  })

  test('[DAY-24] says that a call was missed, and remains unread for the person who missed it', async () => {
    const { mentorId, menteeId, channelId, peer } = await ringingCall()
    await calls.leave(peer)
    expect(await cardsOf(mentorId, channelId)).toMatchObject([{ state: 'missed', startedBy: menteeId, hasDeclined: false }])
    expect(await unreadOf(mentorId, channelId)).toBe(1)
  })

  test('[DAY-24] is not shown to outsiders', async () => {
    const { channelId } = await ringingCall()
    const outsider = await server.buildPerson()
    await openVideoFor(server, [outsider])
    expect(await server.ask(outsider, listCallCards, { params: { id: channelId } })).toMatchObject({
      status: 403,
      body: { code: 'video.not_allowed' },
    })
  })
})
