import { createHmac } from 'node:crypto'

/**
 * For what has few possible values, such as a code of six digits or an address somebody knows: without the server's secret
 * a table of these cannot be searched. Each purpose has a key of its own, so a hash of one never fits another.
 */
export function keyedHash(secret: Uint8Array, purpose: string, ...parts: readonly string[]): Buffer {
  const key = createHmac('sha256', secret).update(`saathi key for ${purpose}`).digest()
  return createHmac('sha256', key).update(JSON.stringify(parts)).digest()
}
