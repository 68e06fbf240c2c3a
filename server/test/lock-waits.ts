import { sql } from 'kysely'
import { vi } from 'vitest'
import type { Db } from '#core/ctx.ts'

const waiting = sql<{ count: number }>`
  select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

/** Waits until at least this many transactions of this database wait for a lock, or `orElse` is true. */
export async function waitForLocks(db: Db, count = 1, orElse = () => false) {
  const isReached = async () => orElse() || ((await waiting.execute(db)).rows[0]?.count ?? 0) >= count
  await vi.waitUntil(isReached, { timeout: 40_000, interval: 10 })
}
