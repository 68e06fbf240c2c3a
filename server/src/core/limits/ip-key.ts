import { isIPv4, isIPv6 } from 'node:net'
import { groupsOf } from '../outgoing/public-address.ts'

/** Counts an IPv6 /64 as one address, because a household or phone has a whole one. IPv4-mapped addresses count as IPv4. */
export function ipKey(ip: string): string {
  if (isIPv4(ip)) return ip
  const [plain = ''] = ip.split('%')
  // Values that are not addresses, as from a misconfigured proxy, share one count.
  if (!isIPv6(plain)) return 'unknown'
  const groups = groupsOf(plain)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isMapped) return [groups[6] ?? 0, groups[7] ?? 0].flatMap((group) => [group >> 8, group & 255]).join('.')
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}
