import type { Ctx } from '#core/ctx.ts'
import { conflict, notFound } from '#core/errors.ts'
import { findPersonForUpdate } from './store.ts'

/** Staff may act on anyone with an account; people who have left get the same reply as unknown ids. */
export async function requirePerson(ctx: Ctx, personId: number): Promise<number> {
  const id = await findPersonForUpdate(ctx.db, personId)
  if (id === null) throw notFound('accounts.person_not_found')
  return id
}

/** Prevents staff from locking themselves out by mistake. */
export async function requireSomebodyElse(ctx: Ctx, personId: number): Promise<number> {
  const id = await requirePerson(ctx, personId)
  if (id === ctx.actor.personId) throw conflict('accounts.not_oneself')
  return id
}
