import { randomUUID } from 'node:crypto'
import { openTimesOf, visitStatusAt, closed, findTargets, isParticipant, notAllowed, requireVideo } from '../access.ts'
import type { FastifyBaseLogger } from 'fastify'
import { type ChannelState, requireOpenChannel, sendInvite, whyClosed } from '#chat/public.ts'
import { type Actor, inTransaction, type World, type ListenerCtx } from '#core/ctx.ts'
import { Refusal } from '#core/errors.ts'
import { findStays } from './presence-store.ts'
import { notifyCalled, publishCallsChanged } from './presence.ts'
import { ring } from './ring.ts'
import { storeConsent } from '../recording/recording.ts'
import { findBusyRoomIds, insertCallRoom, lockLastCall, type RoomRow, updateClosed } from '../room-store.ts'

export type StartCallTools = { world: World; log: FastifyBaseLogger; actor: Actor }
/** `consent`: the answer about recording, given before it rings. */
type CallWish = { channelId: number; consent?: boolean | undefined }
type CallRequest = CallWish & { actor: Actor }
type CallCtx = Pick<ListenerCtx, 'db' | 'now'>

/** Opens the room and sends its invite, in two commits. If sending fails, the next call attempt sends it again. */
export async function startCall({ world, log, actor }: StartCallTools, wish: CallWish): Promise<string> {
  const { id, invite } = await inTransaction(world, log, (ctx) => openOrJoin(ctx, { ...wish, actor }))
  if (invite === null) return id
  const outcome = await sendInvite(world, invite)
  // If someone else opened the room, their refused invite is not this caller's error.
  if ('refusal' in outcome && invite.senderId === actor.personId) throw toVideoRefusal(outcome.refusal)
  return id
}

/** Stores the caller's answer to the question about recording before the call rings. */
async function openOrJoin(ctx: ListenerCtx, request: CallRequest) {
  const call = await findOrOpen(ctx, request)
  if (request.consent !== undefined) {
    await storeConsent(ctx, { roomId: call.id, personId: request.actor.personId, consent: request.consent })
  }
  return call
}

async function findOrOpen(ctx: ListenerCtx, request: CallRequest) {
  const { actor, channelId } = request
  await requireVideo({ ...ctx, actor })
  const channel = await requireCallable(ctx, request)
  const busy = await findBusy(ctx, request)
  if (busy !== null) return { id: busy, invite: null }
  const room = await openRoom(ctx, channel, actor.personId)
  const { id, createdBy, createdAt } = room
  // Sent in the name of the person who opened the room, so that several callers produce a single message.
  const sender = createdBy ?? actor.personId
  const invite = { channelId, senderId: sender, room: { id, expiresAt: openTimesOf(createdAt, false).closesAt } }
  return { id, invite }
}

/** Missing, foreign and inactive channels and the assistant all get the same refusal. */
export async function requireMember(ctx: CallCtx, { channelId, actor }: CallRequest): Promise<ChannelState> {
  const channel = await requireOpenChannel({ db: ctx.db, actor }, channelId).catch((error: unknown) => {
    throw error instanceof Refusal ? notAllowed() : error
  })
  if (!isParticipant({ channel }, actor.personId)) throw notAllowed()
  return channel
}

export async function requireCallable(ctx: CallCtx, request: CallRequest): Promise<ChannelState> {
  const channel = await requireMember(ctx, request)
  if (whyClosed(channel, request.actor.personId, ctx.now())) throw closed()
  return channel
}

/** An open room with someone present, planned or ad hoc, is reused instead of ringing again. */
export async function findBusy(ctx: CallCtx, { channelId, actor }: CallRequest): Promise<string | null> {
  const targets = await findTargets(ctx.db, await findBusyRoomIds(ctx.db, channelId), actor)
  return targets.find(({ times }) => visitStatusAt(ctx.now(), times) === 'open')?.id ?? null
}

async function openRoom(ctx: ListenerCtx, channel: ChannelState, callerId: number): Promise<RoomRow> {
  const { db } = ctx
  const channelId = channel.id
  for (;;) {
    const now = ctx.now()
    const last = await lockLastCall(db, channelId)
    if (last && (await isActive(ctx, last))) return last
    if (last) await updateClosed(db, last.id, now)
    const newRoom = await insertCallRoom(db, { id: randomUUID(), channelId, createdBy: callerId, now })
    // The concurrent caller has committed by now: use that room.
    if (!newRoom) continue
    await ring(ctx, channel, { roomId: newRoom.id, by: callerId })
    await publishCallsChanged(ctx, channelId)
    await notifyCalled(ctx, newRoom)
    return newRoom
  }
}

/** Call with the room lock: someone may have joined while waiting for it. */
async function isActive(ctx: ListenerCtx, { id, createdAt, ringState, ringUntil }: RoomRow): Promise<boolean> {
  if (visitStatusAt(ctx.now(), openTimesOf(createdAt, false)) !== 'open') return false
  const isRinging = ringState === 'ringing' && ringUntil !== null && ctx.now() < ringUntil
  return isRinging || (await findStays(ctx.db, id)).length > 0
}

/** Maps chat's refusals to video codes. */
function toVideoRefusal(refusal: Refusal): Refusal {
  if (refusal.code.startsWith('core.')) return refusal
  return refusal.code === 'chat.closed' ? closed() : notAllowed()
}
