import { Resolver } from 'node:dns/promises'

/** Network access of the guarded client; injected so that tests can replace it. */
export type Outgoing = {
  /** All addresses of a name, in one lookup. */
  resolve: (host: string, signal: AbortSignal) => Promise<string[]>
  /** Redirects a checked address elsewhere; without it the address itself is used. */
  detour?: (address: string) => { address: string; port: number; /** TLS is terminated before it. */ isPlain?: boolean }
}

const ANSWER_WITHIN_MS = 2_000

/**
 * Queries the name servers directly: the system's lookup would also read the hosts file, which contains internal names, and would
 * block one of the few threads that hash passwords while a name server is slow.
 */
export const openInternet: Outgoing = {
  resolve: async (host, signal) => {
    const resolver = new Resolver({ timeout: ANSWER_WITHIN_MS, tries: 1 })
    const cancel = () => resolver.cancel()
    signal.addEventListener('abort', cancel, { once: true })
    try {
      const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
      return found.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    } finally {
      signal.removeEventListener('abort', cancel)
    }
  },
}
