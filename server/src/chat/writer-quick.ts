import { mentionedIn } from '@saathi/contract/chat/mentions'
import type { Db } from '#core/ctx.ts'
import { type ChannelState, readersOf } from './access.ts'
import type { Said } from './hub-notes.ts'
import type { MembershipMemory } from './membership.ts'
import { insertQuickly, type WrittenMessage } from './quick-store.ts'
import { wordsOf } from './words.ts'
import { keyOf, LOCK_WAIT_MS, mayKnow, type Order, whyNot } from './writer-batch.ts'

type Parts = { db: Db; memory: MembershipMemory; now: Date }
/** By their place in the batch, and what is to be told of them. */
export type QuicklyWritten = { at: ReadonlyMap<number, Said>; said: readonly Said[] }

const nothing: QuicklyWritten = { at: new Map(), said: [] }

/**
 * Most of what is said is plain words in a channel of which everything is known. It is judged by what is remembered, and written
 * by one statement that asks whether that is still so. Whatever is otherwise, among it all that would be refused, is left to the
 * long way, which reads everything anew.
 */
export async function writeQuickly({ db, memory, now }: Parts, orders: readonly Order[]): Promise<QuicklyWritten> {
  const states = await plainStates(memory, orders, now)
  if (states.size === 0) return nothing
  const places = orders.flatMap(({ channelId }, at) => (states.has(channelId) ? [at] : []))
  const written = await insertQuickly(db, {
    known: [...states.values()],
    batch: places.flatMap((at) => toMessage(orders[at])),
    now,
    patienceMs: LOCK_WAIT_MS,
  })
  const wroteTo = new Set(written.map(({ channelId }) => channelId))
  // Changed meanwhile, held by somebody, or sent before: with the first it must be read again.
  memory.forget([...states.keys()].filter((id) => !wroteTo.has(id)))
  return tell(orders, places, states, written)
}

/** A channel's messages go the same way, all of them: so they stay in their order. */
async function plainStates(memory: MembershipMemory, orders: readonly Order[], now: Date): Promise<Map<number, ChannelState>> {
  const byChannel = Map.groupBy(orders, ({ channelId }) => channelId)
  const found = await Promise.all(Array.from(byChannel.keys(), memory.of))
  const states = found.filter((state) => state !== null)
  return new Map(
    states
      .filter((state) => byChannel.get(state.id)?.every((order) => isPlain(state, order, now)))
      .map((state) => [state.id, state]),
  )
}

function isPlain(state: ChannelState, order: Order, now: Date): boolean {
  const { by, text, fileId, extra, room, mayRetry } = order
  if (by !== 'member' || state.kind === 'assistant' || fileId || extra || room || mayRetry) return false
  return mentionedIn(text).length === 0 && mayKnow(state, order) === null && whyNot(state, order, now) === null
}

const toMessage = (order: Order | undefined) =>
  order === undefined
    ? []
    : [
        {
          channelId: order.channelId,
          senderId: order.senderId,
          tempId: order.tempId,
          text: order.text,
          words: wordsOf(order.channelId, order.text),
        },
      ]

function tell(
  orders: readonly Order[],
  places: readonly number[],
  states: ReadonlyMap<number, ChannelState>,
  written: readonly WrittenMessage[],
): QuicklyWritten {
  const readers = new Map(Array.from(states, ([id, state]) => [id, readersOf(state)]))
  const newest = new Map<number, number>()
  const at = new Map<number, Said>()
  const waiting = placesByKey(orders, places)
  const said = written.flatMap(({ id, channelId, senderId, tempId, createdAt, lastId }): Said[] => {
    const place = waiting.get(wayOf({ channelId, senderId, tempId }))?.shift()
    const [order, state] = [orders[place ?? -1], states.get(channelId)]
    if (place === undefined || !order || !state) return []
    const previousId = newest.get(channelId) ?? lastId
    newest.set(channelId, id)
    const row = { ...plainRow, id, channelId, senderId, tempId, text: order.text, createdAt }
    const one: Said = { row, kind: state.kind, readers: readers.get(channelId) ?? [], previousId }
    at.set(place, one)
    return [one]
  })
  return { at, said }
}
const plainRow = { isBroadcast: false, room: null, file: null, extra: null, mayRetry: false, redactedAt: null, mentions: [] }

type Key = Parameters<typeof keyOf>[0]
/** Those without a temporary id stay in their order, too. */
const wayOf = (key: Key): string => keyOf(key) ?? `${key.channelId} ${key.senderId}`

function placesByKey(orders: readonly Order[], places: readonly number[]): Map<string, number[]> {
  const byKey = new Map<string, number[]>()
  for (const place of places) {
    const order = orders[place]
    if (!order) continue
    const key = wayOf(order)
    const same = byKey.get(key)
    if (same) same.push(place)
    else byKey.set(key, [place])
  }
  return byKey
}
