import type { Ctx } from '#core/ctx.ts'
import { type SessionRef, requireStarted, requireStillOpen } from '../access.ts'
import { saveFeedback } from '../progress-store.ts'
import { trackOf } from './progress.ts'

type Feedback = { session: number; rating: number; review: string }

/** One rating per session; rating again replaces it. */
export async function rateSession(ctx: Ctx, { rating, review, ...ref }: SessionRef & Feedback): Promise<Feedback> {
  const { session } = ref
  const started = await requireStarted(ctx, ref)
  await requireStillOpen(ctx, started)
  const track = trackOf(ctx, started)
  await saveFeedback(ctx.db, { ...track, sessionId: session, rating, review: review.trim(), now: ctx.now() })
  return { session, rating, review: review.trim() }
}
