import { randomBytes, createHmac, timingSafeEqual } from 'node:crypto'
import { encodeQR } from 'qr'
import type { Ctx, Db } from '#core/ctx.ts'
import { badInput, conflict } from '#core/errors.ts'
import type { Limits } from '#core/limits/limits.ts'
import { requireWithinLimits } from '#core/limits/require-within-limits.ts'
import { requireConfirmed } from '../access.ts'
import { seal, unseal } from '../crypto.ts'
import { findAuthenticator, updateOfferedKey, updateSecondFactorAt, updateStepUsed } from './store.ts'

const PRODUCT = 'Saathi'

/** Binds a sealed key to its owner: copied to another person's row, it cannot be opened. */
export const keyOwner = (personId: number): string => `authenticator of ${personId}`

export async function getSecondFactor({ db, actor }: Ctx): Promise<{ hasAuthenticator: boolean; isGiven: boolean }> {
  const { isConfirmed } = await findAuthenticator(db, actor.personId)
  return { hasAuthenticator: isConfirmed, isGiven: actor.hasSecondFactor }
}

/** Takes effect only with the first right code, so people can abandon this and start again. */
export async function offerAuthenticator(ctx: Ctx, secret: Uint8Array) {
  await requireConfirmed(ctx)
  const { personId } = ctx.actor
  const key = randomBytes(KEY_BYTES)
  if (!(await updateOfferedKey(ctx.db, personId, seal(secret, keyOwner(personId), key)))) {
    throw conflict('accounts.has_authenticator')
  }
  const { email } = await findAuthenticator(ctx.db, personId)
  const uri = authenticatorUri(key, PRODUCT, email)
  return { key: base32(key), uri, qr: drawQrCode(uri) }
}

/** A white edge of one unit; the page adds the rest. */
const QUIET_ZONE = 1

/** Drawn here, so that no other service learns the key. Each dark module is a unit square. */
function drawQrCode(text: string): { size: number; path: string } {
  const rows = encodeQR(text, 'raw', { border: QUIET_ZONE })
  const squares = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { size: rows.length, path: squares.join('') }
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

/** RFC 6238 as implemented by every authenticator app: SHA-1, 30 seconds, six digits. */
const STEP_SECONDS = 30
const DIGITS = 6
const KEY_BYTES = 20

export const stepAt = (time: Date): number => Math.floor(time.getTime() / 1000 / STEP_SECONDS)

export function codeOfStep(key: Uint8Array, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', key).update(counter).digest()
  const offset = (hash.at(-1) ?? 0) & 15
  const number = hash.readUInt32BE(offset) & 0x7f_ff_ff_ff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/**
 * The step this code belongs to: the current one, the one before or the one after, to allow for clock drift and slow
 * typing.
 */
export function stepOfCode(key: Uint8Array, code: string, now: Date): number | null {
  const current = stepAt(now)
  const fitting = [current - 1, current, current + 1].filter((step) => isSame(codeOfStep(key, step), code))
  return fitting.at(-1) ?? null
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648 without padding, as apps expect it. */
export function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => letters.charAt(Number.parseInt(group.padEnd(5, '0'), 2))).join('')
}

/** The content of a QR code for an authenticator app. */
export function authenticatorUri(key: Uint8Array, product: string, account: string): string {
  const label = `${encodeURIComponent(product)}:${encodeURIComponent(account)}`
  const settings = `issuer=${encodeURIComponent(product)}&algorithm=SHA1&digits=${DIGITS}&period=${STEP_SECONDS}`
  return `otpauth://totp/${label}?secret=${base32(key)}&${settings}`
}
