import type { ListenerCtx } from '#core/ctx.ts'
import { endOffers, peopleIn } from './close.ts'
import { lockOffers, lockSeekers, type OfferRow } from '../lock-store.ts'
import { updateStatus } from '../status.ts'
import { findExpiring } from './turn-store.ts'

const BATCH_SIZE = 200

/** Ends offers that were not answered in time. A mentor who did not answer a mentee is not offered to them again. */
export async function expireOffers(ctx: ListenerCtx, projectId: number, at: Date, after: number): Promise<number | null> {
  const due = await findExpiring(ctx.db, { projectId, at, after, limit: BATCH_SIZE })
  if (due.length === 0) return null
  await lockSeekers(ctx.db, peopleIn(due))
  const open = await lockOffers(
    ctx.db,
    due.map(({ id }) => id),
  )
  const expired = open.filter(
    ({ state, expiresAt }) => (state === 'issued' || state === 'chosen') && expiresAt?.getTime() === at.getTime(),
  )
  const byMentee = expired.filter(isTurnOfMentee)
  const affected = [
    ...(await endOffers(ctx, byMentee, { state: 'expired', endedBy: 'mentee' })),
    ...(await endOffers(
      ctx,
      expired.filter((offer) => !byMentee.includes(offer)),
      { state: 'expired', endedBy: 'mentor' },
    )),
  ]
  await updateStatus(ctx, [...new Set(affected)])
  if (expired.length > 0) await ctx.raise({ type: 'matching.came_back', projectId })
  return due.length < BATCH_SIZE ? null : (due.at(-1)?.id ?? null)
}

export const isTurnOfMentee = ({ groupType, state }: OfferRow) => groupType === '1to1' && state === 'issued'
