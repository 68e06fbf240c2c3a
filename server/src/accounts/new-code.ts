import { randomInt } from 'node:crypto'
import { CODE_LENGTH } from '@saathi/contract/accounts/code-calls'
import type { CodePurpose } from './code-store.ts'

const digits = '0123456789'
/** Without those that are taken for one another when read from a mail: 0 and O, 1, I and L. */
const plainLetters = 'ABCDEFGHJKMNPQRSTUVWXYZ'
const plainDigits = '23456789'

/** Six digits to sign up or to change an address; six letters and digits, at least one of each, for a new password. */
export function newCode(purpose: CodePurpose): string {
  if (purpose !== 'reset') return draw(digits)
  // Drawn anew rather than mended, so that every code that may be is as likely as any other.
  for (;;) {
    const code = draw(plainLetters + plainDigits)
    if (/\d/.test(code) && /[A-Z]/.test(code)) return code
  }
}

const draw = (alphabet: string) => Array.from({ length: CODE_LENGTH }, () => alphabet[randomInt(alphabet.length)]).join('')
