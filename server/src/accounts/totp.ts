import { createHmac, timingSafeEqual } from 'node:crypto'

/** RFC 6238 as implemented by every authenticator app: SHA-1, 30 seconds, six digits. */
const STEP_SECONDS = 30
const DIGITS = 6
export const KEY_BYTES = 20

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
