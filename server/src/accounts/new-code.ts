import { randomInt } from 'node:crypto'
import { CODE_LENGTH } from '@saathi/contract/accounts/code-calls'
import type { CodePurpose } from './code-store.ts'

const digits = '0123456789'
/** Without characters that look alike in a mail: 0 and O, 1, I and L. */
const plainLetters = 'ABCDEFGHJKMNPQRSTUVWXYZ'
const plainDigits = '23456789'

/** Six digits for signing up or changing an address; six letters and digits, at least one of each, for a new password. */
export function newCode(purpose: CodePurpose): string {
  if (purpose !== 'reset') return draw(digits)
  // Drawn again rather than patched, so that every valid code is equally likely.
  for (;;) {
    const code = draw(plainLetters + plainDigits)
    if (/\d/.test(code) && /[A-Z]/.test(code)) return code
  }
}

const draw = (alphabet: string) => Array.from({ length: CODE_LENGTH }, () => alphabet[randomInt(alphabet.length)]).join('')
