import { randomUUID } from 'node:crypto'
import { PEOPLE_MAX } from '@saathi/contract/video/entities'
import type { PeerState } from '@saathi/contract/video/socket'
import { findCallChannels, readersOf } from '#chat/public.ts'
import { conflict } from '#core/errors.ts'
import type { ListenerCtx } from '#core/events.ts'
import { notAllowed, type Target } from './access.ts'
import * as store from './presence-store.ts'
import type { LeftReason, Stay } from './presence-store.ts'
import { settleRecording } from './recording.ts'
import { hearAnswered } from './ring.ts'
import { tellRoom } from './room-notes.ts'
import { keepRoom, lockRoom, type RoomRow } from './room-store.ts'

export { findLostRooms, findPeople, keepAlive, type LeftReason, type PersonInCall } from './presence-store.ts'

export type Entering = {
  target: Target
  personId: number
  signInId: string
  /** The stay one was in before the line broke. */
  resume: string | null
  canRecord: boolean
  state: PeerState
  engineParticipantId: string | null
}

/** Whoever was let in by `requireVisit`. The same person a second time takes the place of the first. */
export async function enterRoom(ctx: ListenerCtx, entering: Entering): Promise<{ peerId: string; isResumed: boolean }> {
  const { db } = ctx
  const { target, personId, signInId, resume } = entering
  await keepRoom(db, target, personId, ctx.now())
  const room = await lockRoom(db, target.id)
  if (!room) throw notAllowed()
  const before = await findStaysAfterLost(ctx, room.id)
  const own = before.find((stay) => stay.personId === personId)
  const isResumed = own !== undefined && own.id === resume && own.signInId === signInId
  const peerId = isResumed ? own.id : await replace(ctx, entering, before)
  if (isResumed) await store.updateResumed(db, peerId, { ...entering, now: ctx.now() })
  await settle(ctx, room, before.length === 0)
  await hearAnswered(ctx, room.id, personId)
  return { peerId, isResumed }
}

/** Those who are gone without a word hold no place. */
async function findStaysAfterLost({ db, now }: ListenerCtx, roomId: string): Promise<Stay[]> {
  await store.updateLeft(db, await store.findLost(db, roomId, now()), 'lost', now())
  return store.findStays(db, roomId)
}

async function replace({ db, now }: ListenerCtx, entering: Entering, before: readonly Stay[]): Promise<string> {
  const { target, personId, signInId, canRecord, state, engineParticipantId } = entering
  const [own, others] = [before.filter((stay) => stay.personId === personId), before.filter((stay) => stay.personId !== personId)]
  const slot = freeSlot(others)
  if (slot === null) throw conflict('video.full', `There are ${PEOPLE_MAX} people in this call already.`)
  await store.updateLeft(
    db,
    own.map(({ id }) => id),
    'replaced',
    now(),
  )
  // Given by us: what a browser says of itself could be another's.
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

/** Of one who is gone already it changes nothing. */
export async function leaveRoom(ctx: ListenerCtx, peerId: string, reason: LeftReason): Promise<void> {
  const stay = await store.findStayById(ctx.db, peerId)
  if (!stay) return
  await end(ctx, stay.roomId, async () => [peerId], reason)
}

/** One room in one transaction: those that `findLostRooms` names. */
export async function dropLost(ctx: ListenerCtx, roomId: string): Promise<void> {
  await end(ctx, roomId, () => store.findLost(ctx.db, roomId, ctx.now()), 'lost')
}

async function end(ctx: ListenerCtx, roomId: string, findGone: () => Promise<string[]>, reason: LeftReason): Promise<void> {
  const room = await lockRoom(ctx.db, roomId)
  if (!room) return
  if ((await store.updateLeft(ctx.db, await findGone(), reason, ctx.now())) === 0) return
  const isOver = (await store.findStays(ctx.db, roomId)).length === 0
  await settle(ctx, room, isOver)
}

/** What follows whenever somebody comes or goes, in the same transaction. */
async function settle(ctx: ListenerCtx, room: RoomRow, hasBegunOrEnded: boolean): Promise<void> {
  await settleRecording(ctx, room.id)
  tellRoom(ctx, room.id)
  if (hasBegunOrEnded) await tellCallsChanged(ctx, room.channelId)
}

/** To everybody who could come in. */
export async function tellCallsChanged(ctx: ListenerCtx, channelId: number): Promise<void> {
  const to = (await findCallChannels(ctx.db, { channelIds: [channelId] })).flatMap(readersOf)
  if (to.length > 0) ctx.push({ to, event: { type: 'video.calls_changed', channel: channelId } })
}

/** Nothing of it decides on the recording, and the newest one is what stands: nobody need be held up. */
export async function setPeerState(ctx: ListenerCtx, peerId: string, state: PeerState): Promise<void> {
  const roomId = await store.updateState(ctx.db, peerId, state)
  if (roomId !== null) tellRoom(ctx, roomId)
}
