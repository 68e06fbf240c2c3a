import { BlockList, isIPv4, isIPv6 } from 'node:net'

/** IANA's special-purpose registry for IPv4, multicast and reserved blocks: everything that is not a host on the internet. */
const specialV4: [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  // Looks public, but inside Azure it is the machine's own control service.
  ['168.63.129.16', 32],
]

/** Special blocks inside 2000::/3, including Teredo and 6to4; everything outside of it is refused anyway. */
const specialV6: [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
]

const special = new BlockList()
for (const [network, prefix] of specialV4) special.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of specialV6) special.addSubnet(network, prefix, 'ipv6')
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')

/** True only for addresses of hosts on the internet; false for text that is not an address. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !special.check(address, 'ipv4')
  if (!isIPv6(address) || address.includes('%')) return false
  const wrapped = wrappedV4(address)
  if (wrapped) return isPublicAddress(wrapped)
  return globalUnicast.check(address, 'ipv6') && !special.check(address, 'ipv6')
}

/** The IPv4 address inside a mapped (::ffff:a.b.c.d) or NAT64 (64:ff9b::a.b.c.d) address. */
function wrappedV4(address: string): string | null {
  const groups = groupsOf(address)
  const start = groups
    .slice(0, 6)
    .map((group) => group.toString(16))
    .join(':')
  if (start !== '0:0:0:0:0:ffff' && start !== '64:ff9b:0:0:0:0') return null
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 255])
    .join('.')
}

/** The eight numbers of an IPv6 address, in any short form. */
export function groupsOf(address: string): number[] {
  // The URL parser normalises every spelling, including a dotted end.
  const plain = new URL(`http://[${address}]/`).hostname.slice(1, -1)
  const [left = '', right] = plain.split('::')
  const read = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)))
  if (right === undefined) return read(left)
  const [before, after] = [read(left), read(right)]
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after]
}
