import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'
import { type OfferRow, offers, toOffer } from '../lock-store.ts'

/** A batch of the unanswered offers that expire at exactly this moment, by id. */
export async function findExpiring(
  db: Db,
  { projectId, at, after, limit }: { projectId: number; at: Date; after: number; limit: number },
): Promise<OfferRow[]> {
  const rows = await offers(db)
    .where('project_id', '=', projectId)
    .where('ended_at', 'is', null)
    .where('state', 'in', ['issued', 'chosen'])
    .where('expires_at', '=', at)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(toOffer)
}

/** Expiry times before this moment that still have open offers. */
export async function findOverdue(db: Db, before: Date): Promise<{ projectId: number; at: Date }[]> {
  const { rows } = await sql<{ projectId: number; at: Date }>`
    select distinct project_id as "projectId", expires_at as at from match_offer
    where ended_at is null and state in ('issued', 'chosen') and expires_at < ${before}
    order by 1, 2`.execute(db)
  return rows
}
