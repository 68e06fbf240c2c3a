import { isIPv4 } from 'node:net'
import { isPublicAddress } from './public-address.ts'

const MAX_LENGTH = 2048
/** Names of this machine or its own network, whatever a resolver would answer. */
const ownNames = [
  'localhost',
  'local',
  'localdomain',
  'internal',
  'intranet',
  'lan',
  'home',
  'corp',
  'private',
  'home.arpa',
  'onion',
  'invalid',
]

export type Target = {
  url: URL
  /** Without the brackets of IPv6 and the trailing dot of a name. */
  host: string
  isAddress: boolean
}

/** Returns the target if its text is acceptable, otherwise null. */
export function readTarget(text: string, base?: URL): Target | null {
  if (text.length > MAX_LENGTH) return null
  const url = URL.parse(text, base)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null
  if (url.username !== '' || url.password !== '') return null
  if (!['', '80', '443'].includes(url.port)) return null
  url.hash = ''
  if (url.hostname.startsWith('[')) return addressTarget(url, url.hostname.slice(1, -1))
  // The URL parser has already normalised every spelling of an IPv4 address, such as 0x7f.1.
  if (isIPv4(url.hostname)) return addressTarget(url, url.hostname)
  const host = url.hostname.replace(/\.$/, '')
  const isName = /^[a-z0-9_-]+(\.[a-z0-9_-]+)+$/.test(host) && host.length <= 253
  if (!isName || ownNames.some((name) => host === name || host.endsWith(`.${name}`))) return null
  return { url, host, isAddress: false }
}

function addressTarget(url: URL, host: string): Target | null {
  return isPublicAddress(host) ? { url, host, isAddress: true } : null
}
