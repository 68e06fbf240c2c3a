import { mentionedIn } from '@saathi/contract/chat/mentions'
import type { Ctx } from '#core/ctx.ts'
import { badInput, type Refusal } from '#core/errors.ts'
import type { ListenerCtx } from '#core/events.ts'
import { lockFiles } from '#core/files/store.ts'
import { type ChannelState, closed, findStates, inactive, isOpenTo, noSuchChannel, readersOf, whyClosed } from './access.ts'
import { limitLockWait, lockChannels, updateLastMessages } from './channel-store.ts'
import type { Said } from './hub-notes.ts'
import { holdActive } from './member-store.ts'
import { findSent, insertMessages, type MessageFile, type MessageRow, type NewMessage } from './message-store.ts'
import { wordsOf } from './words.ts'

/** What is to be said, once it has been found to be well formed. */
export type Order = {
  channelId: number
  senderId: number
  /** Sent again with the same, it is the same message; null for what is never sent again. */
  tempId: string | null
  text: string
  fileId?: string | null
  extra?: object | null
  /** A member is held to all rules of the channel; what the product itself says is said wherever there is a channel. */
  by: 'member' | 'assistant' | 'broadcast'
  mayRetry?: boolean
  room?: MessageRow['room']
}
export type SentMessage = { row: MessageRow; isRepeat: boolean }
export type Refused = { refusal: Refusal }
export type Outcome = SentMessage | Refused

type Planned = { order: Order; state: ChannelState; message: NewMessage; readers: readonly number[] }
type Step = Refused | { planned: number } | { earlier: MessageRow; state: ChannelState }

/** Longer than any other writer holds a channel; who holds one for longer is not waited for by everybody else. */
export const LOCK_WAIT_MS = 2_000

export const keyOf = ({ channelId, senderId, tempId }: { channelId: number; senderId: number | null; tempId: string | null }) =>
  tempId === null || senderId === null ? null : `${channelId} ${senderId} ${tempId}`

/**
 * One transaction for all of them. Their channels are held, so what is read of them here is true until the end; a message gets
 * its number and its time while nobody else can say anything there.
 */
export async function writeBatch(ctx: ListenerCtx, orders: readonly Order[]): Promise<{ outcomes: Outcome[]; said: Said[] }> {
  const { db } = ctx
  await limitLockWait(db, LOCK_WAIT_MS)
  // People before channels, as when an account is disabled: the other order could deadlock.
  const active = await holdActive(db, [...new Set(orders.flatMap(({ by, senderId }) => (by === 'member' ? senderId : [])))])
  const held = await lockChannels(db, [...new Set(orders.map(({ channelId }) => channelId))])
  const states = new Map((await findStates(db, held)).map((state) => [state.id, state]))
  const earlier = new Map((await findEarlier(ctx, orders)).map((row) => [keyOf(row), row]))
  const files = new Map((await lockFiles(db, fileIdsOf(orders))).map((file) => [file.id, file]))
  const plan = planner(ctx.now(), files)
  const placed = new Map<string, number>()
  const steps = orders.map((order): Step => {
    const key = keyOf(order)
    const state = states.get(order.channelId)
    const isShutOut = order.by === 'member' && !active.has(order.senderId)
    const refusal = mayKnow(state, order) ?? (isShutOut ? inactive() : null)
    if (refusal || !state) return { refusal: refusal ?? noSuchChannel() }
    const known = key === null ? undefined : earlier.get(key)
    if (known) return { earlier: known, state }
    const inBatch = key === null ? undefined : placed.get(key)
    if (inBatch !== undefined) return { planned: inBatch }
    const step = plan.add(state, order)
    if (key !== null && 'planned' in step) placed.set(key, step.planned)
    return step
  })
  const said = await carryOut(ctx, plan.planned)
  await raiseAsked(ctx, plan.planned, said)
  return { outcomes: toOutcomes(steps, said), said: [...saidEarlier(steps), ...said] }
}

/**
 * Whoever sends again was not answered, and so perhaps nobody was told: a server that ends after its commit tells nothing. It is
 * told once more, for those who have not heard it.
 */
function saidEarlier(steps: readonly Step[]): Said[] {
  const said = steps.flatMap((step): [number, Said][] => {
    if (!('earlier' in step)) return []
    const { earlier: row, state } = step
    return [[row.id, { row, kind: state.kind, readers: readersOf(state), previousId: row.id - 1, isRepeat: true }]]
  })
  return [...new Map(said).values()].toSorted((a, b) => a.row.id - b.row.id)
}

