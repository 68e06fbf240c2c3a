import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { inTransaction, type World } from '#core/ctx.ts'
import { coreRefusal } from '#core/errors.ts'
import { SAID, type Said, writeSaid } from './hub-notes.ts'
import { type MembershipMemory, membershipMemory } from './membership.ts'
import { type Order, type Outcome, writeBatch } from './writer-batch.ts'
import { busy, faultOf, type Unwritten, type Waiting, writerLanes } from './writer-lanes.ts'
import { writeQuickly } from './writer-quick.ts'
import { writerStrand } from './writer-strand.ts'

export type { Order, Outcome, Refused, SentMessage } from './writer-batch.ts'

/** Beyond this whoever sends is told to come back, instead of waiting for longer than anybody waits. */
export const WAITING_MAX = 5_000

const STRANDS = 2

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

export function openChatWriter(
  world: World,
  log: FastifyBaseLogger,
  memory: MembershipMemory = membershipMemory(world.db, world.clock.now),
): ChatWriter {
  const serverId = randomUUID()
  const handlers: ((said: readonly Said[]) => void)[] = []
  const lanes = writerLanes(tryToWrite)
  // While one waits for the database the other reads and tells. What is said in one channel always takes the same.
  const strands = Array.from({ length: STRANDS }, () => writerStrand(tryToWrite, lanes))
  const waiting = () => strands.reduce((sum, strand) => sum + strand.waiting(), lanes.waiting())
  let isClosed = false

  /** Null where it was written and answered. */
  async function tryToWrite(batch: readonly Waiting[]): Promise<Unwritten | null> {
    let rest = batch
    try {
      rest = await writePlain(batch)
      if (rest.length > 0) await writeRest(rest)
      return null
    } catch (error) {
      log.warn({ err: error, sends: rest.length }, 'chat: a batch was not written')
      return { rest, fault: faultOf(error) }
    }
  }

  /** What is left for the long way. */
  async function writePlain(batch: readonly Waiting[]): Promise<Waiting[]> {
    const orders = batch.map(({ order }) => order)
    const { at, said } = await writeQuickly({ db: world.db, memory, now: world.clock.now() }, orders)
    publish(said)
    return batch.filter(({ answer }, place) => {
      const row = at.get(place)?.row
      if (row) answer({ row, isRepeat: false })
      return !row
    })
  }

  async function writeRest(batch: readonly Waiting[]): Promise<void> {
    const orders = batch.map(({ order }) => order)
    const { outcomes, said } = await inTransaction(world, log, (ctx) => writeBatch(ctx, orders))
    publish(said)
    for (const [at, { answer }] of batch.entries()) answer(outcomes[at] ?? { refusal: coreRefusal('core.unavailable') })
  }

  /** It stands in the database by now: whatever goes wrong in telling it must not look as if it did not. */
  function publish(said: readonly Said[]): void {
    if (said.length === 0) return
    try {
      for (const handle of handlers) handle(said)
      if (!world.isAlone) world.tell(SAID, writeSaid(serverId, said))
    } catch (error) {
      log.error({ err: error }, 'chat: what was said was not told')
    }
  }

  const writer: ChatWriter = {
    serverId,
    send(order) {
      if (isClosed) return Promise.resolve({ refusal: coreRefusal('core.unavailable') })
      if (waiting() >= WAITING_MAX) return Promise.resolve({ refusal: busy() })
      return new Promise((answer) => {
        if (lanes.take({ order, answer })) return
        strands[order.channelId % STRANDS]?.add({ order, answer })
      })
    },
    onSaid: (handler) => {
      handlers.push(handler)
    },
    async close() {
      isClosed = true
      await Promise.all(strands.map((strand) => strand.close()))
      await lanes.close()
    },
  }
  writers.set(world, writer)
  return writer
}
