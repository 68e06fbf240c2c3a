import { HOUR_MS } from '@saathi/contract/core/time'
import { createRemoteJWKSet, errors, type JWTVerifyGetKey } from 'jose'
import type { Clock } from '#core/clock.ts'
import type { Env } from '#core/env.ts'
import { coreRefusal } from '#core/errors.ts'

/** The page Google's popup returns to; it hands the reply to the page that opened it. */
export const returnPath = '/google-return.html'

const TIMEOUT_MS = 5_000
const CACHED_FOR_MS = HOUR_MS
/** Limits key refetches: anyone can send tokens that name an unknown key. */
const REFETCH_AFTER_MS = 30_000
const RETRY_AFTER_SECONDS = 5

/** The identity provider: Google itself, or a stand-in. */
export type Google = {
  clientId: string
  issuers: readonly string[]
  /** A path if our own server simulates Google. */
  authorizationUrl: string
  redirectUri: string
  findKey: JWTVerifyGetKey
  /** Google's tokens contain the real time, even if a demo has moved its own clock. */
  clock: Clock
}

export function openGoogle(env: Pick<Env, 'google' | 'publicOrigin'>, clock: Clock): Google | null {
  if (!env.google) return null
  const { keysUrl, ...settings } = env.google
  return { ...settings, redirectUri: returnAddress(env), findKey: keysAt(keysUrl), clock }
}

/** Without a configured address the browser completes the path itself. */
export const returnAddress = ({ publicOrigin = '' }: Pick<Env, 'publicOrigin'>) => publicOrigin + returnPath

/** Fetched only from the configured address, whatever the token says about its key, and then cached. */
function keysAt(url: string): JWTVerifyGetKey {
  const find = createRemoteJWKSet(new URL(url), {
    timeoutDuration: TIMEOUT_MS,
    cacheMaxAge: CACHED_FOR_MS,
    cooldownDuration: REFETCH_AFTER_MS,
  })
  return async (header, token) => {
    try {
      return await find(header, token)
    } catch (error) {
      if (isTokenError(error)) throw error
      const unavailable = coreRefusal('core.unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS })
      unavailable.cause = error
      throw unavailable
    }
  }
}

const isTokenError = (error: unknown) =>
  error instanceof errors.JWKSNoMatchingKey ||
  error instanceof errors.JWKSMultipleMatchingKeys ||
  error instanceof errors.JOSENotSupported
