import type { Ctx, ListenerCtx } from '#core/ctx.ts'
import { type EndReason, updateEverySignInEnded } from './store.ts'

/** Includes the current sign-in: for a lost phone or a shared password. */
export function endEverySignIn(ctx: Ctx): Promise<void> {
  return endEverySignInOf(ctx, ctx.actor.personId, 'signed_out')
}

/** Every browser and phone of this person. */
export async function endEverySignInOf(ctx: ListenerCtx, personId: number, reason: EndReason): Promise<void> {
  await publishSignInsEnded(ctx, personId, await updateEverySignInEnded(ctx.db, personId, reason, ctx.now()))
}

/** All sign-ins except the current one. */
export async function endOtherSignIns(ctx: Ctx, reason: EndReason): Promise<void> {
  const { personId, sessionId } = ctx.actor
  await publishSignInsEnded(ctx, personId, await updateEverySignInEnded(ctx.db, personId, reason, ctx.now(), sessionId))
}

/** Other domains clean up with the event; open tabs sign out with the push. */
export async function publishSignInsEnded(ctx: ListenerCtx, personId: number, signInIds: readonly string[]): Promise<void> {
  for (const signInId of signInIds) await ctx.raise({ type: 'accounts.sign_in_ended', signInId, personId })
  if (signInIds.length > 0) ctx.push({ toSignIns: signInIds, event: { type: 'accounts.sign_in_ended' } })
}
