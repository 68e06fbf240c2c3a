import { Agent, buildConnector } from 'undici'
import type { Outgoing } from './outgoing.ts'
import { isPublicAddress } from './public-address.ts'

const CONNECT_WITHIN_MS = 3_000
const MAX_HEADER_BYTES = 16 * 1024

/**
 * Connects only to these addresses. The name is never resolved again, so that it cannot change in between. Each address is
 * checked once more right before connecting.
 */
export function checkedAgent(outgoing: Outgoing, host: string, isAddress: boolean, addresses: readonly string[]): Agent {
  const connect = buildConnector({ timeout: CONNECT_WITHIN_MS, allowH2: false, maxCachedSessions: 0 })

  function tryNext(left: readonly string[], options: buildConnector.Options, callback: buildConnector.Callback) {
    const [address, ...rest] = left
    if (address === undefined || !isPublicAddress(address)) return callback(new Error('No address to connect to'), null)
    const detour = outgoing.detour?.(address)
    const reached = { hostname: detour?.address ?? address, port: detour ? String(detour.port) : options.port }
    // Only TLS needs the name. For plain HTTP it is left out, because undici would look it up.
    const name = isAddress ? {} : { servername: host }
    const { servername: _, ...plain } = options
    const protocol = detour?.isPlain ? 'http:' : options.protocol
    connect({ ...plain, ...reached, ...(protocol === 'https:' && name), protocol }, (...outcome) => {
      if (outcome[0] && rest.length > 0) return tryNext(rest, options, callback)
      callback(...outcome)
    })
  }

  return new Agent({
    connections: 1,
    pipelining: 0,
    maxHeaderSize: MAX_HEADER_BYTES,
    connect: (options, callback) => tryNext(addresses, options, callback),
  })
}
