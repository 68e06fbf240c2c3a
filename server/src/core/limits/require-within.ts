import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../ctx.ts'
import { coreRefusal, Refusal } from '../errors.ts'
import type { Limit } from './limits.ts'

export type Attempt = { limits: readonly Limit[]; key: string }

/**
 * Counts this attempt and refuses it when it is one too many. Each count is a statement of its own outside the
 * request's transaction, because a refusal undoes the transaction and the count must stay.
 */
export async function requireWithin(db: Db, now: Date, attempts: readonly Attempt[]): Promise<void> {
  if (db.isTransaction) throw new Error('Attempts are counted before the transaction, or a refusal would forget them')
  for (const { limits, key } of attempts) {
    for (const limit of limits) {
      const { count, endsAt } = await countAttempt(db, now, limit, key)
      if (count > limit.limit) throw tooMany(now, endsAt)
    }
  }
}

/** Counts like the above, and answers whether it is still within: for what is left undone in silence. */
export async function countWithin(db: Db, now: Date, attempt: Attempt): Promise<boolean> {
  try {
    await requireWithin(db, now, [attempt])
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

/** Asks without counting, where the attempt itself is counted only after something costly. */
export async function requireNotUsedUp(db: Db, now: Date, { limits, key }: Attempt): Promise<void> {
  for (const { what, limit, windowSeconds } of limits) {
    const row = await db
      .selectFrom('throttle as kept')
      .select('ends_at')
      .where('what', '=', what)
      .where('window_seconds', '=', windowSeconds)
      .where('key_hash', '=', hashKey(what, key))
      .where('count', '>=', limit)
      .where((where) => where.not(isOver(now, windowEnd(now, windowSeconds))))
      .executeTakeFirst()
    if (row) throw tooMany(now, row.ends_at)
  }
}

const tooMany = (now: Date, endsAt: Date) =>
  coreRefusal('core.too_many', { retryAfterSeconds: Math.max(1, Math.ceil((endsAt.getTime() - now.getTime()) / 1000)) })

const windowEnd = (now: Date, windowSeconds: number) => new Date(now.getTime() + windowSeconds * 1000)

/** One upsert: of a hundred at the same instant each sees its own number. */
async function countAttempt(db: Db, now: Date, { what, windowSeconds }: Limit, key: string) {
  const endsAt = windowEnd(now, windowSeconds)
  const { rows } = await sql<{ count: number; endsAt: Date }>`
    insert into throttle as kept (what, window_seconds, key_hash, count, ends_at)
    values (${what}, ${windowSeconds}, ${hashKey(what, key)}, 1, ${endsAt})
    on conflict (what, window_seconds, key_hash) do update set
      count = case when ${isOver(now, endsAt)} then 1 else kept.count + 1 end,
      ends_at = case when ${isOver(now, endsAt)} then excluded.ends_at else kept.ends_at end
    returning count, ends_at as "endsAt"`.execute(db)
  const [row] = rows
  if (!row) throw new Error('An upsert returned no row')
  return row
}

/** Also when it would last longer than a whole window from now: then the clock was set back, and nobody should wait for it. */
const isOver = (now: Date, endsAt: Date) =>
  sql<boolean>`(kept.ends_at <= ${now}::timestamptz or kept.ends_at > ${endsAt}::timestamptz + interval '1 minute')`

/** Addresses of people and machines leave no readable trace in the table. */
function hashKey(what: string, key: string): Buffer {
  return createHash('sha256').update(`${what}\0${key}`).digest()
}

/** Windows that have ended count for nothing; run once a day so that the table stays small. */
export async function sweepThrottles(db: Db, now: Date): Promise<number> {
  const result = await db.deleteFrom('throttle').where('ends_at', '<=', now).executeTakeFirst()
  return Number(result.numDeletedRows)
}
