import { randomBytes } from 'node:crypto'
import type { Ctx, Db } from '#core/ctx.ts'
import { badInput, conflict } from '#core/errors.ts'
import type { Limits } from '#core/limits/limits.ts'
import { requireWithinLimits } from '#core/limits/require-within-limits.ts'
import { requireConfirmed } from './access.ts'
import { seal, unseal } from './sealed.ts'
import { findAuthenticator, updateOfferedKey, updateSecondFactorAt, updateStepUsed } from './second-factor-store.ts'
import { authenticatorUri, base32, KEY_BYTES, stepOfCode } from './totp.ts'

const PRODUCT = 'Saathi'

/** Binds a sealed key to its owner: copied to another person's row, it cannot be opened. */
export const keyOwner = (personId: number): string => `authenticator of ${personId}`

/** Takes effect only with the first right code, so people can abandon this and start again. */
export async function offerAuthenticator(ctx: Ctx, secret: Uint8Array): Promise<{ key: string; uri: string }> {
  await requireConfirmed(ctx)
  const { personId } = ctx.actor
  const key = randomBytes(KEY_BYTES)
  if (!(await updateOfferedKey(ctx.db, personId, seal(secret, keyOwner(personId), key)))) {
    throw conflict('accounts.has_authenticator')
  }
  const { email } = await findAuthenticator(ctx.db, personId)
  return { key: base32(key), uri: authenticatorUri(key, PRODUCT, email) }
}

/** Runs before the code is checked; right codes count too, since one is enough for a day. */
export function requireSecondFactorWithin(db: Db, now: Date, limits: Limits, personId: number): Promise<void> {
  return requireWithinLimits(db, now, [{ limits: limits.secondFactorPerPerson, key: String(personId) }])
}

export async function giveSecondFactor(ctx: Ctx, secret: Uint8Array, code: string): Promise<void> {
  const { personId } = ctx.actor
  const { sealedKey } = await findAuthenticator(ctx.db, personId)
  if (!sealedKey) throw conflict('accounts.no_authenticator')
  const step = stepOfCode(unseal(secret, keyOwner(personId), sealedKey), code, ctx.now())
  if (step === null || !(await updateStepUsed(ctx.db, personId, sealedKey, step, ctx.now()))) {
    throw badInput('accounts.wrong_code', { text: 'refusal.accounts.wrong_code.authenticator' })
  }
  await acceptSecondFactor(ctx)
}

/** For this sign-in only. The push invalidates the cached actor. */
export async function acceptSecondFactor(ctx: Ctx): Promise<void> {
  await updateSecondFactorAt(ctx.db, ctx.actor.sessionId, ctx.now())
  ctx.push({ toSignIns: [ctx.actor.sessionId], event: { type: 'accounts.profile_changed' } })
}
