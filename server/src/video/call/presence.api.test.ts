import { getRoom, postCallEvent } from '@saathi/contract/video/calls'
import { GROUP_MAX_MENTEES } from '@saathi/contract/content/group-size'
import { PEOPLE_MAX } from '@saathi/contract/video/entities'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { peopleOf } from '../../../test/chat-channels.ts'
import { buildCallers, placeCall, participantsIn } from '../../../test/video-rooms.ts'
import { inTransaction, type ListenerCtx } from '#core/ctx.ts'
import { requireVisit } from '../access.ts'
import { dropLost, enterRoom, findLostRooms, findPeople, keepAlive, leaveRoom, setPeerState } from './presence.ts'
import { ROOM } from '../room-topics.ts'

let server: TestServer
const published: string[] = []
beforeAll(async () => {
  server = await startTestServer({ limitFactor: 20 })
  const { publishToTopic } = server.app.world
  server.app.world.publishToTopic = (topic, text) => {
    if (topic === ROOM) published.push(text)
    publishToTopic(topic, text)
  }
})
afterAll(() => server.stop())
afterEach(() => {
  server.clock.reset()
  published.length = 0
  server.delivered.length = 0
})

const log = pino({ level: 'silent' })
const inside = <T>(work: (ctx: ListenerCtx) => Promise<T>): Promise<T> => inTransaction(server.app.world, log, work)
const off = { microphone: false, camera: false, screen: false, hand: false }

async function signInOf(personId: number): Promise<string> {
  await server.tokenFor(personId)
  const { id } = await server.db.selectFrom('sign_in').select('id').where('person_id', '=', personId).executeTakeFirstOrThrow()
  return id
}

/** Joins the way the socket does. */
async function enter(personId: number, roomId: string, resume: string | null = null, signInId?: string) {
  const signIn = signInId ?? (await signInOf(personId))
  return inside(async (ctx) => {
    const target = await requireVisit({ ...ctx, actor: { personId, language: 'en' } }, roomId)
    const options = { resume, canRecord: true, state: off, engineParticipantId: null }
    return enterRoom(ctx, { target, personId, signInId: signIn, ...options })
  })
}

/** Like the heartbeat of a server. The test server's own heartbeat may already have done it. */
async function dropAllLost() {
  for (const roomId of await findLostRooms(server.db, server.clock.now())) await inside((ctx) => dropLost(ctx, roomId))
}

const post = (who: number, id: string, event: 'join' | 'leave', jitsiParticipantId: string) =>
  server.ask(who, postCallEvent, { params: { id }, body: { event, jitsiParticipantId, timestamp: '2026-11-14T14:00:00+05:30' } })
const eventsIn = (roomId: string) =>
  server.db
    .selectFrom('video_call_event')
    .select(['person_id as personId', 'event', 'engine_participant_id as engineId', 'told_at as toldAt'])
    .where('room_id', '=', roomId)
    .orderBy('id')
    .execute()
const presentIn = async (roomId: string) => (await findPeople(server.db, roomId)).map(({ personId }) => personId)
const publishedFor = (roomId: string): number => published.filter((text) => text === roomId).length
const callsChanged = (channelId: number) =>
  server.delivered.flatMap((delivery) => {
    const { event } = delivery
    const isIt = 'to' in delivery && event.type === 'video.calls_changed' && event.channel === channelId
    return isIt ? [new Set(delivery.to)] : []
  })

