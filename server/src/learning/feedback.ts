import type { Ctx } from '#core/ctx.ts'
import { type Named, requireBegun, requireStillOpen } from './access.ts'
import { saveFeedback } from './progress-store.ts'
import { trackOf } from './standing.ts'

type Feedback = { session: number; rating: number; review: string }

/** One for each session: who rates again has changed their mind. */
export async function rateSession(ctx: Ctx, { rating, review, ...named }: Named & Feedback): Promise<Feedback> {
  const { session } = named
  const begun = await requireBegun(ctx, named)
  await requireStillOpen(ctx, begun)
  const track = trackOf(ctx, begun)
  await saveFeedback(ctx.db, { ...track, sessionId: session, rating, review: review.trim(), now: ctx.now() })
  return { session, rating, review: review.trim() }
}
