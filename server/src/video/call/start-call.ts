import { randomUUID } from 'node:crypto'
import { openTimesOf, visitStatusAt, closed, findTargets, isParticipant, notAllowed, requireVideo } from '../access.ts'
import type { FastifyBaseLogger } from 'fastify'
import { requireOpenChannel, sendInvite, whyClosed } from '#chat/public.ts'
import { type Actor, inTransaction, type World, type ListenerCtx } from '#core/ctx.ts'
import { Refusal } from '#core/errors.ts'
import { findStays } from './presence-store.ts'
import { notifyCalled } from './presence.ts'
import { findBusyRoomIds, insertCallRoom, lockLastCall, type RoomRow, updateClosed } from '../room-store.ts'

/** How long the caller has to join; after that an empty room counts as an abandoned call. */
export const CALLING_MS = 60_000

export type StartCallTools = { world: World; log: FastifyBaseLogger; actor: Actor }
type CallRequest = { channelId: number; actor: Actor }

/** Opens the room and sends its invite, in two commits. If sending fails, the next call attempt sends it again. */
export async function startCall({ world, log, actor }: StartCallTools, channelId: number): Promise<string> {
  const { id, invite } = await inTransaction(world, log, (ctx) => findOrOpen(ctx, { channelId, actor }))
  if (invite === null) return id
  const outcome = await sendInvite(world, invite)
  // If someone else opened the room, their refused invite is not this caller's error.
  if ('refusal' in outcome && invite.senderId === actor.personId) throw toVideoRefusal(outcome.refusal)
  return id
}

async function findOrOpen(ctx: ListenerCtx, request: CallRequest) {
  const { actor, channelId } = request
  await requireVideo({ ...ctx, actor })
  await requireCallable(ctx, request)
  const busy = await findBusy(ctx, request)
  if (busy !== null) return { id: busy, invite: null }
  const room = await openRoom(ctx, request)
  const { id, createdBy, createdAt } = room
  // Sent in the name of the person who opened the room, so that several callers produce a single message.
  const sender = createdBy ?? actor.personId
  const invite = { channelId, senderId: sender, room: { id, expiresAt: openTimesOf(createdAt, false).closesAt } }
  return { id, invite }
}

/** Missing, foreign and inactive channels and the assistant all get the same refusal. */
async function requireCallable(ctx: ListenerCtx, { channelId, actor }: CallRequest): Promise<void> {
  const channel = await requireOpenChannel({ db: ctx.db, actor }, channelId).catch((error: unknown) => {
    throw error instanceof Refusal ? notAllowed() : error
  })
  if (!isParticipant({ channel }, actor.personId)) throw notAllowed()
  if (whyClosed(channel, actor.personId, ctx.now())) throw closed()
}

/** An open room with someone present, planned or ad hoc, is reused instead of ringing again. */
async function findBusy(ctx: ListenerCtx, { channelId, actor }: CallRequest): Promise<string | null> {
  const targets = await findTargets(ctx.db, await findBusyRoomIds(ctx.db, channelId), actor)
  return targets.find(({ times }) => visitStatusAt(ctx.now(), times) === 'open')?.id ?? null
}

async function openRoom(ctx: ListenerCtx, { channelId, actor }: CallRequest): Promise<RoomRow> {
  const { db } = ctx
  for (;;) {
    const now = ctx.now()
    const last = await lockLastCall(db, channelId)
    if (last && (await isActive(ctx, last))) return last
    if (last) await updateClosed(db, last.id, now)
    const made = await insertCallRoom(db, { id: randomUUID(), channelId, createdBy: actor.personId, now })
    // The concurrent caller has committed by now: use that room.
    if (!made) continue
    await notifyCalled(ctx, made)
    return made
  }
}

/** Call with the room lock: someone may have joined while waiting for it. */
async function isActive(ctx: ListenerCtx, { id, createdAt, lastOrder }: RoomRow): Promise<boolean> {
  const age = ctx.now().getTime() - createdAt.getTime()
  if (visitStatusAt(ctx.now(), openTimesOf(createdAt, false)) !== 'open') return false
  return (lastOrder === 0 && age < CALLING_MS) || (await findStays(ctx.db, id)).length > 0
}

/** Maps chat's refusals to video codes. */
function toVideoRefusal(refusal: Refusal): Refusal {
  if (refusal.code.startsWith('core.')) return refusal
  return refusal.code === 'chat.closed' ? closed() : notAllowed()
}
