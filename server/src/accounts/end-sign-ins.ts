import type { Ctx } from '#core/ctx.ts'
import type { ListenerCtx } from '#core/events.ts'
import { type EndReason, updateEverySignInEnded } from './sign-in-store.ts'

/** Here too: whoever lost a phone, or shared a password, begins anew everywhere. */
export function endEverySignIn(ctx: Ctx): Promise<void> {
  return endEverySignInOf(ctx, ctx.actor.personId, 'signed_out')
}

/** Every browser and phone of this person, at once. */
export async function endEverySignInOf(ctx: ListenerCtx, personId: number, reason: EndReason): Promise<void> {
  await tellSignInsEnded(ctx, personId, await updateEverySignInEnded(ctx.db, personId, reason, ctx.now()))
}

/** All but the one from which it is asked. */
export async function endOtherSignIns(ctx: Ctx, reason: EndReason): Promise<void> {
  const { personId, sessionId } = ctx.actor
  await tellSignInsEnded(ctx, personId, await updateEverySignInEnded(ctx.db, personId, reason, ctx.now(), sessionId))
}

/** Whatever hangs on a sign-in goes with it, here and in its open tabs. */
export async function tellSignInsEnded(ctx: ListenerCtx, personId: number, signInIds: readonly string[]): Promise<void> {
  for (const signInId of signInIds) await ctx.raise({ type: 'accounts.sign_in_ended', signInId, personId })
  if (signInIds.length > 0) ctx.push({ toSignIns: signInIds, event: { type: 'accounts.sign_in_ended' } })
}
