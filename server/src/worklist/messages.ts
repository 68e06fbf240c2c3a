import type { World } from '#core/ctx.ts'
import { findPairsWithUnanswered } from './item-store.ts'
import { reviewJob } from './jobs.ts'

/** Collects messages for half a second, so that they need one query. */
const GATHER_MS = 500
const waiting = new WeakMap<World, Set<number>>()

/** An answer closes its row. If this process stops before that, the nightly review does it. */
export function onMessagesWritten(world: World, channelIds: readonly number[]): void {
  const gathered = waiting.get(world)
  if (gathered) {
    for (const id of channelIds) gathered.add(id)
    return
  }
  waiting.set(world, new Set(channelIds))
  setTimeout(() => void reviewGathered(world), GATHER_MS).unref()
}

async function reviewGathered(world: World): Promise<void> {
  const channelIds = [...(waiting.get(world) ?? [])]
  waiting.delete(world)
  // The database may be closing; the message itself is stored.
  const pairs = await findPairsWithUnanswered(world.db, channelIds).catch(() => [])
  if (pairs.length > 0) await world.jobs.enqueue(world.db, reviewJob, { pairs }).catch(() => {})
}
