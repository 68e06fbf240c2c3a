import { createHash, timingSafeEqual, randomBytes } from 'node:crypto'
import { calculatePKCECodeChallenge, randomPKCECodeVerifier } from 'openid-client'
import { isAlive } from '#core/clock.ts'
import type { Db, PublicCtx } from '#core/ctx.ts'
import type { Env } from '#core/env.ts'
import { badField, badInput, fieldPhrase, forbidden, coreRefusal } from '#core/errors.ts'
import type { Exchange } from '#core/http/exchange.ts'
import { isOwnOrigin } from '#core/http/origin.ts'
import type { CalendarEngine } from '../providers/engine.ts'
import type { OAuthClient, OAuthProvider } from '../providers/oauth-client.ts'
import { insertAttempt, takeAttempt } from './store.ts'

export const providerOff = () => forbidden('calendar.provider_off')

const foreignState = () =>
  badInput('calendar.foreign_state', {
    errors: { state: [fieldPhrase('attempt_unknown')] },
  })

type AttemptStart = { provider: OAuthProvider; origin: string; redirectUri: string; browser: string }

/** Starts a connection attempt. Its nonce is bound to this browser and to one row. */
export async function startAttempt(
  ctx: Pick<PublicCtx, 'db' | 'now'>,
  engine: CalendarEngine,
  { provider, origin, redirectUri, browser }: AttemptStart,
): Promise<string> {
  const client = requireClient(engine, provider)
  const nonce = newToken()
  const verifier = randomPKCECodeVerifier()
  const nonceHash = hashToken(nonce)
  await insertAttempt(ctx.db, nonceHash, {
    provider,
    browserHash: hashToken(browser),
    sealedVerifier: engine.sealVerifier(nonceHash, verifier),
    expiresAt: new Date(ctx.now().getTime() + ATTEMPT_SECONDS * 1000),
  })
  const challenge = await calculatePKCECodeChallenge(verifier)
  return client.authorizationUrl({ origin, redirectUri, state: `${provider}.${nonce}`, challenge })
}

export function requireClient(engine: CalendarEngine, provider: OAuthProvider): OAuthClient {
  const client = engine.clientOf(provider)
  if (!client) throw providerOff()
  return client
}

type AttemptReturn = { provider: OAuthProvider; state: string | undefined; browser: string | null }

/**
 * Returns the verifier of a valid attempt and deletes the attempt. Runs before the transaction, so that a refusal does not bring
 * the attempt back.
 */
export async function finishAttempt(
  db: Db,
  now: Date,
  engine: CalendarEngine,
  { provider, state, browser }: AttemptReturn,
): Promise<string> {
  if (state === undefined || state === '') throw badField('state', 'required')
  const [stateProvider, nonce, ...rest] = state.split('.')
  if (nonce === undefined || rest.length > 0) throw foreignState()
  const nonceHash = hashToken(nonce)
  const attempt = await takeAttempt(db, nonceHash)
  if (!attempt || stateProvider !== provider || attempt.provider !== provider) throw foreignState()
  if (!isAlive(attempt.expiresAt, now, ATTEMPT_SECONDS)) throw foreignState()
  if (browser === null || !timingSafeEqual(attempt.browserHash, hashToken(browser))) throw foreignState()
  return engine.openVerifier(nonceHash, attempt.sealedVerifier)
}

/** How long signing in at a provider may take. */
const ATTEMPT_SECONDS = 10 * 60

const TOKEN = /^[\w-]{43}$/
/** 256 random bits, so an unsalted hash is safe. */
const newToken = (): string => randomBytes(32).toString('base64url')
const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

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
