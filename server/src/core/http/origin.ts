import { isIP } from 'node:net'
import type { Env } from '../env.ts'

/** Browsers send the origin of the page. Programs without a page send no Origin and use their own token. */
export function isOwnOrigin(origin: string | undefined, host: string, publicOrigin: string | undefined): boolean {
  if (origin === undefined) return true
  if (publicOrigin) return origin === publicOrigin
  return URL.canParse(origin) && new URL(origin).host === host
}

/**
 * A demo opens every account to everybody who reaches it, so it answers only to names that no stranger can point at it: local
 * names, IP addresses and the configured one. Otherwise any website could rebind its own name to it and read everything.
 */
export function ownHosts({
  mode,
  publicOrigin,
  host,
}: Pick<Env, 'mode' | 'publicOrigin' | 'host'>): (requested: string) => boolean {
  // In production the proxy in front decides, and no account is open.
  if (mode === 'production' || mode === 'test') return () => true
  const names = new Set(['localhost', host, ...(publicOrigin ? [new URL(publicOrigin).hostname] : [])])
  return (requested) => {
    if (/[@/?#\\]/.test(requested) || !URL.canParse(`http://${requested}`)) return false
    const { hostname } = new URL(`http://${requested}`)
    return names.has(hostname) || hostname.endsWith('.localhost') || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
  }
}
