import type { Db, PublicCtx } from '#core/ctx.ts'
import { ipKey } from '#core/limits/ip-key.ts'
import type { Limits } from '#core/limits/limits.ts'
import { requireWithinLimits } from '#core/limits/require-within-limits.ts'
import { isTaken } from '../address-store.ts'

export function requireExistsCheckWithin(db: Db, now: Date, limits: Limits, email: string, ip: string): Promise<void> {
  return requireWithinLimits(db, now, [
    { limits: limits.accountExistsPerIp, key: ipKey(ip) },
    { limits: limits.accountExistsPerAddress, key: email },
  ])
}

/** Runs the same query for every address and provider, so that timing reveals nothing. */
export async function accountExists(ctx: PublicCtx, email: string, provider: 'google' | 'normal') {
  return { userExist: await isTaken(ctx.db, email, provider) }
}
