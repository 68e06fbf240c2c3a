import { createHash, randomBytes } from 'node:crypto'
import type { Env } from '#core/env.ts'
import { coreRefusal } from '#core/errors.ts'
import type { Exchange } from '#core/http-exchange.ts'
import { isOwnOrigin } from '#core/origin.ts'

/** How long a sign-in at a provider may take. */
export const JOURNEY_SECONDS = 10 * 60

const WORD = /^[\w-]{43}$/
/** 256 bits, so that a plain hash of it tells nobody anything. */
export const newWord = (): string => randomBytes(32).toString('base64url')
export const hashWord = (word: string): Buffer => createHash('sha256').update(word).digest()

type Site = Pick<Env, 'isSecure' | 'publicOrigin'>
const cookieName = ({ isSecure }: Site) => (isSecure ? '__Host-saathi_calendar' : 'saathi_calendar')

export function browserOf(site: Site, exchange: Exchange): string | null {
  const word = exchange.cookie(cookieName(site))
  return word !== undefined && WORD.test(word) ? word : null
}

/** By the same word as before, where it has one: somebody may have begun in two tabs. Lax, because it comes back from elsewhere. */
export function nameBrowser(site: Site, exchange: Exchange): string {
  const word = browserOf(site, exchange) ?? newWord()
  const secure = site.isSecure ? '; Secure' : ''
  exchange.setHeader(
    'set-cookie',
    `${cookieName(site)}=${word}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${JOURNEY_SECONDS}${secure}`,
  )
  return word
}

/**
 * Where the browser is to come back to. Only a demo has no configured address; it may be opened by several, and the browser
 * knows by which. A page elsewhere is not served: it could have a browser take our cookie.
 */
export function ownOrigin(site: Site, { origin, host }: Exchange): string {
  if (!isOwnOrigin(origin, host, site.publicOrigin)) throw coreRefusal('core.forbidden')
  const address = site.publicOrigin ?? origin ?? `http://${host}`
  if (!URL.canParse(address)) throw coreRefusal('core.bad_input')
  return new URL(address).origin
}
