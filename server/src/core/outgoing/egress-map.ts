import type { Env } from '../env.ts'
import type { Outgoing } from './outgoing.ts'

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
