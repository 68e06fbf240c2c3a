import { ContactKind, type HeldMessage, type OwnHeldMessage } from '@saathi/contract/chat/filter'
import { Role } from '@saathi/contract/accounts/roles'
import { plainOf } from '@saathi/contract/chat/mentions'
import { DAY_MS } from '@saathi/contract/core/time'
import * as z from 'zod/mini'
import { can, scopeOf } from '#accounts/public.ts'
import type { Ctx, Db } from '#core/ctx.ts'
import { conflict, notFound } from '#core/errors.ts'
import { notifyPerson } from '#notices/public.ts'
import { requireChannel } from '../access.ts'
import { enqueueAwayNotices } from '../read-state/away-job.ts'
import { MESSAGES_COMMITTED, publishFrame, serializeCommitted } from '../server-events.ts'
import { writeBatch } from '../write/batch.ts'
import { chatBusy, faultOf } from '../write/retry.ts'
import * as store from './store.ts'
import type { HeldRecord } from './store.ts'

/** How long a rejected message stays visible to its sender. */
const REJECTED_SHOWN_MS = 7 * DAY_MS
const Kinds = z.array(ContactKind)
const Extra = z.nullable(z.looseObject({}))

export async function listOwnHeld(ctx: Ctx, channelId: number): Promise<OwnHeldMessage[]> {
  await requireChannel(ctx, channelId)
  const place = { channelId, senderId: ctx.actor.personId }
  const rows = await store.findOwnHeld(ctx.db, place, new Date(ctx.now().getTime() - REJECTED_SHOWN_MS))
  return rows.toReversed().map(({ id, tempId, text, fileName, heldAt, state }) => ({
    id,
    tempId,
    text,
    fileName,
    heldAt: heldAt.toISOString(),
    state: state === 'rejected' ? 'rejected' : 'waiting',
  }))
}

export async function listHeld(ctx: Ctx, { page, size }: { page: number; size: number }) {
  const scope = scopeOf(ctx.actor, 'staff.safety')
  const reader = { scope, readerId: ctx.actor.personId }
  const rows = await store.findWaiting(ctx.db, { ...reader, skip: (page - 1) * size, limit: size + 1 })
  return { held: rows.slice(0, size).map(showHeld), hasNextPage: rows.length > size }
}

export const countHeld = ({ db, actor }: Ctx): Promise<number> =>
  store.countWaiting(db, { scope: scopeOf(actor, 'staff.safety'), readerId: actor.personId })

const showHeld = ({ id, senderId, firstName, lastName, role, programme, kinds, fileId, heldAt }: HeldRecord): HeldMessage => ({
  id,
  sender: { personId: senderId, name: `${firstName ?? ''} ${lastName ?? ''}`.trim(), role: Role.parse(role) },
  programme,
  kinds: Kinds.parse(kinds),
  hasFile: fileId !== null,
  heldAt: heldAt.toISOString(),
})

/** Messages of other programmes and of the reader's own conversations get the same reply as unknown ids. */
async function requireHeld(ctx: Ctx, id: number, find: (db: Db, id: number) => Promise<HeldRecord | null>): Promise<HeldRecord> {
  const found = await find(ctx.db, id)
  if (!found || !can(ctx.actor, 'staff.safety', found.projectId)) throw notFound('chat.held_not_found')
  if (await store.isMemberOf(ctx.db, found.channelId, ctx.actor.personId)) throw notFound('chat.held_not_found')
  return found
}

/** The sender, whom every act on a held message concerns. */
export const findHeldSender = async (db: Db, id: number): Promise<number | null> =>
  (await store.findHeld(db, id))?.senderId ?? null

export async function openHeld(ctx: Ctx, id: number): Promise<{ text: string; fileName: string | null }> {
  const { text, fileName } = await requireHeld(ctx, id, store.findHeld)
  return { text: plainOf(text), fileName }
}

async function lockWaiting(ctx: Ctx, id: number): Promise<HeldRecord> {
  const found = await requireHeld(ctx, id, store.lockHeld)
  if (found.state !== 'waiting') throw conflict('chat.held_decided')
  return found
}

/** Makes the sender's tabs refetch their held messages. */
const publishHeldChanged = (ctx: Ctx, { senderId, channelId }: HeldRecord): void =>
  publishFrame(ctx, [senderId], { command: 'message_held', channel_id: channelId, temp_id: null })

/**
 * Delivers a held message as the newest of its channel, as if it were sent now, so the order of messages and the read positions
 * stay valid. Its temporary id ensures that it is delivered once.
 */
export async function releaseHeld(ctx: Ctx, id: number): Promise<Record<string, never>> {
  const found = await lockWaiting(ctx, id)
  const { channelId, senderId, tempId, text, fileId, extra, replyToId } = found
  const request = {
    channelId,
    senderId,
    tempId,
    text,
    fileId,
    extra: Extra.parse(extra),
    replyToId,
    by: 'member',
    isReleased: true,
  } as const
  const { results, committed } = await writeBatch(ctx, [request]).catch((error: unknown) => {
    throw faultOf(error) === 'locked' ? chatBusy() : error
  })
  const [result] = results
  if (!result || 'refusal' in result) throw result?.refusal ?? notFound('chat.held_not_found')
  await store.updateHeld(ctx.db, id, { state: 'released', decidedBy: ctx.actor.personId, decidedAt: ctx.now() })
  ctx.publishToTopic(MESSAGES_COMMITTED, serializeCommitted('desk', committed))
  publishHeldChanged(ctx, found)
  await enqueueAwayNotices(ctx)
  return {}
}

export async function rejectHeld(ctx: Ctx, id: number): Promise<Record<string, never>> {
  const found = await lockWaiting(ctx, id)
  await store.updateHeld(ctx.db, id, { state: 'rejected', decidedBy: ctx.actor.personId, decidedAt: ctx.now() })
  await notifyPerson(ctx, {
    personId: found.senderId,
    kind: 'chat',
    template: 'messageRejected',
    values: {},
    link: `/chat/messenger?channel=${found.channelId}`,
    onceKey: `held ${id}`,
  })
  publishHeldChanged(ctx, found)
  return {}
}
