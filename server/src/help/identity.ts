import { createHmac } from 'node:crypto'
import type { Env } from '#core/env.ts'

/** The widget service's secret if there is one; otherwise a key derived for this purpose only. */
function keyOf({ secret, helpCenter }: Pick<Env, 'secret' | 'helpCenter'>): string | Buffer {
  return helpCenter.secret ?? createHmac('sha256', secret).update('saathi key for the help centre').digest()
}

/** Proves the identity to the widget: without the key nobody can compute it for another id. */
export function identityHash(env: Pick<Env, 'secret' | 'helpCenter'>, personId: number): string {
  return createHmac('sha256', keyOf(env)).update(String(personId)).digest('hex')
}
