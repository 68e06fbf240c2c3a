import { createHmac, randomBytes } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { type Clock, isAlive } from '#core/clock.ts'
import type { Claims } from '#core/ctx.ts'
import type { Env } from '#core/env.ts'
import type { Files } from '#core/files/open-files.ts'
import type { Limits } from '#core/limits/limits.ts'
import type { Google } from './google/keys.ts'

export const ACCESS_TOKEN_SECONDS = 10 * 60
const ALGORITHM = 'HS256'
const AUDIENCE = 'saathi'

/** What the calls of this domain need. */
export type AccountsParts = { env: Env; tokens: Tokens; limits: Limits; files: Files; google: Google | null }

export type Tokens = {
  issueAccess: (personId: number, sessionId: string) => Promise<string>
  readAccess: (authorization: string | undefined) => Promise<Claims | null>
  newRefresh: () => string
  hashRefresh: (token: string) => Buffer
}

/** Pages send the same token many times, so its signature is checked once. Expiry is checked each time. */
const MAX_CACHED = 5_000

export function tokenMaker(secret: Uint8Array, clock: Clock): Tokens {
  const verified = new Map<string, Claims>()
  return {
    async issueAccess(personId, sessionId) {
      const nowSeconds = Math.floor(clock.now().getTime() / 1000)
      return new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: ALGORITHM })
        .setSubject(String(personId))
        .setAudience(AUDIENCE)
        .setIssuedAt(nowSeconds)
        .setExpirationTime(nowSeconds + ACCESS_TOKEN_SECONDS)
        .sign(secret)
    },
    async readAccess(authorization) {
      const token = authorization?.match(/^Bearer ([\w.-]{1,4096})$/)?.[1]
      if (!token) return null
      const known = verified.get(token)
      if (known) return isAlive(known.expiresAt, clock.now(), ACCESS_TOKEN_SECONDS) ? known : null
      try {
        const { payload } = await jwtVerify(token, secret, {
          algorithms: [ALGORITHM],
          audience: AUDIENCE,
          currentDate: clock.now(),
          requiredClaims: ['sub', 'sid', 'exp'],
        })
        const { sid, sub, exp } = payload
        if (typeof sid !== 'string' || !sub || exp === undefined) return null
        const claims = { personId: Number(sub), sessionId: sid, expiresAt: new Date(exp * 1000) }
        if (!isAlive(claims.expiresAt, clock.now(), ACCESS_TOKEN_SECONDS)) return null
        if (verified.size >= MAX_CACHED) verified.clear()
        verified.set(token, claims)
        return claims
      } catch {
        return null
      }
    },
    newRefresh: () => randomBytes(32).toString('base64url'),
    // Keyed, so that a stolen table cannot be searched for a token seen elsewhere.
    hashRefresh: (token) => createHmac('sha256', secret).update(token).digest(),
  }
}
