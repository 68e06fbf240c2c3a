import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { inTransaction, type World } from '#core/ctx.ts'
import { coreRefusal } from '#core/errors.ts'
import { SAID, type Said, writeSaid } from './hub-notes.ts'
import { type Order, type Outcome, writeBatch } from './writer-batch.ts'
import { BATCH_MAX, busy, faultOf, refuse, type Waiting, writerLanes } from './writer-lanes.ts'

export type { Order, Outcome, Refused, SentMessage } from './writer-batch.ts'

/** Beyond this whoever sends is told to come back, instead of waiting for longer than anybody waits. */
export const WAITING_MAX = 5_000

export type ChatWriter = {
  /** Names this server in what it tells the others. */
  serverId: string
  /** Answers once it is committed, or has been refused; it never throws. */
  send: (order: Order) => Promise<Outcome>
  /** Everything that this server has committed, in its order. */
  onSaid: (handler: (said: readonly Said[]) => void) => void
  /** Takes nothing more, and answers when all that waits has been written. */
  close: () => Promise<void>
}

const writers = new WeakMap<World, ChatWriter>()

/** The one writer of this server: for the line, for the assistant and for the team alike. */
export function chatWriter(world: World): ChatWriter {
  const writer = writers.get(world)
  if (!writer) throw new Error('The chat of this server has not been opened')
  return writer
}

export function openChatWriter(world: World, log: FastifyBaseLogger): ChatWriter {
  const serverId = randomUUID()
  const handlers: ((said: readonly Said[]) => void)[] = []
  let waiting: Waiting[] = []
  let writing: Promise<void> | null = null
  let isClosed = false
  const lanes = writerLanes(tryToWrite)

  async function writeAll(): Promise<void> {
    // What arrived at the same moment is written together.
    await new Promise((resolve) => setImmediate(resolve))
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH_MAX)
      waiting = waiting.slice(BATCH_MAX)
      await write(batch)
    }
    writing = null
  }

  async function write(batch: readonly Waiting[]): Promise<void> {
    const fault = await tryToWrite(batch)
    if (fault === null) return
    const kind = faultOf(fault)
    if (kind === 'held') return turnOff(batch)
    if (kind === 'unknown' || batch.length === 1) return refuse(batch, kind)
    // One of them is at fault, and only that one is refused.
    for (const one of batch) await write([one])
  }

  function turnOff(batch: readonly Waiting[]): void {
    lanes.turnOff(batch)
    // What waits for the same channels stays behind what was before it.
    waiting = waiting.filter((one) => !lanes.take(one))
  }

  /** Null where it was written and answered. */
  async function tryToWrite(batch: readonly Waiting[]): Promise<unknown> {
    try {
      const { outcomes, said } = await inTransaction(world, log, (ctx) =>
        writeBatch(
          ctx,
          batch.map(({ order }) => order),
        ),
      )
      publish(said)
      for (const [at, { answer }] of batch.entries()) answer(outcomes[at] ?? { refusal: coreRefusal('core.unavailable') })
      return null
    } catch (error) {
      log.warn({ err: error, sends: batch.length }, 'chat: a batch was not written')
      return error
    }
  }

  /** It stands in the database by now: whatever goes wrong in telling it must not look as if it did not. */
  function publish(said: readonly Said[]): void {
    if (said.length === 0) return
    try {
      for (const handle of handlers) handle(said)
      world.tell(SAID, writeSaid(serverId, said))
    } catch (error) {
      log.error({ err: error }, 'chat: what was said was not told')
    }
  }

  const writer: ChatWriter = {
    serverId,
    send(order) {
      if (isClosed) return Promise.resolve({ refusal: coreRefusal('core.unavailable') })
      if (waiting.length + lanes.waiting() >= WAITING_MAX) return Promise.resolve({ refusal: busy() })
      return new Promise((answer) => {
        if (lanes.take({ order, answer })) return
        waiting.push({ order, answer })
        writing ??= writeAll()
      })
    },
    onSaid: (handler) => {
      handlers.push(handler)
    },
    async close() {
      isClosed = true
      await writing
      await lanes.close()
    },
  }
  writers.set(world, writer)
  return writer
}
