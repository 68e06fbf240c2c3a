import type { Ctx } from '#core/ctx.ts'
import { notFound } from '#core/errors.ts'
import { findOwnSignIn } from './sign-in-store.ts'

/** Another person's sign-in answers like one that never was. */
export async function requireOwnSignIn(ctx: Ctx, signInId: string): Promise<string> {
  const id = await findOwnSignIn(ctx.db, ctx.actor.personId, signInId)
  if (!id) throw notFound('accounts.session_not_found', 'This sign-in is already over.')
  return id
}
