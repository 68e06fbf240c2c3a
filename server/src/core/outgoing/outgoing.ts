import { Resolver } from 'node:dns/promises'

/** The ways to the network that the guarded client has; handed in, so that tests can stand at the other end. */
export type Outgoing = {
  /** Every address of a name, asked for once. */
  resolve: (host: string, signal: AbortSignal) => Promise<string[]>
  /** Where an address that has passed the check is really reached; without it, where it says. */
  detour?: (address: string) => { address: string; port: number; /** TLS ends before it. */ isPlain?: boolean }
}

const ANSWER_WITHIN_MS = 2_000

/**
 * Asks the name servers itself: the system's lookup would also read the hosts file, which names what is inside,
 * and would hold one of the few threads that check passwords for as long as a slow name server likes.
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
