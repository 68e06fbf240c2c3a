import { isRecent } from '#core/clock.ts'
import type { Ctx } from '#core/ctx.ts'
import { forbidden, notFound, conflict } from '#core/errors.ts'
import { mayChangeAccount } from './can.ts'
import { findConfirmedAt, findOwnSignIn } from './sign-in/store.ts'
import { findPersonForUpdate } from './staff/store.ts'

/** Another person's sign-in gets the same reply as an unknown id. */
export async function requireOwnSignIn(ctx: Ctx, signInId: string): Promise<string> {
  const id = await findOwnSignIn(ctx.db, ctx.actor.personId, signInId)
  if (!id) throw notFound('accounts.session_not_found')
  return id
}

const CONFIRMED_FOR_MS = 15 * 60 * 1000

/** For rare, irreversible actions. A valid token is not enough: a phone may have been left unlocked. */
export async function requireConfirmed(ctx: Pick<Ctx, 'db' | 'actor' | 'now'>): Promise<void> {
  const confirmedAt = await findConfirmedAt(ctx.db, ctx.actor.sessionId)
  if (!isRecent(confirmedAt, ctx.now(), CONFIRMED_FOR_MS)) throw forbidden('accounts.confirm_first')
}

/** Staff may act on the people of their programmes; everybody else gets the same reply as unknown ids. */
export async function requirePerson(ctx: Ctx, personId: number): Promise<number> {
  const person = await findPersonForUpdate(ctx.db, personId)
  if (!person || !mayChangeAccount(ctx.actor, person)) throw notFound('accounts.person_not_found')
  return person.id
}

/** Prevents staff from locking themselves out by mistake. */
export async function requireSomebodyElse(ctx: Ctx, personId: number): Promise<number> {
  const id = await requirePerson(ctx, personId)
  if (id === ctx.actor.personId) throw conflict('accounts.not_oneself')
  return id
}
