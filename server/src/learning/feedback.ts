import type { Ctx } from '#core/ctx.ts'
import { requireBegun } from './access.ts'
import { saveFeedback } from './progress-store.ts'

type Feedback = { session: number; rating: number; review: string }

/** One for each session: who rates again has changed their mind. */
export async function rateSession(ctx: Ctx, { session, rating, review }: Feedback): Promise<Feedback> {
  await requireBegun(ctx, session)
  await saveFeedback(ctx.db, { personId: ctx.actor.personId, sessionId: session, rating, review: review.trim(), now: ctx.now() })
  return { session, rating, review: review.trim() }
}