describe('[VID-07] joining and leaving', () => {
  test('is stored with participant and time, and updates presence', async () => {
    const { mentorId, menteeId, channelId } = await buildCallers(server)
    const { room } = await placeCall(server, menteeId, channelId)
    expect(await post(menteeId, room, 'join', 'engine-1')).toMatchObject({ status: 200, body: { recording: 'waiting' } })
    expect((await server.ask(mentorId, getRoom, { params: { id: room } })).body.callInProgress).toBe(true)
    expect(await post(menteeId, room, 'leave', 'engine-1')).toMatchObject({ status: 200 })
    expect((await server.ask(mentorId, getRoom, { params: { id: room } })).body.callInProgress).toBe(false)
    const toldAt = new Date('2026-11-14T08:30:00Z')
    expect(await eventsIn(room)).toEqual([
      { personId: menteeId, event: 'join', engineId: 'engine-1', toldAt },
      { personId: menteeId, event: 'leave', engineId: 'engine-1', toldAt },
    ])
    expect(await participantsIn(server, room)).toMatchObject([{ personId: menteeId, leftReason: 'left' }])
  })

  test('counts repeated joins as heartbeats and stores one event', async () => {
    const { menteeId, channelId } = await buildCallers(server)
    const { room } = await placeCall(server, menteeId, channelId)
    for (let time = 0; time < 4; time += 1) {
      await post(menteeId, room, 'join', 'engine-1')
      server.clock.advance(15)
    }
    expect(await findLostRooms(server.db, server.clock.now())).not.toContain(room)
    expect(await participantsIn(server, room)).toMatchObject([{ leftReason: null }])
    expect(await eventsIn(room)).toHaveLength(1)
    server.clock.advance(6)
    await dropAllLost()
    expect(await participantsIn(server, room)).toMatchObject([{ leftReason: 'lost' }])
  })

  test('keeps the stay of a person who is connected by socket', async () => {
    const { menteeId, channelId } = await buildCallers(server)
    const { room } = await placeCall(server, menteeId, channelId)
    const { peerId } = await enter(menteeId, room)
    await post(menteeId, room, 'join', peerId)
    expect(await participantsIn(server, room)).toMatchObject([{ id: peerId, leftReason: null }])
    await post(menteeId, room, 'leave', peerId)
    expect(await presentIn(room)).toEqual([])
  })

  test('from an old page does not end a newer stay', async () => {
    const { menteeId, channelId } = await buildCallers(server)
    const { room } = await placeCall(server, menteeId, channelId)
    const before = await enter(menteeId, room)
    const after = await enter(menteeId, room)
    await post(menteeId, room, 'leave', before.peerId)
    expect((await findPeople(server.db, room)).map(({ peerId }) => peerId)).toEqual([after.peerId])
  })

  test("with another person's id affects only the sender", async () => {
    const { mentorId, menteeId, channelId } = await buildCallers(server)
    const { room } = await placeCall(server, menteeId, channelId)
    const { peerId } = await enter(mentorId, room)
    await post(menteeId, room, 'join', peerId)
    await post(menteeId, room, 'leave', peerId)
    expect(await presentIn(room)).toEqual([mentorId])
  })

  test('ends a lost stay twenty seconds after the last heartbeat', async () => {
    const { mentorId, menteeId, channelId } = await buildCallers(server)
    const { room } = await placeCall(server, menteeId, channelId)
    const lost = await enter(menteeId, room)
    const alive = await enter(mentorId, room)
    server.clock.advance(15)
    expect(await keepAlive(server.db, [alive.peerId], server.clock.now())).toEqual(new Set([alive.peerId]))
    server.clock.advance(6)
    await dropAllLost()
    expect(await presentIn(room)).toEqual([mentorId])
    expect(publishedFor(room)).toBe(3)
    expect(await keepAlive(server.db, [lost.peerId, alive.peerId], server.clock.now())).toEqual(new Set([alive.peerId]))
    expect(await participantsIn(server, room)).toMatchObject([{ leftReason: 'lost' }, { leftReason: null }])
  })
})

describe('[VID-05] rejoining', () => {
  test('with the previous peer id keeps the stay; without it the stay is replaced', async () => {
    const { menteeId, channelId } = await buildCallers(server)
    const { room } = await placeCall(server, menteeId, channelId)
    const first = await enter(menteeId, room)
    expect(await enter(menteeId, room, first.peerId)).toEqual({ peerId: first.peerId, isResumed: true })
    const rejoined = await enter(menteeId, room)
    expect(rejoined).toMatchObject({ isResumed: false })
    expect(await participantsIn(server, room)).toMatchObject([
      { id: first.peerId, order: 1, leftReason: 'replaced' },
      { id: rejoined.peerId, order: 2, leftReason: null, slot: 1 },
    ])
    // A stay that has ended cannot be resumed.
    expect((await enter(menteeId, room, first.peerId)).isResumed).toBe(false)
  })

  test("with another person's peer id, or from another sign-in, creates a new stay", async () => {
    const { mentorId, menteeId, channelId } = await buildCallers(server)
    const { room } = await placeCall(server, menteeId, channelId)
    const theirs = await enter(mentorId, room)
    const mine = await enter(menteeId, room, theirs.peerId)
    expect(mine.isResumed).toBe(false)
    expect(await presentIn(room)).toEqual([mentorId, menteeId])
    expect((await enter(menteeId, room, mine.peerId, crypto.randomUUID())).isResumed).toBe(false)
  })
})

