import { createHmac } from 'node:crypto'
import type { Env } from '#core/env.ts'

/** The secret of the widget's service where there is one; else a key of this purpose alone, so that no other hash fits. */
function keyOf({ secret, helpCenter }: Pick<Env, 'secret' | 'helpCenter'>): string | Buffer {
  return helpCenter.secret ?? createHmac('sha256', secret).update('saathi key for the help centre').digest()
}

/** What lets the widget believe who is there: without the key nobody can make it for another id. */
export function identityHash(env: Pick<Env, 'secret' | 'helpCenter'>, personId: number): string {
  return createHmac('sha256', keyOf(env)).update(String(personId)).digest('hex')
}
