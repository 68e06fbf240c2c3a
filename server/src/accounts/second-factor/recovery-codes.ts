import { createHmac, randomInt } from 'node:crypto'
import { RECOVERY_CODES } from '@saathi/contract/accounts/recovery-calls'
import type { Db } from '#core/ctx.ts'
import * as store from './store.ts'

export { countCodes } from './store.ts'

/** Without letters and digits that look alike. */
const LETTERS = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'
const CODE_LENGTH = 10

/** 49 bits, so the keyed hash and the limit on tries are enough. */
const newCode = () => Array.from({ length: CODE_LENGTH }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('')
const showCode = (code: string) => `${code.slice(0, 5)}-${code.slice(5)}`

const hashCode = (secret: Uint8Array, personId: number, code: string): Buffer =>
  createHmac('sha256', secret).update(`recovery code of ${personId} `).update(code).digest()

/** Shown once; the old ones stop working. */
export async function replaceCodes(db: Db, secret: Uint8Array, personId: number): Promise<string[]> {
  const codes = new Set<string>()
  while (codes.size < RECOVERY_CODES) codes.add(newCode())
  const hashes = [...codes].map((code) => hashCode(secret, personId, code))
  await store.replaceCodeHashes(db, personId, hashes)
  return [...codes].map(showCode)
}

type UsedCode = { personId: number; code: string; now: Date }

/** False if the code is unknown or was used before. */
export const consumeCode = (db: Db, secret: Uint8Array, { personId, code, now }: UsedCode): Promise<boolean> =>
  store.updateCodeUsed(db, personId, hashCode(secret, personId, code), now)
