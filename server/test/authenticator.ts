import { codeOfStep, stepAt } from '#accounts/second-factor/second-factor.ts'

/** Decodes the key as an authenticator app does. */
export function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** The code that the app shows at this time. */
export const authenticatorCode = (key: string, now: Date): string => codeOfStep(fromBase32(key), stepAt(now))
