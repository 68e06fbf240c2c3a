import { sqlState } from '#core/ctx.ts'
import { coreRefusal, Refusal } from '#core/errors.ts'
import type { SendResult } from './batch.ts'
import type { SendRequest } from './send-request.ts'

/** Messages written by one transaction. */
export const BATCH_MAX = 500

export type QueuedSend = { request: SendRequest; resolve: (result: SendResult) => void }

/**
 * Why nothing was written. `locked`: somebody else has locked a channel or a person. `bad`: the database rejects the data. Both
 * are rolled back. `unknown`: the batch may be committed; a message sent again is recognised by its temporary id.
 */
export type Fault = 'locked' | 'bad' | 'unknown'

const lockStates = new Set(['55P03', '57014', '40001', '40P01'])
const invalidClasses = new Set(['22', '23', '54'])

/** The unwritten part of a batch, and why. */
export type Unwritten = { rest: readonly QueuedSend[]; fault: Fault }

export function faultOf(error: unknown): Fault {
  const state = sqlState(error)
  if (lockStates.has(state)) return 'locked'
  return invalidClasses.has(state.slice(0, 2)) ? 'bad' : 'unknown'
}

export const chatBusy = () => new Refusal(503, 'chat.busy', { retryAfterSeconds: 1 })

const refusals = {
  locked: chatBusy,
  bad: () => coreRefusal('core.bad_input'),
  unknown: () => coreRefusal('core.unavailable'),
} as const

export function refuse(batch: readonly QueuedSend[], fault: Fault): void {
  for (const { resolve } of batch) resolve({ refusal: refusals[fault]() })
}

/** Each may occupy a database connection while it waits. */
const CONCURRENT = 3

/**
 * If a channel stays locked, its messages move to a retry queue of that channel, in order, so that the other channels are not
 * blocked.
 */
export function retryQueues(tryToWrite: (batch: readonly QueuedSend[]) => Promise<Unwritten | null>) {
  const queues = new Map<number, QueuedSend[]>()
  const ready: number[] = []
  const running = new Set<Promise<void>>()

  /** If one message is invalid, the others are written without it. */
  async function write(batch: readonly QueuedSend[]): Promise<void> {
    const unwritten = await tryToWrite(batch)
    if (unwritten === null) return
    const { rest, fault } = unwritten
    if (fault !== 'bad' || rest.length === 1) return refuse(rest, fault)
    for (const send of rest) await write([send])
  }

  async function drain(channelId: number): Promise<void> {
    const queue = queues.get(channelId) ?? []
    while (queue.length > 0) await write(queue.splice(0, BATCH_MAX))
    queues.delete(channelId)
  }

  function runNext(): void {
    const channelId = running.size < CONCURRENT ? ready.shift() : undefined
    if (channelId === undefined) return
    const run = drain(channelId).finally(() => {
      running.delete(run)
      runNext()
    })
    running.add(run)
    runNext()
  }

  return {
    /** Splits the batch by channel. */
    moveToRetry(batch: readonly QueuedSend[]): void {
      for (const [channelId, sends] of Map.groupBy(batch, ({ request }) => request.channelId)) {
        queues.set(channelId, sends)
        ready.push(channelId)
      }
      runNext()
    },
    /** True if the channel has a retry queue; the message is appended to it. */
    append(send: QueuedSend): boolean {
      const queue = queues.get(send.request.channelId)
      queue?.push(send)
      return queue !== undefined
    },
    size: () => [...queues.values()].reduce((sum, { length }) => sum + length, 0),
    async close(): Promise<void> {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
export type RetryQueues = ReturnType<typeof retryQueues>
