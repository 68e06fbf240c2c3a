import { BATCH_MAX, refuse, type Unwritten, type QueuedSend, type RetryQueues } from './writer-retry.ts'

/** Writes queued messages in order, one batch after the other. */
export function writeQueue(tryToWrite: (batch: readonly QueuedSend[]) => Promise<Unwritten | null>, retries: RetryQueues) {
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
    if (fault === 'held') return moveToRetry(rest)
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
