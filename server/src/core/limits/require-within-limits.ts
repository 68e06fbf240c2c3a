import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../ctx.ts'
import { coreRefusal, Refusal } from '../errors.ts'
import type { Limit } from './limits.ts'
import * as z from 'zod/mini'
import { defineJob } from '../jobs/define-job.ts'

export type Attempt = { limits: readonly Limit[]; key: string }

/**
 * Counts this attempt and refuses it if the limit is exceeded. Each count is a separate statement outside the request's
 * transaction, because a refusal rolls the transaction back and the count must stay.
 */
export async function requireWithinLimits(db: Db, now: Date, attempts: readonly Attempt[]): Promise<void> {
  if (db.isTransaction) throw new Error('Attempts must be counted before the transaction, or a refusal would undo the count')
  for (const attempt of attempts) await countWork(db, now, attempt)
}

/**
 * Counts inside the transaction, so that a rollback also undoes the count. Call `requireNotExhausted` before it, because a refusal
 * here is not counted.
 */
export async function countWork(db: Db, now: Date, { limits, key }: Attempt): Promise<void> {
  for (const limit of limits) {
    const { count, endsAt } = await countAttempt(db, now, limit, key)
    if (count > limit.limit) throw tooMany(now, endsAt)
  }
}

/** Like `requireWithinLimits`, but returns whether the attempt is within the limits: for work that is skipped silently. */
export async function isWithinLimits(db: Db, now: Date, attempt: Attempt): Promise<boolean> {
  try {
    await requireWithinLimits(db, now, [attempt])
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

/** Checks without counting, for attempts that are counted only after something costly. */
export async function requireNotExhausted(db: Db, now: Date, { limits, key }: Attempt): Promise<void> {
  for (const { name, limit, windowSeconds } of limits) {
    const row = await db
      .selectFrom('throttle as kept')
      .select('ends_at')
      .where('what', '=', name)
      .where('window_seconds', '=', windowSeconds)
      .where('key_hash', '=', hashKey(name, key))
      .where('count', '>=', limit)
      .where((where) => where.not(isOver(now, windowEnd(now, windowSeconds))))
      .executeTakeFirst()
    if (row) throw tooMany(now, row.ends_at)
  }
}

const tooMany = (now: Date, endsAt: Date) =>
  coreRefusal('core.too_many', { retryAfterSeconds: Math.max(1, Math.ceil((endsAt.getTime() - now.getTime()) / 1000)) })

const windowEnd = (now: Date, windowSeconds: number) => new Date(now.getTime() + windowSeconds * 1000)

/** One upsert, so that concurrent attempts each get their own number. */
async function countAttempt(db: Db, now: Date, { name, windowSeconds }: Limit, key: string) {
  const endsAt = windowEnd(now, windowSeconds)
  const { rows } = await sql<{ count: number; endsAt: Date }>`
    insert into throttle as kept (what, window_seconds, key_hash, count, ends_at)
    values (${name}, ${windowSeconds}, ${hashKey(name, key)}, 1, ${endsAt})
    on conflict (what, window_seconds, key_hash) do update set
      count = case when ${isOver(now, endsAt)} then 1 else kept.count + 1 end,
      ends_at = case when ${isOver(now, endsAt)} then excluded.ends_at else kept.ends_at end
    returning count, ends_at as "endsAt"`.execute(db)
  const [row] = rows
  if (!row) throw new Error('An upsert returned no row')
  return row
}

/** A window has also ended if it would last longer than a whole window from now: then the clock was set back. */
const isOver = (now: Date, endsAt: Date) =>
  sql<boolean>`(kept.ends_at <= ${now}::timestamptz or kept.ends_at > ${endsAt}::timestamptz + interval '1 minute')`

/** The table contains no readable addresses of people or machines. */
function hashKey(name: string, key: string): Buffer {
  return createHash('sha256').update(`${name}\0${key}`).digest()
}

/** Deletes ended windows; run daily to keep the table small. */
export async function sweepThrottles(db: Db, now: Date): Promise<number> {
  const result = await db.deleteFrom('throttle').where('ends_at', '<=', now).executeTakeFirst()
  return Number(result.numDeletedRows)
}

export const sweepThrottlesJob = defineJob({
  name: 'core.sweep_throttles',
  payload: z.strictObject({}),
  retry: { limit: 3, delaySeconds: 600, backoff: true },
  timeoutSeconds: 300,
  everyDayAt: '03:20',
  work: async (ctx) => {
    await sweepThrottles(ctx.db, ctx.now())
  },
})
