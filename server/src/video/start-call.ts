import { randomUUID } from 'node:crypto'
import { openTimesOf, visitStatusAt } from '@saathi/contract/video/visit-status'
import type { FastifyBaseLogger } from 'fastify'
import { requireOpenChannel, sendInvite, whyClosed } from '#chat/public.ts'
import { type Actor, inTransaction, type World } from '#core/ctx.ts'
import { Refusal } from '#core/errors.ts'
import type { ListenerCtx } from '#core/events.ts'
import { closed, findTargets, isFor, notAllowed, requireVideo } from './access.ts'
import { findStays } from './presence-store.ts'
import { tellCalled } from './ring.ts'
import { findBusyRoomIds, insertCalled, lockCalled, type RoomRow, updateClosed } from './room-store.ts'

/** So long who has called has time to come in; afterwards an empty room is a call that came to nothing. */
export const CALLING_MS = 60_000

export type Starting = { world: World; log: FastifyBaseLogger; actor: Actor }
type Calling = { channelId: number; actor: Actor }

/**
 * The room with everybody in it who is called, and its invite. Both are committed when this answers, the one before the other:
 * should the second fail, whoever calls again says it for the first.
 */
export async function startCall({ world, log, actor }: Starting, channelId: number): Promise<string> {
  const { id, invite } = await inTransaction(world, log, (ctx) => findOrOpen(ctx, { channelId, actor }))
  if (invite === null) return id
  const outcome = await sendInvite(world, invite)
  // Another's room stands, whatever has become of whoever opened it.
  if ('refusal' in outcome && invite.senderId === actor.personId) throw asOurs(outcome.refusal)
  return id
}

async function findOrOpen(ctx: ListenerCtx, calling: Calling) {
  const { actor, channelId } = calling
  await requireVideo({ ...ctx, actor })
  await requireCallable(ctx, calling)
  const busy = await findBusy(ctx, calling)
  if (busy !== null) return { id: busy, invite: null }
  const room = await openRoom(ctx, calling)
  const { id, createdBy, createdAt } = room
  // By whom the room is from, whoever asks: so there is one message, however many call.
  const sender = createdBy ?? actor.personId
  const invite = { channelId, senderId: sender, room: { id, expiresAt: openTimesOf(createdAt, false).closesAt } }
  return { id, invite }
}

/** Another's, one that never was, one's own that is closed to one, and the assistant's answer alike. */
async function requireCallable(ctx: ListenerCtx, { channelId, actor }: Calling): Promise<void> {
  const channel = await requireOpenChannel({ db: ctx.db, actor }, channelId).catch((error: unknown) => {
    throw error instanceof Refusal ? notAllowed() : error
  })
  if (!isFor({ channel }, actor.personId)) throw notAllowed()
  if (whyClosed(channel, actor.personId, ctx.now())) throw closed()
}

/** Where somebody is already, planned or called: nobody is called a second time. */
async function findBusy(ctx: ListenerCtx, { channelId, actor }: Calling): Promise<string | null> {
  const targets = await findTargets(ctx.db, await findBusyRoomIds(ctx.db, channelId), actor)
  return targets.find(({ times }) => visitStatusAt(ctx.now(), times) === 'open')?.id ?? null
}

async function openRoom(ctx: ListenerCtx, { channelId, actor }: Calling): Promise<RoomRow> {
  const { db } = ctx
  for (;;) {
    const now = ctx.now()
    const last = await lockCalled(db, channelId)
    if (last && (await isCalling(ctx, last))) return last
    if (last) await updateClosed(db, last.id, now)
    const made = await insertCalled(db, { id: randomUUID(), channelId, createdBy: actor.personId, now })
    // Whoever called at the same moment has committed by now: theirs is the one.
    if (!made) continue
    await tellCalled(ctx, made)
    return made
  }
}

/** With its row held: somebody may have come in while it was waited for. */
async function isCalling(ctx: ListenerCtx, { id, createdAt, lastOrder }: RoomRow): Promise<boolean> {
  const age = ctx.now().getTime() - createdAt.getTime()
  if (visitStatusAt(ctx.now(), openTimesOf(createdAt, false)) !== 'open') return false
  return (lastOrder === 0 && age < CALLING_MS) || (await findStays(ctx.db, id)).length > 0
}

/** What chat refuses is said in the words of calls. */
function asOurs(refusal: Refusal): Refusal {
  if (refusal.code.startsWith('core.')) return refusal
  return refusal.code === 'chat.closed' ? closed() : notAllowed()
}
