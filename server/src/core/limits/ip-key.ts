import { isIPv4, isIPv6 } from 'node:net'
import { groupsOf } from '../outgoing/public-address.ts'

/** One household or phone holds a whole /64 of IPv6, so that is what is counted; an IPv4 in IPv6 dress is that IPv4. */
export function ipKey(ip: string): string {
  if (isIPv4(ip)) return ip
  const [plain = ''] = ip.split('%')
  // A proxy that passes on something else than an address gets one count for all of it.
  if (!isIPv6(plain)) return 'unknown'
  const groups = groupsOf(plain)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isMapped) return [groups[6] ?? 0, groups[7] ?? 0].flatMap((group) => [group >> 8, group & 255]).join('.')
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}
