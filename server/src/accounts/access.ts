import type { Ctx } from '#core/ctx.ts'
import { forbidden, notFound } from '#core/errors.ts'
import { findConfirmedAt } from './confirm-store.ts'
import { findOwnSignIn } from './sign-in-store.ts'

/** Another person's sign-in answers like one that never was. */
export async function requireOwnSignIn(ctx: Ctx, signInId: string): Promise<string> {
  const id = await findOwnSignIn(ctx.db, ctx.actor.personId, signInId)
  if (!id) throw notFound('accounts.session_not_found', 'This sign-in is already over.')
  return id
}

const CONFIRMED_FOR_MS = 15 * 60 * 1000

/** For what is rare and cannot be taken back: holding the token is not enough, a phone may have been left unlocked. */
export async function requireConfirmed(ctx: Pick<Ctx, 'db' | 'actor' | 'now'>): Promise<void> {
  const confirmedAt = await findConfirmedAt(ctx.db, ctx.actor.sessionId)
  if (ctx.now().getTime() - confirmedAt.getTime() >= CONFIRMED_FOR_MS) {
    throw forbidden('accounts.confirm_first', 'Please show once more that it is you.')
  }
}
