import { RING_SECONDS, type RingState } from '@saathi/contract/video/entities'
import type { FastifyBaseLogger } from 'fastify'
import { randomUUID } from 'node:crypto'
import { type ChannelState, isOpenTo, readersOfSender, sendReply } from '#chat/public.ts'
import { type Actor, inTransaction, type ListenerCtx, type World } from '#core/ctx.ts'
import { conflict } from '#core/errors.ts'
import { requireRoom } from '../access.ts'
import { deleteRunningRecording } from '../recording/recording.ts'
import { findVideoUsers, lockRoom, callProgressOf } from '../room-store.ts'
import { nextProgress } from './progress.ts'
import { findStays, updateLeft } from './presence-store.ts'
import * as store from './ring-store.ts'

export const ringOver = () => conflict('video.ring_over')

/** Call with the room lock, after anything happened to a call. True if what people see of it changed. */
export async function settleCall(ctx: ListenerCtx, roomId: string): Promise<boolean> {
  const { db } = ctx
  const room = await lockRoom(db, roomId)
  if (!room) return false
  const stays = await findStays(db, roomId)
  const before = callProgressOf(room)
  const { progress, dismiss } = nextProgress({
    progress: before,
    answers: (await store.findRings(db, roomId)).map(({ answer }) => answer),
    presentCount: stays.length,
    isRingerPresent: stays.some(({ personId }) => personId === room.rungBy),
    hasBegun: room.lastOrder > 0,
    now: ctx.now(),
  })
  if (dismiss) {
    const peerIds = stays.map(({ id }) => id)
    await updateLeft(db, peerIds, dismiss, ctx.now())
    if (peerIds.length > 0) await ctx.raise({ type: 'video.left', channelId: room.channelId })
  }
  if (JSON.stringify(progress) === JSON.stringify(before)) return false
  await store.updateProgress(db, roomId, progress)
  // Nobody answered, so the caller's recording is deleted.
  const isNewlyInVain = progress.ringState !== before.ringState && isInVain(progress.ringState)
  if (isNewlyInVain && progress.talkedSeconds === 0) await deleteRunningRecording(ctx, roomId)
  return true
}

const isInVain = (state: RingState | null): boolean =>
  state === 'declined' || state === 'busy' || state === 'unanswered' || state === 'cancelled'

/** Rings for everyone whom this person may call, 45 seconds long. The pair manager accompanies the pair and is not called. */
export async function ring(
  ctx: ListenerCtx,
  channel: ChannelState,
  { roomId, by }: { roomId: string; by: number },
): Promise<void> {
  const managers = new Set(channel.members.flatMap(({ personId, isPairManager }) => (isPairManager ? [personId] : [])))
  const others = readersOfSender(channel, by).filter((id) => id !== by && !managers.has(id) && isOpenTo(channel, id))
  const present = new Set((await findStays(ctx.db, roomId)).map(({ personId }) => personId))
  const personIds = [...(await findVideoUsers(ctx.db, others))].filter((id) => !present.has(id))
  const now = ctx.now()
  const until = new Date(now.getTime() + RING_SECONDS * 1_000)
  await store.startRing(ctx.db, { roomId, rungBy: by, personIds, until, now })
}

type DeclineTools = { world: World; log: FastifyBaseLogger; actor: Actor }

/**
 * Sends the text to the chat first: if the chat holds it back or refuses it, the caller does not see it either. Returns the text
 * that may be shown.
 */
export async function sendDeclineWords(tools: DeclineTools, id: string, words: string | undefined): Promise<string | undefined> {
  const { world, log, actor } = tools
  if (words === undefined) return undefined
  const target = await inTransaction(world, log, async (ctx) => {
    const target = await requireRoom({ db: ctx.db, actor, now: ctx.now }, id)
    const rings = await store.findRings(ctx.db, target.id)
    if (!rings.some(({ personId, answer }) => personId === actor.personId && answer === null)) throw ringOver()
    return target
  })
  const reply = { channelId: target.channel.id, senderId: actor.personId, tempId: `decline-${randomUUID()}`, text: words }
  return 'row' in (await sendReply(world, reply)) ? words : undefined
}
