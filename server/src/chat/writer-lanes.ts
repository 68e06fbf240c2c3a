import { sqlState } from '#core/ctx.ts'
import { coreRefusal, Refusal } from '#core/errors.ts'
import type { Order, Outcome } from './writer-batch.ts'

/** So many are written by one transaction. */
export const BATCH_MAX = 500

export type Waiting = { order: Order; answer: (outcome: Outcome) => void }

/**
 * Why nothing was written. `held`: somebody holds a channel or a person of it. `bad`: the database takes no part of it. With both
 * it is certain that all was rolled back; with anything else it is not known, and what is sent again is found by its temporary id.
 */
export type Fault = 'held' | 'bad' | 'unknown'

const heldStates = new Set(['55P03', '57014', '40001', '40P01'])
const badClasses = new Set(['22', '23', '54'])

/** What of a batch was not written, and why. */
export type Unwritten = { rest: readonly Waiting[]; fault: Fault }

export function faultOf(error: unknown): Fault {
  const state = sqlState(error)
  if (heldStates.has(state)) return 'held'
  return badClasses.has(state.slice(0, 2)) ? 'bad' : 'unknown'
}

export const busy = () =>
  new Refusal(503, 'chat.busy', 'Very much is being said at the moment. Please try again.', { retryAfterSeconds: 1 })

const refusals = {
  held: busy,
  bad: () => coreRefusal('core.bad_input'),
  unknown: () => coreRefusal('core.unavailable'),
} as const

export function refuse(batch: readonly Waiting[], fault: Fault): void {
  for (const { answer } of batch) answer({ refusal: refusals[fault]() })
}

/** Each of them may hold a connection while it waits. */
const AT_ONCE = 3

/**
 * Where a channel is held for long, what is said there waits on a lane of its own until it is through, in its order; all others
 * go on meanwhile.
 */
export function writerLanes(tryToWrite: (batch: readonly Waiting[]) => Promise<Unwritten | null>) {
  const lanes = new Map<number, Waiting[]>()
  const ready: number[] = []
  const running = new Set<Promise<void>>()

  /** Its own batch alone: where one is at fault the others are written without it. */
  async function write(batch: readonly Waiting[]): Promise<void> {
    const unwritten = await tryToWrite(batch)
    if (unwritten === null) return
    const { rest, fault } = unwritten
    if (fault !== 'bad' || rest.length === 1) return refuse(rest, fault)
    for (const one of rest) await write([one])
  }

  async function runLane(channelId: number): Promise<void> {
    const lane = lanes.get(channelId) ?? []
    while (lane.length > 0) await write(lane.splice(0, BATCH_MAX))
    lanes.delete(channelId)
  }

  function runNext(): void {
    const channelId = running.size < AT_ONCE ? ready.shift() : undefined
    if (channelId === undefined) return
    const run = runLane(channelId).finally(() => {
      running.delete(run)
      runNext()
    })
    running.add(run)
    runNext()
  }

  return {
    /** What was to be written together is written channel by channel. */
    turnOff(batch: readonly Waiting[]): void {
      for (const [channelId, own] of Map.groupBy(batch, ({ order }) => order.channelId)) {
        lanes.set(channelId, own)
        ready.push(channelId)
      }
      runNext()
    },
    /** True where this is for a channel that has a lane. */
    take(one: Waiting): boolean {
      const lane = lanes.get(one.order.channelId)
      lane?.push(one)
      return lane !== undefined
    },
    waiting: () => [...lanes.values()].reduce((sum, { length }) => sum + length, 0),
    async close(): Promise<void> {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
export type WriterLanes = ReturnType<typeof writerLanes>
