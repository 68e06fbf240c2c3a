import type { Ctx } from '#core/ctx.ts'
import type { ReaderSession } from './store.ts'

/** Notifies the person's own tabs; partners are notified by the mentorship domain. */
export async function publishProgress(ctx: Ctx, { card, mentorshipId }: ReaderSession): Promise<void> {
  const { personId } = ctx.actor
  ctx.push({ to: [personId], event: { type: 'learning.progress_changed', session: card.id } })
  if (mentorshipId !== null) await ctx.raise({ type: 'learning.walked_on', personId, mentorshipId, sessionId: card.id })
}
