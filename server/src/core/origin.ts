import { isIP } from 'node:net'
import type { Env } from './env.ts'

/** A browser names the page that asks. Programs without a page send no Origin and carry their own token. */
export function isOwnOrigin(origin: string | undefined, host: string, publicOrigin: string | undefined): boolean {
  if (origin === undefined) return true
  if (publicOrigin) return origin === publicOrigin
  return URL.canParse(origin) && new URL(origin).host === host
}

/**
 * A demo opens every account to who reaches it, so it answers only by names that no stranger can point at it: its own machine's,
 * numbers, and the one it was told. Otherwise a page anywhere could have its own name lead here, and read everything.
 */
export function ownHosts({ mode, publicOrigin, host }: Pick<Env, 'mode' | 'publicOrigin' | 'host'>): (given: string) => boolean {
  // In production the proxy in front decides, and no account is open.
  if (mode === 'production' || mode === 'test') return () => true
  const names = new Set(['localhost', host, ...(publicOrigin ? [new URL(publicOrigin).hostname] : [])])
  return (given) => {
    if (/[@/?#\\]/.test(given) || !URL.canParse(`http://${given}`)) return false
    const { hostname } = new URL(`http://${given}`)
    return names.has(hostname) || hostname.endsWith('.localhost') || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
  }
}
