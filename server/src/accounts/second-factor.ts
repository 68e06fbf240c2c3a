import { randomBytes } from 'node:crypto'
import type { Ctx, Db } from '#core/ctx.ts'
import { badInput, conflict } from '#core/errors.ts'
import type { Limits } from '#core/limits/limits.ts'
import { requireWithin } from '#core/limits/require-within.ts'
import { requireConfirmed } from './access.ts'
import { seal, unseal } from './sealed.ts'
import { findAuthenticator, updateOfferedKey, updateSecondFactorGiven, updateStepUsed } from './second-factor-store.ts'
import { authenticatorUri, base32, KEY_BYTES, stepOfCode } from './totp.ts'

const PRODUCT = 'Saathi'

/** So that a sealed key that is copied to another person's row opens nothing. */
export const keyOwner = (personId: number): string => `authenticator of ${personId}`

/** Nothing is tied until the first right code: whoever breaks off here can begin again. */
export async function offerAuthenticator(ctx: Ctx, secret: Uint8Array): Promise<{ key: string; uri: string }> {
  await requireConfirmed(ctx)
  const { personId } = ctx.actor
  const key = randomBytes(KEY_BYTES)
  if (!(await updateOfferedKey(ctx.db, personId, seal(secret, keyOwner(personId), key)))) {
    throw conflict('accounts.has_authenticator', 'An authenticator app is already tied to this account.')
  }
  const { email } = await findAuthenticator(ctx.db, personId)
  return { key: base32(key), uri: authenticatorUri(key, PRODUCT, email) }
}

/** Before the code is looked at; right ones count too, since one is enough for a day. */
export function requireSecondFactorWithin(db: Db, now: Date, limits: Limits, personId: number): Promise<void> {
  return requireWithin(db, now, [{ limits: limits.secondFactorPerPerson, key: String(personId) }])
}

export async function giveSecondFactor(ctx: Ctx, secret: Uint8Array, code: string): Promise<void> {
  const { personId } = ctx.actor
  const { sealedKey } = await findAuthenticator(ctx.db, personId)
  if (!sealedKey) throw conflict('accounts.no_authenticator', 'No authenticator app is tied to this account yet.')
  const step = stepOfCode(unseal(secret, keyOwner(personId), sealedKey), code, ctx.now())
  if (step === null || !(await updateStepUsed(ctx.db, personId, sealedKey, step, ctx.now()))) {
    throw badInput('accounts.wrong_code', 'This code is not right, or it was used before. Wait for the next one.')
  }
  await acceptSecondFactor(ctx)
}

/** For this sign-in alone. What is remembered of it is asked anew. */
export async function acceptSecondFactor(ctx: Ctx): Promise<void> {
  await updateSecondFactorGiven(ctx.db, ctx.actor.sessionId, ctx.now())
  ctx.push({ toSignIns: [ctx.actor.sessionId], event: { type: 'accounts.profile_changed' } })
}
