import type { ListenerCtx } from '#core/events.ts'
import { endOffers, peopleIn } from './close-offers.ts'
import { lockOffers, lockSeekers, type OfferRow } from './lock-store.ts'
import { settleStatus } from './standing.ts'
import { findRunningOut } from './turn-store.ts'

const AT_ONCE = 200

/** Who had the turn let it pass. Both are free again; a mentor who left a mentee without a word is not offered to them again. */
export async function expireOffers(ctx: ListenerCtx, projectId: number, at: Date, after: number): Promise<number | null> {
  const due = await findRunningOut(ctx.db, { projectId, at, after, limit: AT_ONCE })
  if (due.length === 0) return null
  await lockSeekers(ctx.db, peopleIn(due))
  const open = await lockOffers(
    ctx.db,
    due.map(({ id }) => id),
  )
  const over = open.filter(
    ({ state, expiresAt }) => (state === 'issued' || state === 'chosen') && expiresAt?.getTime() === at.getTime(),
  )
  const byMentee = over.filter(isTurnOfMentee)
  const concerned = [
    ...(await endOffers(ctx, byMentee, { state: 'expired', endedBy: 'mentee' })),
    ...(await endOffers(
      ctx,
      over.filter((offer) => !byMentee.includes(offer)),
      { state: 'expired', endedBy: 'mentor' },
    )),
  ]
  await settleStatus(ctx, [...new Set(concerned)])
  if (over.length > 0) await ctx.raise({ type: 'matching.came_back', projectId })
  return due.length < AT_ONCE ? null : (due.at(-1)?.id ?? null)
}

export const isTurnOfMentee = ({ groupType, state }: OfferRow) => groupType === '1to1' && state === 'issued'
