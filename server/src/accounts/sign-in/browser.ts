import { DAY_SECONDS } from '@saathi/contract/core/time'
import type { Env } from '#core/env.ts'
import type { Exchange } from '#core/http/exchange.ts'

const MAX_AGE_SECONDS = 30 * DAY_SECONDS

/**
 * With the `__Host-` prefix, browsers accept the cookie only if it is secure and for this host; plain http cannot use
 * it.
 */
export const cookieName = (env: Env) => (env.isSecure ? '__Host-saathi_refresh' : 'saathi_refresh')

export function setRefreshCookie(env: Env, exchange: Exchange, token: string) {
  const secure = env.isSecure ? '; Secure' : ''
  exchange.setHeader(
    'set-cookie',
    `${cookieName(env)}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${MAX_AGE_SECONDS}${secure}`,
  )
}

export function clearRefreshCookie(env: Env, exchange: Exchange) {
  const secure = env.isSecure ? '; Secure' : ''
  exchange.setHeader('set-cookie', `${cookieName(env)}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0${secure}`)
}

const browsers: [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]

/** Enough for people to recognise their own phone in a list; the full string is not stored. */
export function describeDevice(userAgent: string): string {
  const text = userAgent.slice(0, 500)
  const browser = browsers.find(([pattern]) => pattern.test(text))?.[1]
  const system = systems.find(([pattern]) => pattern.test(text))?.[1]
  return [browser, system].filter(Boolean).join(', ') || '?'
}
