import { Resolver } from 'node:dns/promises'
import type { Env } from '../env.ts'

/** Network access of the guarded client; injected so that tests can replace it. */
export type Outgoing = {
  /** All addresses of a name, in one lookup. */
  resolve: (host: string, signal: AbortSignal) => Promise<string[]>
  /** Maps a checked address to the one to connect to; by default the same. */
  detour?: (address: string) => { address: string; port: number; /** The stand-in speaks plain HTTP. */ isPlain?: boolean }
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

/** Why a request failed. For logs and rules; the caller decides what the user may learn. */
type FailureReason = 'url' | 'address' | 'redirects' | 'time' | 'size' | 'type' | 'status' | 'unreachable'

export class OutgoingFailure extends Error {
  readonly reason: FailureReason
  constructor(reason: FailureReason, options?: ErrorOptions) {
    super(`The outgoing request failed: ${reason}`, options)
    this.reason = reason
  }
}

export type EgressMap = {
  /** The addresses of a name; a function may answer differently each time. */
  names: Record<string, string[] | (() => string[])>
  /** Maps public addresses to local ports that stand in for their hosts. */
  ports: Record<string, number>
  /** Addresses where HTTPS is requested and plain HTTP is spoken, because the certificate is not under test. */
  plain?: readonly string[]
  /** The port for every other address: no test leaves its machine, and a listener there sees each attempt. */
  elsewhere: number
}

/** For tests: simulates the internet on one machine. Addresses are checked as usual and then mapped to a local port. */
export function egressMap({ mode }: Pick<Env, 'mode'>, { names, ports, plain = [], elsewhere }: EgressMap): Outgoing {
  if (mode !== 'test') throw new Error('The egress map exists for tests only')
  return {
    resolve: async (host) => {
      const answer = Object.hasOwn(names, host) ? names[host] : undefined
      return typeof answer === 'function' ? answer() : (answer ?? [])
    },
    detour: (address) => ({
      address: '127.0.0.1',
      port: (Object.hasOwn(ports, address) ? ports[address] : undefined) ?? elsewhere,
      isPlain: plain.includes(address),
    }),
  }
}
