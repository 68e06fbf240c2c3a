import type { Db } from '#core/ctx.ts'
import { type OfferRow, offers, toOffer } from './lock-store.ts'

/** Those that wait for somebody's word and run out at this very moment; a part of them, by id. */
export async function findRunningOut(
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
