import { createRemoteJWKSet, errors, type JWTVerifyGetKey } from 'jose'
import type { Clock } from '#core/clock.ts'
import type { Env } from '#core/env.ts'
import { coreRefusal } from '#core/errors.ts'

/** Where Google's popup comes back to: a page of ours that hands its answer to the page that opened it. */
export const returnPath = '/google-return.html'

const ANSWER_WITHIN_MS = 5_000
const KNOWN_FOR_MS = 60 * 60 * 1000
/** A token may name a key nobody has, as often as someone likes; Google is asked for new ones this rarely. */
const ASK_AGAIN_AFTER_MS = 30_000
const TRY_AGAIN_SECONDS = 5

/** Whoever vouches for people here: Google itself, or what stands in for it. */
export type Google = {
  clientId: string
  issuers: readonly string[]
  /** A path where it is our own server that plays Google. */
  authorizationUrl: string
  redirectUri: string
  findKey: JWTVerifyGetKey
  /** Google stamps its tokens with the real time, however far a demo has moved its own. */
  clock: Clock
}

export function openGoogle(env: Pick<Env, 'google' | 'publicOrigin'>, clock: Clock): Google | null {
  if (!env.google) return null
  const { keysUrl, ...settings } = env.google
  return { ...settings, redirectUri: returnAddress(env), findKey: keysAt(keysUrl), clock }
}

/** Without a configured address the browser knows best how it came here, and completes the path by itself. */
export const returnAddress = ({ publicOrigin = '' }: Pick<Env, 'publicOrigin'>) => publicOrigin + returnPath

/** Fetched from the configured address alone, whatever a token says of its key, and then kept. */
export function keysAt(url: string): JWTVerifyGetKey {
  const find = createRemoteJWKSet(new URL(url), {
    timeoutDuration: ANSWER_WITHIN_MS,
    cacheMaxAge: KNOWN_FOR_MS,
    cooldownDuration: ASK_AGAIN_AFTER_MS,
  })
  return async (header, token) => {
    try {
      return await find(header, token)
    } catch (error) {
      if (isAboutTheToken(error)) throw error
      const unavailable = coreRefusal('core.unavailable', { retryAfterSeconds: TRY_AGAIN_SECONDS })
      unavailable.cause = error
      throw unavailable
    }
  }
}

const isAboutTheToken = (error: unknown) =>
  error instanceof errors.JWKSNoMatchingKey ||
  error instanceof errors.JWKSMultipleMatchingKeys ||
  error instanceof errors.JOSENotSupported
