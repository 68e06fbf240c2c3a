import { randomUUID } from 'node:crypto'
import { PEOPLE_MAX } from '@saathi/contract/video/entities'
import type { PeerState } from '@saathi/contract/video/socket'
import { findCallChannels, markAttended, readersOf, readersOfSender } from '#chat/public.ts'
import type { ListenerCtx } from '#core/ctx.ts'
import { conflict } from '#core/errors.ts'
import { dropTopic, notifyPerson } from '#notices/public.ts'
import { notAllowed, type Target } from '../access.ts'
import { settleRecording } from '../recording/recording.ts'
import { ensureRoom, lockRoom, type RoomRow, findVideoUsers } from '../room-store.ts'
import { publishRoomChanged } from '../room-topics.ts'
import * as store from './presence-store.ts'
import { ring, ringOver, settleCall } from './ring.ts'
import { answerRing } from './ring-store.ts'
import type { LeftReason, Stay } from './presence-store.ts'

export { findLostRooms, findPeople, keepAlive, type LeftReason, type PersonInCall } from './presence-store.ts'

export type JoinRequest = {
  target: Target
  personId: number
  signInId: string
  /** The stay before the socket dropped. */
  resume: string | null
  canRecord: boolean
  state: PeerState
  engineParticipantId: string | null
}

/** The caller has passed `requireVisit`. A second join of the same person replaces the first. */
export async function enterRoom(ctx: ListenerCtx, request: JoinRequest): Promise<{ peerId: string; isResumed: boolean }> {
  const { db } = ctx
  const { target, personId, signInId, resume } = request
  await ensureRoom(db, target, personId, ctx.now())
  const room = await lockRoom(db, target.id)
  if (!room) throw notAllowed()
  // A ring that is over must not end the stay of somebody who joins after it.
  await settleCall(ctx, room.id)
  const before = await findStaysWithoutLost(ctx, room.id)
  const own = before.find((stay) => stay.personId === personId)
  const isResumed = own !== undefined && own.id === resume && own.signInId === signInId
  const peerId = isResumed ? own.id : await replaceStay(ctx, request, before)
  if (isResumed) await store.updateResumed(db, peerId, { ...request, now: ctx.now() })
  await answerRing(db, { roomId: room.id, personId, answer: 'joined', now: ctx.now() })
  await markAttended(ctx, { roomId: room.id, personId })
  await afterPresenceChange(ctx, room, before.length === 0)
  await clearCallNotice(ctx, room.id, personId)
  return { peerId, isResumed }
}

/** Lost participants must not occupy a slot. */
async function findStaysWithoutLost({ db, now }: ListenerCtx, roomId: string): Promise<Stay[]> {
  await store.updateLeft(db, await store.findLost(db, roomId, now()), 'lost', now())
  return store.findStays(db, roomId)
}

async function replaceStay({ db, now }: ListenerCtx, request: JoinRequest, before: readonly Stay[]): Promise<string> {
  const { target, personId, signInId, canRecord, state, engineParticipantId } = request
  const [own, others] = [before.filter((stay) => stay.personId === personId), before.filter((stay) => stay.personId !== personId)]
  const slot = freeSlot(others)
  if (slot === null) throw conflict('video.full', { values: { count: PEOPLE_MAX } })
  await store.updateLeft(
    db,
    own.map(({ id }) => id),
    'replaced',
    now(),
  )
  // Generated here: an id chosen by the client could collide with another peer's.
  const id = randomUUID()
  await store.insertStay(db, {
    id,
    roomId: target.id,
    personId,
    signInId,
    slot,
    canRecord,
    state,
    engineParticipantId,
    now: now(),
  })
  return id
}

function freeSlot(others: readonly Stay[]): number | null {
  const taken = new Set(others.map(({ slot }) => slot))
  for (let slot = 1; slot <= PEOPLE_MAX; slot += 1) if (!taken.has(slot)) return slot
  return null
}

/** No effect if the peer has already left. */
export async function leaveRoom(ctx: ListenerCtx, peerId: string, reason: LeftReason): Promise<void> {
  const stay = await store.findStayById(ctx.db, peerId)
  if (!stay) return
  await endStays(ctx, stay.roomId, async () => [peerId], reason)
}

/** One room per transaction, for each room in `findLostRooms`. */
export async function dropLost(ctx: ListenerCtx, roomId: string): Promise<void> {
  await endStays(ctx, roomId, () => store.findLost(ctx.db, roomId, ctx.now()), 'lost')
}

