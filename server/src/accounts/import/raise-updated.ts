import type { ListenerCtx } from '#core/ctx.ts'

/** The member is notified, and their open tabs read the profile again. */
export async function raiseUpdated(ctx: ListenerCtx, personId: number): Promise<void> {
  await ctx.raise({ type: 'accounts.changed_by_staff', personId, change: { is: 'details' } })
  ctx.push({ to: [personId], event: { type: 'accounts.profile_changed' } })
}
