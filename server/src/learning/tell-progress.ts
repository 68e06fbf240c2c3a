import type { Ctx } from '#core/ctx.ts'
import type { ReadSession } from './store.ts'

/** Every tab of the person reads it anew; who walks the same way is told by the mentorship. */
export async function tellProgress(ctx: Ctx, { card, mentorshipId }: ReadSession): Promise<void> {
  const { personId } = ctx.actor
  ctx.push({ to: [personId], event: { type: 'learning.progress_changed', session: card.id } })
  if (mentorshipId !== null) await ctx.raise({ type: 'learning.walked_on', personId, mentorshipId, sessionId: card.id })
}
