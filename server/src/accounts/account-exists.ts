import type { Db, PublicCtx } from '#core/ctx.ts'
import { ipKey } from '#core/limits/ip-key.ts'
import type { Limits } from '#core/limits/limits.ts'
import { requireWithin } from '#core/limits/require-within.ts'
import { isTaken } from './address-store.ts'

export function requireMayAskWhoExists(db: Db, now: Date, limits: Limits, email: string, ip: string): Promise<void> {
  return requireWithin(db, now, [
    { limits: limits.accountExistsPerIp, key: ipKey(ip) },
    { limits: limits.accountExistsPerAddress, key: email },
  ])
}

/** The one question is asked of the database whatever the address and the provider, so that an answer takes as long as any. */
export async function accountExists(ctx: PublicCtx, email: string, provider: 'google' | 'normal') {
  return { userExist: await isTaken(ctx.db, email, provider) }
}
