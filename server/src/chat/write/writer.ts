import type { FastifyBaseLogger } from 'fastify'
import { randomUUID } from 'node:crypto'
import { inTransaction, type World } from '#core/ctx.ts'
import { coreRefusal } from '#core/errors.ts'
import { type MembershipCache, membershipCache } from './membership-cache.ts'
import { MESSAGES_COMMITTED, type CommittedMessage, serializeCommitted } from '../server-events.ts'
import { type SendResult, writeBatch } from './batch.ts'
import { writeFast } from './fast.ts'
import { chatBusy, faultOf, type Unwritten, type QueuedSend, retryQueues, BATCH_MAX, refuse, type RetryQueues } from './retry.ts'
import type { SendRequest } from './send-request.ts'

export type { SendResult } from './batch.ts'
export type { SendRequest } from './send-request.ts'

/**
 * Beyond this, senders are told to retry instead of waiting too long. 2,000 people with three messages each are within it, and a
 * slow disk writes as many within the ten seconds that a client waits for an answer.
 */
export const QUEUED_MAX = 10_000

const QUEUES = 2

export type ChatWriter = {
  /** Identifies this server in the events it publishes. */
  serverId: string
  /** Resolves once the message is committed or refused; never rejects. */
  send: (request: SendRequest) => Promise<SendResult>
  /** Called with everything this server commits, in order. */
  onCommitted: (handler: (committed: readonly CommittedMessage[]) => void) => void
  /** Accepts nothing more, and resolves when the queue is written. */
  close: () => Promise<void>
}

const writers = new WeakMap<World, ChatWriter>()

/** The single writer of this server, shared by the socket, the assistant and the staff calls. */
export function chatWriter(world: World): ChatWriter {
  const writer = writers.get(world)
  if (!writer) throw new Error('openChatWriter was not called for this server')
  return writer
}

export function openChatWriter(
  world: World,
  log: FastifyBaseLogger,
  cache: MembershipCache = membershipCache(world.db, world.clock.now),
): ChatWriter {
  const serverId = randomUUID()
  const handlers: ((committed: readonly CommittedMessage[]) => void)[] = []
  const retries = retryQueues(tryToWrite)
  // While one queue waits for the database, the other validates and publishes. A channel always uses the same queue.
  const queues = Array.from({ length: QUEUES }, () => writeQueue(tryToWrite, retries))
  const queuedCount = () => queues.reduce((sum, queue) => sum + queue.size(), retries.size())
  let isClosed = false

  /** Null if the whole batch was written and answered. */
  async function tryToWrite(batch: readonly QueuedSend[]): Promise<Unwritten | null> {
    let rest = batch
    try {
      rest = await writeFastPath(batch)
      if (rest.length > 0) await writeInTransaction(rest)
      return null
    } catch (error) {
      log.warn({ err: error, sends: rest.length }, 'chat: could not write a batch')
      return { rest, fault: faultOf(error) }
    }
  }

  /** Returns the messages that need the transaction. */
  async function writeFastPath(batch: readonly QueuedSend[]): Promise<QueuedSend[]> {
    const requests = batch.map(({ request }) => request)
    const { byIndex, committed } = await writeFast({ db: world.db, cache, now: world.clock.now() }, requests)
    publish(committed)
    return batch.filter(({ resolve }, index) => {
      const row = byIndex.get(index)?.row
      if (row) resolve({ row, isRepeat: false })
      return !row
    })
  }

  async function writeInTransaction(batch: readonly QueuedSend[]): Promise<void> {
    const requests = batch.map(({ request }) => request)
    const { results, committed } = await inTransaction(world, log, (ctx) => writeBatch(ctx, requests))
    publish(committed)
    for (const [at, { resolve }] of batch.entries()) resolve(results[at] ?? { refusal: coreRefusal('core.unavailable') })
  }

  /** The messages are committed: a failure to publish them must not look like a failed send. */
  function publish(committed: readonly CommittedMessage[]): void {
    if (committed.length === 0) return
    try {
      for (const handle of handlers) handle(committed)
      if (!world.isSingleServer) world.publishToTopic(MESSAGES_COMMITTED, serializeCommitted(serverId, committed))
    } catch (error) {
      log.error({ err: error }, 'chat: could not publish committed messages')
    }
  }

  const writer: ChatWriter = {
    serverId,
    send(request) {
      if (isClosed) return Promise.resolve({ refusal: coreRefusal('core.unavailable') })
      if (queuedCount() >= QUEUED_MAX) return Promise.resolve({ refusal: chatBusy() })
      return new Promise((resolve) => {
        if (retries.append({ request, resolve })) return
        queues[request.channelId % QUEUES]?.enqueue({ request, resolve })
      })
    },
    onCommitted: (handler) => {
      handlers.push(handler)
    },
    async close() {
      isClosed = true
      await Promise.all(queues.map((queue) => queue.close()))
      await retries.close()
    },
  }
  writers.set(world, writer)
  return writer
}

/** Writes queued messages in order, one batch after the other. */
function writeQueue(tryToWrite: (batch: readonly QueuedSend[]) => Promise<Unwritten | null>, retries: RetryQueues) {
  let queued: QueuedSend[] = []
  let writing: Promise<void> | null = null

  async function writeAll(): Promise<void> {
    // Messages that arrive in the same tick are written together.
    await new Promise((resolve) => setImmediate(resolve))
    while (queued.length > 0) {
      const batch = queued.slice(0, BATCH_MAX)
      queued = queued.slice(BATCH_MAX)
      await write(batch)
    }
    writing = null
  }

  async function write(batch: readonly QueuedSend[]): Promise<void> {
    const unwritten = await tryToWrite(batch)
    if (unwritten === null) return
    const { rest, fault } = unwritten
    if (fault === 'locked') return moveToRetry(rest)
    if (fault === 'unknown' || rest.length === 1) return refuse(rest, fault)
    // One of them is invalid. Write them one by one, so that only that one is refused.
    for (const send of rest) await write([send])
  }

  function moveToRetry(batch: readonly QueuedSend[]): void {
    retries.moveToRetry(batch)
    // Later messages of the same channels must stay behind these.
    queued = queued.filter((send) => !retries.append(send))
  }

  return {
    enqueue(send: QueuedSend): void {
      queued.push(send)
      writing ??= writeAll()
    },
    size: () => queued.length,
    close: async () => writing,
  }
}
