import type { Env } from '../env.ts'
import type { Outgoing } from './outgoing.ts'

export type EgressMap = {
  /** What a name resolves to; a function may answer differently each time. */
  names: Record<string, string[] | (() => string[])>
  /** A public address and the local port that plays its host. */
  ports: Record<string, number>
  /** Those of them where HTTPS is asked for and plain HTTP is spoken: what is tried there is not the certificate. */
  plain?: readonly string[]
  /** Where every other address leads: no test ever leaves its machine, and whoever listens here sees each attempt. */
  elsewhere: number
}

/** For tests: the open internet on one machine. An address is checked as always and only then led to its local port. */
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
