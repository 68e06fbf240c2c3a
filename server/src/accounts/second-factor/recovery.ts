import { DAY_MS } from '@saathi/contract/core/time'
import type { Ctx, ListenerCtx } from '#core/ctx.ts'
import { badInput, conflict, forbidden, notFound } from '#core/errors.ts'
import { requireConfirmed } from '../access.ts'
import { displayName } from '../service.ts'
import { endEverySignInOf } from '../sign-in/sign-in.ts'
import { countCodes, consumeCode, replaceCodes } from './recovery-codes.ts'
import { acceptSecondFactor } from './second-factor.ts'
import { findAuthenticator } from './store.ts'
import * as store from './recovery-store.ts'

export async function makeRecoveryCodes(ctx: Ctx, secret: Uint8Array): Promise<{ codes: string[] }> {
  // The action is also open to people who have not given the second factor yet.
  if (!ctx.actor.hasSecondFactor) throw forbidden('accounts.second_factor_first')
  await requireConfirmed(ctx)
  return { codes: await replaceCodes(ctx.db, secret, ctx.actor.personId) }
}

export async function giveRecoveryCode(ctx: Ctx, secret: Uint8Array, code: string): Promise<void> {
  const { personId } = ctx.actor
  if (!(await consumeCode(ctx.db, secret, { personId, code, now: ctx.now() }))) {
    throw badInput('accounts.wrong_code', { text: 'refusal.accounts.wrong_code.recovery' })
  }
  await acceptSecondFactor(ctx)
  await ctx.raise({ type: 'accounts.recovery_code_used', personId, left: await countCodes(ctx.db, personId) })
}

const RESET_MS = DAY_MS

/** Asking again while a request is open changes nothing. */
export async function requestReset(ctx: Ctx): Promise<{ expiresAt: string }> {
  await requireConfirmed(ctx)
  const { personId } = ctx.actor
  const { isConfirmed } = await findAuthenticator(ctx.db, personId)
  if (!isConfirmed) throw conflict('accounts.no_authenticator')
  await store.deleteExpiredReset(ctx.db, personId, ctx.now())
  const { expiresAt, isNew } = await store.insertReset(ctx.db, {
    personId,
    requestedAt: ctx.now(),
    expiresAt: new Date(ctx.now().getTime() + RESET_MS),
  })
  if (isNew) await ctx.raise({ type: 'accounts.reset_requested', personId })
  return { expiresAt: expiresAt.toISOString() }
}

export async function listResets({ db, actor, now }: Ctx) {
  const rows = await store.findOpenResets(db, now())
  return {
    resets: rows.map(({ id, personId, firstName, lastName, email, requestedAt, expiresAt, ...first }) => ({
      id,
      personId,
      name: displayName({ firstName, lastName }),
      email,
      requestedAt: requestedAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      approvedBy:
        first.approverFirstName === null
          ? null
          : displayName({ firstName: first.approverFirstName, lastName: first.approverLastName ?? '' }),
      canApprove: personId !== actor.personId && first.approverId !== actor.personId,
    })),
  }
}

/** The row is locked, so that if two administrators approve at once, one of them completes the reset. */
export async function approveReset(ctx: Ctx, id: number): Promise<{ isDone: boolean }> {
  await requireConfirmed(ctx)
  const reset = await store.findResetForUpdate(ctx.db, id, ctx.now())
  if (!reset) throw notFound('accounts.reset_not_found')
  const by = ctx.actor.personId
  if (reset.personId === by || reset.approverId === by) throw conflict('accounts.reset_needs_others')
  if (reset.approverId === null) {
    await store.updateFirstApproval(ctx.db, id, { by, at: ctx.now() })
    return { isDone: false }
  }
  await store.updateResetDone(ctx.db, id, { by, at: ctx.now() })
  await resetAuthenticator(ctx, reset.personId)
  return { isDone: true }
}

/** The next sign-in links a new app. */
async function resetAuthenticator(ctx: ListenerCtx, personId: number): Promise<void> {
  await store.deleteAuthenticator(ctx.db, personId)
  await endEverySignInOf(ctx, personId, 'signed_out')
  await ctx.raise({ type: 'accounts.authenticator_reset', personId })
}
