import { mentionedIn } from '@saathi/contract/chat/mentions'
import type { Db } from '#core/ctx.ts'
import { type ChannelState, readersOf } from '../access.ts'
import { checkMessage } from '../filter/check-message.ts'
import type { CommittedMessage } from '../server-events.ts'
import type { MembershipCache } from './membership-cache.ts'
import { noGestures } from '../message-store.ts'
import { insertPlain, type WrittenMessage } from './fast-store.ts'
import { wordsOf } from '../search/words.ts'
import { LOCK_WAIT_MS, whyHidden, whyRefused } from './batch.ts'
import type { SendRequest } from './send-request.ts'

type FastDeps = { db: Db; cache: MembershipCache; now: Date }
/** By index in the batch. */
export type FastResult = { byIndex: ReadonlyMap<number, CommittedMessage>; committed: readonly CommittedMessage[] }

const noResult: FastResult = { byIndex: new Map(), committed: [] }

/**
 * Fast path for plain text: validates against the cached channel and inserts with one statement that re-checks
 * `channel.version`. Everything else, including all refusals, goes through writeBatch, which reads the current state.
 */
export async function writeFast({ db, cache, now }: FastDeps, requests: readonly SendRequest[]): Promise<FastResult> {
  const states = await plainChannels(cache, requests, now)
  if (states.size === 0) return noResult
  const indexes = requests.flatMap(({ channelId }, at) => (states.has(channelId) ? [at] : []))
  const written = await insertPlain(db, {
    cached: [...states.values()],
    batch: indexes.flatMap((at) => toMessage(requests[at])),
    now,
    lockWaitMs: LOCK_WAIT_MS,
  })
  const wroteTo = new Set(written.map(({ at }) => requests[indexes[at] ?? -1]?.channelId))
  // The channel changed, is locked, or the message was sent before. A changed channel must be read again.
  cache.invalidate([...states.keys()].filter((id) => !wroteTo.has(id)))
  return toCommitted(requests, indexes, states, written)
}

/** All messages of a channel take the same path, so they stay in order. */
async function plainChannels(
  cache: MembershipCache,
  requests: readonly SendRequest[],
  now: Date,
): Promise<Map<number, ChannelState>> {
  const byChannel = Map.groupBy(requests, ({ channelId }) => channelId)
  const found = await Promise.all(Array.from(byChannel.keys(), cache.get))
  const states = found.filter((state) => state !== null)
  return new Map(
    states
      .filter((state) => byChannel.get(state.id)?.every((request) => isPlain(state, request, now)))
      .map((state) => [state.id, state]),
  )
}

function isPlain(state: ChannelState, request: SendRequest, now: Date): boolean {
  const { by, senderId, text, fileId, extra, room, mayRetry, replyToId } = request
  if (by !== 'member' || state.kind === 'assistant' || fileId || extra || room || mayRetry || replyToId) return false
  if (state.members.some(({ personId, isDisabled }) => personId === senderId && isDisabled)) return false
  if (mentionedIn(text).length > 0 || whyHidden(state, request) !== null || whyRefused(state, request, now) !== null) return false
  // The channel's version also changes with its filter, so a message checked with an outdated filter is not written.
  const { kinds, isPart } = checkMessage(state, request)
  return kinds.length === 0 && !isPart
}

const toMessage = (request: SendRequest | undefined) =>
  request === undefined
    ? []
    : [
        {
          channelId: request.channelId,
          senderId: request.senderId,
          tempId: request.tempId,
          text: request.text,
          words: wordsOf(request.channelId, request.text),
        },
      ]

function toCommitted(
  requests: readonly SendRequest[],
  indexes: readonly number[],
  states: ReadonlyMap<number, ChannelState>,
  written: readonly WrittenMessage[],
): FastResult {
  const readers = new Map(Array.from(states, ([id, state]) => [id, readersOf(state)]))
  const newest = new Map<number, number>()
  const byIndex = new Map<number, CommittedMessage>()
  const committed = written.flatMap(({ at, id, createdAt, lastId }): CommittedMessage[] => {
    const index = indexes[at] ?? -1
    const request = requests[index]
    const state = request && states.get(request.channelId)
    if (!state) return []
    const { channelId, senderId, tempId, text } = request
    const previousId = newest.get(channelId) ?? lastId
    newest.set(channelId, id)
    const row = { ...plainRow, id, channelId, senderId, tempId, text, createdAt }
    const { kind, apart } = state
    const message: CommittedMessage = { row, kind, readers: readers.get(channelId) ?? [], apart, previousId }
    byIndex.set(index, message)
    return [message]
  })
  return { byIndex, committed }
}
const nothingElse = { isBroadcast: false, room: null, file: null, extra: null, mayRetry: false, redactedAt: null, mentions: [] }
const plainRow = { ...nothingElse, ...noGestures }
