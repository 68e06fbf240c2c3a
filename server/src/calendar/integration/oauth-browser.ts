import { createHash, randomBytes } from 'node:crypto'
import type { Env } from '#core/env.ts'
import { coreRefusal } from '#core/errors.ts'
import type { Exchange } from '#core/http/exchange.ts'
import { isOwnOrigin } from '#core/http/origin.ts'

/** How long signing in at a provider may take. */
export const ATTEMPT_SECONDS = 10 * 60

const TOKEN = /^[\w-]{43}$/
/** 256 random bits, so an unsalted hash is safe. */
export const newToken = (): string => randomBytes(32).toString('base64url')
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

type Site = Pick<Env, 'isSecure' | 'publicOrigin'>
const cookieName = ({ isSecure }: Site) => (isSecure ? '__Host-saathi_calendar' : 'saathi_calendar')

export function browserOf(site: Site, exchange: Exchange): string | null {
  const token = exchange.cookie(cookieName(site))
  return token !== undefined && TOKEN.test(token) ? token : null
}

/**
 * Reuses an existing token, because the person may have started in two tabs. SameSite=Lax, because the provider redirects back.
 */
export function setBrowserCookie(site: Site, exchange: Exchange): string {
  const token = browserOf(site, exchange) ?? newToken()
  const secure = site.isSecure ? '; Secure' : ''
  exchange.setHeader(
    'set-cookie',
    `${cookieName(site)}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${ATTEMPT_SECONDS}${secure}`,
  )
  return token
}

/**
 * The origin to return to. Only a demo has no configured origin and may be opened under several. Requests from other origins are
 * rejected: they could plant our cookie.
 */
export function ownOrigin(site: Site, { origin, host }: Exchange): string {
  if (!isOwnOrigin(origin, host, site.publicOrigin)) throw coreRefusal('core.forbidden')
  const address = site.publicOrigin ?? origin ?? `http://${host}`
  if (!URL.canParse(address)) throw coreRefusal('core.bad_input')
  return new URL(address).origin
}