describe('[VID-10] a call', () => {
  test('fits the largest group: ten mentees, the mentor and the pair manager', async () => {
    const group = await buildCallers(server, { mentees: GROUP_MAX_MENTEES, withPairManager: true })
    const { room } = await placeCall(server, group.mentorId, group.channelId)
    const everybody = peopleOf(group)
    expect(everybody).toHaveLength(12)
    for (const who of everybody) await enter(who, room)
    expect(await presentIn(room)).toEqual(everybody)
  })

  test('admits no more than the maximum, even with concurrent joins, and a refused join affects nobody', async () => {
    const { mentorId, menteeIds, channelId } = await buildCallers(server, { mentees: 19 })
    const { room } = await placeCall(server, mentorId, channelId)
    const everybody = [mentorId, ...menteeIds]
    const outcomes = await Promise.allSettled(everybody.map((who) => enter(who, room)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(PEOPLE_MAX)
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
    expect(refused).toHaveLength(everybody.length - PEOPLE_MAX)
    for (const reason of refused) expect(reason).toMatchObject({ status: 409, code: 'video.full' })
    const stays = await participantsIn(server, room)
    const allSlots = Array.from({ length: PEOPLE_MAX }, (_, at) => at + 1)
    expect(stays.map(({ order }) => order)).toEqual(allSlots)
    expect(new Set(stays.map(({ slot }) => slot))).toEqual(new Set(allSlots))

    const present = await presentIn(room)
    const outside = everybody.filter((who) => !present.includes(who))
    const [tooMany = 0] = outside
    expect(await post(tooMany, room, 'join', 'engine-13')).toMatchObject({ status: 409, body: { code: 'video.full' } })
    expect(await presentIn(room)).toEqual(present)
    expect(await eventsIn(room)).toEqual([])
    // When someone leaves, a slot is free; a person who is present can join again from another device.
    const [leaving] = stays
    await inside((ctx) => leaveRoom(ctx, leaving?.id ?? '', 'left'))
    expect(await post(tooMany, room, 'join', 'engine-13')).toMatchObject({ status: 200 })
    expect((await enter(tooMany, room)).isResumed).toBe(false)
    expect(await presentIn(room)).toHaveLength(PEOPLE_MAX)
  })

  test('frees the slots of lost participants', async () => {
    const { mentorId, menteeIds, channelId } = await buildCallers(server, { mentees: PEOPLE_MAX })
    const { room } = await placeCall(server, mentorId, channelId)
    for (const who of menteeIds) await enter(who, room)
    await expect(enter(mentorId, room)).rejects.toMatchObject({ code: 'video.full' })
    server.clock.advance(21)
    await enter(mentorId, room)
    expect(await presentIn(room)).toEqual([mentorId])
  })
})

describe('presence', () => {
  test('is published to servers on every change, and to people when a call begins or ends', async () => {
    const { mentorId, menteeId, channelId } = await buildCallers(server)
    const { room } = await placeCall(server, menteeId, channelId)
    const both = new Set([mentorId, menteeId])
    const first = await enter(menteeId, room)
    // It rings, and the first is in it.
    expect([publishedFor(room), callsChanged(channelId)]).toEqual([1, [both, both]])
    const second = await enter(mentorId, room)
    await inside((ctx) => setPeerState(ctx, second.peerId, { ...off, microphone: true, hand: true }))
    await inside((ctx) => leaveRoom(ctx, first.peerId, 'left'))
    // They are together, and one is left alone; a raised hand changes no card.
    expect([publishedFor(room), callsChanged(channelId)]).toEqual([4, [both, both, both, both]])
    expect(await findPeople(server.db, room)).toMatchObject([
      { peerId: second.peerId, personId: mentorId, order: 2, canRecord: true, state: { ...off, microphone: true, hand: true } },
    ])
    await inside((ctx) => leaveRoom(ctx, second.peerId, 'signed_out'))
    expect([publishedFor(room), callsChanged(channelId)]).toEqual([5, [both, both, both, both, both]])
    // Nothing changes for people who have left.
    await inside((ctx) => leaveRoom(ctx, second.peerId, 'left'))
    await inside((ctx) => setPeerState(ctx, second.peerId, off))
    expect(publishedFor(room)).toBe(5)
    expect(await participantsIn(server, room)).toMatchObject([{ leftReason: 'left' }, { leftReason: 'signed_out' }])
  })
})
