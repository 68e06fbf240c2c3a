import { Secret, TOTP } from 'otpauth'
import { encodeQR } from 'qr'
import type { Ctx, Db } from '#core/ctx.ts'
import { badInput, conflict } from '#core/errors.ts'
import type { Limits } from '#core/limits/limits.ts'
import { requireWithinLimits } from '#core/limits/require-within-limits.ts'
import { requireConfirmed } from '../access.ts'
import { seal, unseal } from '../crypto.ts'
import { countCodes, replaceCodes } from './recovery-codes.ts'
import { findAuthenticator, updateOfferedKey, updateSecondFactorAt, updateStepUsed } from './store.ts'

const PRODUCT = 'Saathi'

/** Binds a sealed key to its owner: copied to another person's row, it cannot be opened. */
export const keyOwner = (personId: number): string => `authenticator of ${personId}`

export async function getSecondFactor({ db, actor }: Ctx) {
  const { isConfirmed } = await findAuthenticator(db, actor.personId)
  return { hasAuthenticator: isConfirmed, isGiven: actor.hasSecondFactor, codesLeft: await countCodes(db, actor.personId) }
}

/** Takes effect only with the first right code, so people can abandon this and start again. */
export async function offerAuthenticator(ctx: Ctx, secret: Uint8Array) {
  await requireConfirmed(ctx)
  const { personId } = ctx.actor
  const key = new Secret({ size: KEY_BYTES })
  if (!(await updateOfferedKey(ctx.db, personId, seal(secret, keyOwner(personId), key.bytes)))) {
    throw conflict('accounts.has_authenticator')
  }
  const { email } = await findAuthenticator(ctx.db, personId)
  const uri = authenticator(key, email).toString()
  return { key: key.base32, uri, qr: drawQrCode(uri) }
}

/** A white edge of one unit; the page adds the rest. */
const QUIET_ZONE = 1

/** Drawn here, so that no other service learns the key. Each dark module is a unit square. */
function drawQrCode(text: string): { size: number; path: string } {
  const rows = encodeQR(text, 'raw', { border: QUIET_ZONE })
  const squares = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { size: rows.length, path: squares.join('') }
}

/** Runs before the code is checked. Right codes count too: a person needs only one or two a day. */
export function requireSecondFactorWithin(db: Db, now: Date, limits: Limits, personId: number): Promise<void> {
  return requireWithinLimits(db, now, [{ limits: limits.secondFactorPerPerson, key: String(personId) }])
}

/** The first code links the app, and the reply then shows the recovery codes, once. */
export async function giveSecondFactor(ctx: Ctx, secret: Uint8Array, code: string): Promise<{ recoveryCodes: string[] }> {
  const { personId } = ctx.actor
  const { sealedKey, isConfirmed } = await findAuthenticator(ctx.db, personId)
  if (!sealedKey) throw conflict('accounts.no_authenticator')
  const step = stepOfCode(unseal(secret, keyOwner(personId), sealedKey), code, ctx.now())
  if (step === null || !(await updateStepUsed(ctx.db, personId, sealedKey, step, ctx.now()))) {
    throw badInput('accounts.wrong_code', { text: 'refusal.accounts.wrong_code.authenticator' })
  }
  await acceptSecondFactor(ctx)
  return { recoveryCodes: isConfirmed ? [] : await replaceCodes(ctx.db, secret, personId) }
}

/** For this sign-in only. The push invalidates the cached actor. */
export async function acceptSecondFactor(ctx: Ctx): Promise<void> {
  await updateSecondFactorAt(ctx.db, ctx.actor.sessionId, ctx.now())
  ctx.push({ toSignIns: [ctx.actor.sessionId], event: { type: 'accounts.profile_changed' } })
}

const KEY_BYTES = 20

/** The settings that every authenticator app supports. Its text form is the content of a QR code for the app. */
export const authenticator = (secret: Secret, account = ''): TOTP =>
  new TOTP({ issuer: PRODUCT, label: account, secret, algorithm: 'SHA1', digits: 6, period: 30 })

/**
 * The step this code belongs to: the current one, the one before or the one after, to allow for clock drift and slow
 * typing.
 */
export function stepOfCode(key: Uint8Array, code: string, now: Date): number | null {
  const totp = authenticator(new Secret({ buffer: Uint8Array.from(key).buffer }))
  const timestamp = now.getTime()
  const stepsAhead = totp.validate({ token: code, timestamp, window: 1 })
  return stepsAhead === null ? null : totp.counter({ timestamp }) + stepsAhead
}
