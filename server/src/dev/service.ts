import { acceptSecondFactor, displayName, openSignIn, type Tokens } from '#accounts/public.ts'
import type { Db, PublicCtx, Claims } from '#core/ctx.ts'
import { coreRefusal } from '#core/errors.ts'
import type { Identity } from '#core/serve.ts'
import { findAccounts, findPersonByEmail } from './store.ts'

export async function listAccounts(db: Db) {
  const people = await findAccounts(db)
  return people.map(({ id, email, role, provider, disabledAt, ...names }) => ({
    id,
    email,
    display_name: displayName(names),
    role,
    provider,
    is_disabled: disabledAt !== null,
  }))
}

/** Signs in with one click instead of a password, where the password is public anyway. */
export async function signInAs(ctx: PublicCtx, tokens: Tokens, email: string) {
  const personId = await findPersonByEmail(ctx.db, email)
  if (!personId) throw coreRefusal('core.not_found', { nonFieldErrors: ['There is no such account, or it is disabled.'] })
  return openSignIn(ctx, tokens, personId, 'Development')
}

/** Replaces the authenticator app with one click, for people who may use one. */
export async function acceptSecondFactorAs(ctx: PublicCtx, identity: Identity, claims: Claims): Promise<void> {
  const actor = await identity.findActor(ctx.db, claims, ctx.now())
  if (!actor) throw coreRefusal('core.signed_out')
  if (!identity.can(actor, 'second_factor.use')) throw coreRefusal('core.forbidden')
  await acceptSecondFactor({ ...ctx, actor })
}
