import { createHmac } from 'node:crypto'

/**
 * For values that could be guessed, such as six-digit codes or known addresses: without the server's secret a table of
 * these hashes cannot be searched. Each purpose has its own key, so a hash of one never matches another.
 */
export function keyedHash(secret: Uint8Array, purpose: string, ...parts: readonly string[]): Buffer {
  const key = createHmac('sha256', secret).update(`saathi key for ${purpose}`).digest()
  return createHmac('sha256', key).update(JSON.stringify(parts)).digest()
}