const findEarlier = ({ db }: Pick<Ctx, 'db'>, orders: readonly Order[]) =>
  findSent(
    db,
    orders.flatMap(({ channelId, senderId, tempId }) => (tempId === null ? [] : [{ channelId, senderId, tempId }])),
  )

const fileIdsOf = (orders: readonly Order[]): string[] => orders.flatMap(({ fileId }) => fileId ?? [])

/** Who is not in it learns nothing of it, not even that the same was sent before. */
export function mayKnow(state: ChannelState | undefined, { by, senderId }: Order): Refusal | null {
  if (!state) return noSuchChannel()
  if (by !== 'member') return null
  if (!state.members.some(({ personId }) => personId === senderId)) return noSuchChannel()
  return isOpenTo(state, senderId) ? null : inactive()
}

export function whyNot(state: ChannelState, { by, senderId, fileId, extra, text }: Order, now: Date): Refusal | null {
  if (by !== 'member') return null
  if (whyClosed(state, senderId, now)) return closed()
  if (state.kind !== 'assistant') return null
  const isPlain = !fileId && !extra && mentionedIn(text).length === 0
  return isPlain ? null : badInput('chat.text_only', 'Here you can write, and nothing else.')
}

function planner(now: Date, files: ReadonlyMap<string, MessageFile>) {
  const planned: Planned[] = []
  const times = new Map<number, Date>()

  /** Never before the one before it, however the clock was set. */
  function timeIn({ id, lastMessageAt }: ChannelState): Date {
    const known = times.get(id)
    if (known) return known
    const time = lastMessageAt > now ? lastMessageAt : now
    times.set(id, time)
    return time
  }

  function add(state: ChannelState, order: Order): Step {
    const { channelId, senderId, tempId, text, by, fileId = null, extra = null, mayRetry = false, room = null } = order
    const refusal = whyNot(state, order, now)
    if (refusal) return { refusal }
    const file = fileId === null ? null : (files.get(fileId) ?? null)
    if (fileId !== null && file === null) {
      return { refusal: badInput('chat.attachment_refused', 'This file is not there. Please choose it again.') }
    }
    const readers = readersOf(state)
    const isBroadcast = by === 'broadcast'
    // Where nobody can answer it, nobody is called by name.
    const mentions = isBroadcast ? [] : mentionedIn(text).filter((id) => id !== senderId && readers.includes(id))
    const message = {
      channelId,
      senderId,
      tempId,
      text,
      createdAt: timeIn(state),
      isBroadcast,
      room,
      file: file && shortOf(file),
      extra,
      mayRetry,
      mentions,
      words: wordsOf(channelId, text),
    }
    planned.push({ order, state, message, readers })
    return { planned: planned.length - 1 }
  }

  return { add, planned }
}

const shortOf = ({ id, name, type, size, width, height, thumbnailSize }: MessageFile): MessageFile => ({
  id,
  name,
  type,
  size,
  width,
  height,
  thumbnailSize,
})

async function carryOut({ db }: ListenerCtx, planned: readonly Planned[]): Promise<Said[]> {
  if (planned.length === 0) return []
  const ids = await insertMessages(
    db,
    planned.map(({ message }) => message),
  )
  const newest = new Map<number, number>()
  const said = planned.map(({ message, readers, state }, at): Said => {
    const { words: _, ...row } = message
    const id = ids[at] ?? 0
    const previousId = newest.get(state.id) ?? state.lastMessageId
    newest.set(state.id, id)
    return { row: { ...row, id, redactedAt: null }, kind: state.kind, readers, previousId }
  })
  const last = new Map(said.map(({ row }) => [row.channelId, { channelId: row.channelId, id: row.id, at: row.createdAt }]))
  await updateLastMessages(db, [...last.values()])
  return said
}

/** The assistant is asked in the same transaction: what was said to it and that it must answer are kept or lost together. */
async function raiseAsked(ctx: ListenerCtx, planned: readonly Planned[], said: readonly Said[]): Promise<void> {
  for (const [at, { order, state }] of planned.entries()) {
    if (order.by !== 'member' || state.kind !== 'assistant') continue
    const { channelId, senderId, text } = order
    await ctx.raise({ type: 'chat.asked', channelId, personId: senderId, text, messageId: said[at]?.row.id ?? 0 })
  }
}

function toOutcomes(steps: readonly Step[], said: readonly Said[]): Outcome[] {
  const answered = new Set<number>()
  return steps.map((step) => {
    if ('refusal' in step) return step
    if ('earlier' in step) return { row: step.earlier, isRepeat: true }
    const row = said[step.planned]?.row
    if (!row) return { refusal: noSuchChannel() }
    const isRepeat = answered.has(step.planned)
    answered.add(step.planned)
    return { row, isRepeat }
  })
}
