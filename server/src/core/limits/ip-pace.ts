import { ipKey } from './ip-key.ts'

const MINUTE_MS = 60_000
/** A school of hundreds may sit behind one address, and each page of a visitor asks a few times. */
const PUBLIC_READS_A_MINUTE = 1_200
/** Beyond it, all are forgotten: memory is worth more than the count of one minute. */
const MAX_REMEMBERED = 100_000

/**
 * For what everybody may read without an account, such as texts: it costs little, so it is counted by each server for itself and
 * not in the database. The seconds to wait where it is too much, else null.
 */
export function ipPace({ limitFactor }: { limitFactor: number }, now: () => Date): (ip: string) => number | null {
  const most = PUBLIC_READS_A_MINUTE * limitFactor
  const counts = new Map<string, number>()
  let minute = 0
  return (ip) => {
    const time = now().getTime()
    const current = Math.floor(time / MINUTE_MS)
    if (current !== minute || counts.size >= MAX_REMEMBERED) counts.clear()
    minute = current
    const key = ipKey(ip)
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return count > most ? Math.max(1, Math.ceil(((current + 1) * MINUTE_MS - time) / 1000)) : null
  }
}
