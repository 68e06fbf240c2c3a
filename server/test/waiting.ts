import { sql } from 'kysely'
import { vi } from 'vitest'
import type { Db } from '#core/ctx.ts'

const waiting = sql<{ count: number }>`
  select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

/** At least so many of this database's transactions wait for what another holds; or `orElse` has come true without waiting. */
export async function untilWaiting(db: Db, count = 1, orElse = () => false) {
  const isSo = async () => orElse() || ((await waiting.execute(db)).rows[0]?.count ?? 0) >= count
  await vi.waitUntil(isSo, { timeout: 40_000, interval: 10 })
}
