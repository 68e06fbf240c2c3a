import type { Env } from '#core/env.ts'
import type { Exchange } from '#core/http/exchange.ts'

const MAX_AGE_SECONDS = 30 * 24 * 60 * 60

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
