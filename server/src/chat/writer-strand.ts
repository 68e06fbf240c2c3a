import { BATCH_MAX, refuse, type Unwritten, type Waiting, type WriterLanes } from './writer-lanes.ts'

/** Writes what waits, one batch after the other, in its order. */
export function writerStrand(tryToWrite: (batch: readonly Waiting[]) => Promise<Unwritten | null>, lanes: WriterLanes) {
  let waiting: Waiting[] = []
  let writing: Promise<void> | null = null

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
    const unwritten = await tryToWrite(batch)
    if (unwritten === null) return
    const { rest, fault } = unwritten
    if (fault === 'held') return turnOff(rest)
    if (fault === 'unknown' || rest.length === 1) return refuse(rest, fault)
    // One of them is at fault, and only that one is refused.
    for (const one of rest) await write([one])
  }

  function turnOff(batch: readonly Waiting[]): void {
    lanes.turnOff(batch)
    // What waits for the same channels stays behind what was before it.
    waiting = waiting.filter((one) => !lanes.take(one))
  }

  return {
    add(one: Waiting): void {
      waiting.push(one)
      writing ??= writeAll()
    },
    waiting: () => waiting.length,
    close: async () => writing,
  }
}
