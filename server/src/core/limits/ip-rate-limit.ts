import { MINUTE_MS } from '@saathi/contract/core/time'
import { ipKey } from './ip-key.ts'

/** A school with hundreds of people may share one address, and each page makes a few requests. */
const PUBLIC_READS_A_MINUTE = 1_200
/** Above this all counts are dropped: bounded memory matters more than the count of one minute. */
const MAX_TRACKED = 100_000

/**
 * Limits public reads such as texts. They are cheap, so each server counts for itself in memory and not in the database. Returns
 * the seconds to wait if the limit is exceeded, else null.
 */
export function ipRateLimit({ limitFactor }: { limitFactor: number }, now: () => Date): (ip: string) => number | null {
  const most = PUBLIC_READS_A_MINUTE * limitFactor
  const counts = new Map<string, number>()
  let minute = 0
  return (ip) => {
    const time = now().getTime()
    const current = Math.floor(time / MINUTE_MS)
    if (current !== minute || counts.size >= MAX_TRACKED) counts.clear()
    minute = current
    const key = ipKey(ip)
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return count > most ? Math.max(1, Math.ceil(((current + 1) * MINUTE_MS - time) / 1000)) : null
  }
}