async function endStays(ctx: ListenerCtx, roomId: string, findGone: () => Promise<string[]>, reason: LeftReason): Promise<void> {
  const room = await lockRoom(ctx.db, roomId)
  if (!room) return
  if ((await store.updateLeft(ctx.db, await findGone(), reason, ctx.now())) === 0) return
  await ctx.raise({ type: 'video.left', channelId: room.channelId })
  const isOver = (await store.findStays(ctx.db, roomId)).length === 0
  await afterPresenceChange(ctx, room, isOver)
}

/** Runs after every join or leave, in the same transaction. */
async function afterPresenceChange(ctx: ListenerCtx, room: RoomRow, hasBegunOrEnded: boolean): Promise<void> {
  const hasChanged = await settleCall(ctx, room.id)
  await settleRecording(ctx, room.id)
  publishRoomChanged(ctx, room.id)
  if (hasChanged || hasBegunOrEnded) await publishCallsChanged(ctx, room.channelId)
}

/** Notifies everyone who could join. */
export async function publishCallsChanged(ctx: ListenerCtx, channelId: number): Promise<void> {
  const to = (await findCallChannels(ctx.db, { channelIds: [channelId] })).flatMap(readersOf)
  if (to.length > 0) ctx.push({ to, event: { type: 'video.calls_changed', channel: channelId } })
}

/** Run by the heartbeat: a ring is over, or somebody has been alone for too long. */
export async function settleDue(ctx: ListenerCtx, roomId: string): Promise<void> {
  const room = await lockRoom(ctx.db, roomId)
  if (room) await afterPresenceChange(ctx, room, false)
}

type Decline = { roomId: string; personId: number; words: string | undefined }

/** Records that the person declines. The caller sees it at once. */
export async function declineRing(ctx: ListenerCtx, { roomId, personId, words }: Decline): Promise<void> {
  const { db, now } = ctx
  const room = await lockRoom(db, roomId)
  if (room?.ringState !== 'ringing' || room.ringUntil === null || now() >= room.ringUntil) throw ringOver()
  if (!(await answerRing(db, { roomId, personId, answer: 'declined', words, now: now() }))) throw ringOver()
  await markAttended(ctx, { roomId, personId })
  await afterPresenceChange(ctx, room, true)
  await clearCallNotice(ctx, roomId, personId)
}

/** Rings again for the people who are not in the call, on behalf of somebody who is. */
export async function ringAgain(ctx: ListenerCtx, { target, personId }: { target: Target; personId: number }): Promise<void> {
  const { db } = ctx
  const room = await lockRoom(db, target.id)
  const stays = await store.findStays(db, target.id)
  if (!room || !stays.some((stay) => stay.personId === personId)) throw conflict('video.not_in_call')
  if (stays.length > 1 || room.ringState === 'ringing') return
  await ring(ctx, target.channel, { roomId: room.id, by: personId })
  await afterPresenceChange(ctx, room, true)
}

/** No room lock: this does not affect the recording, and the last write wins. */
export async function setPeerState(ctx: ListenerCtx, peerId: string, state: PeerState): Promise<void> {
  const roomId = await store.updateState(ctx.db, peerId, state)
  if (roomId !== null) publishRoomChanged(ctx, roomId)
}

const topicOf = (roomId: string) => `call ${roomId}`

/** Notifies everyone who could join, including people without an open page. */
export async function notifyCalled(ctx: ListenerCtx, { id, channelId, createdBy }: RoomRow): Promise<void> {
  const channels = await findCallChannels(ctx.db, { channelIds: [channelId] })
  const readers = channels.flatMap((channel) => readersOfSender(channel, createdBy))
  const called = await findVideoUsers(
    ctx.db,
    readers.filter((personId) => personId !== createdBy),
  )
  for (const personId of [...called].toSorted((a, b) => a - b)) {
    await notifyPerson(ctx, {
      personId,
      kind: 'calls',
      template: 'called',
      values: { from: createdBy === null ? '' : { nameOf: createdBy }, at: { clockOf: ctx.now().toISOString() } },
      link: `/video/join-meeting/${id}?section=video`,
      topic: topicOf(id),
    })
  }
}

/** The person has joined: for them it is not a missed call. */
const clearCallNotice = (ctx: ListenerCtx, roomId: string, personId: number): Promise<void> =>
  dropTopic(ctx, personId, topicOf(roomId))
