import type { Claims } from '#core/ctx.ts'
import { createHmac } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { type Clock, isAlive } from '#core/clock.ts'

export const VIDEO_TOKEN_SECONDS = 5 * 60
const ALGORITHM = 'HS256'
const AUDIENCE = 'saathi-video'

type RoomClaims = Claims & { roomId: string }
export type VideoTokens = {
  issue: (claims: Omit<RoomClaims, 'expiresAt'>) => Promise<{ token: string; expiresAt: Date }>
  /** Null unless the token is valid. Whether the person still has access is checked in the database. */
  read: (token: string) => Promise<RoomClaims | null>
}

/** A token is short-lived and valid for one person, sign-in and room. */
export function videoTokens(secret: Uint8Array, clock: Clock): VideoTokens {
  // A separate key, so that tokens for other purposes are never valid here, nor these elsewhere.
  const key = createHmac('sha256', secret).update('video rooms, version 1').digest()
  return {
    async issue({ roomId, personId, sessionId }) {
      const nowSeconds = Math.floor(clock.now().getTime() / 1000)
      const expiresSeconds = nowSeconds + VIDEO_TOKEN_SECONDS
      const token = await new SignJWT({ sid: sessionId, room: roomId })
        .setProtectedHeader({ alg: ALGORITHM })
        .setSubject(String(personId))
        .setAudience(AUDIENCE)
        .setIssuedAt(nowSeconds)
        .setExpirationTime(expiresSeconds)
        .sign(key)
      return { token, expiresAt: new Date(expiresSeconds * 1000) }
    },
    async read(token) {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: [ALGORITHM],
          audience: AUDIENCE,
          currentDate: clock.now(),
          requiredClaims: ['sub', 'sid', 'room', 'exp'],
        })
        const { sub, sid, room, exp } = payload
        if (!sub || typeof sid !== 'string' || typeof room !== 'string' || exp === undefined) return null
        const expiresAt = new Date(exp * 1000)
        if (!isAlive(expiresAt, clock.now(), VIDEO_TOKEN_SECONDS)) return null
        return { personId: Number(sub), sessionId: sid, roomId: room, expiresAt }
      } catch {
        return null
      }
    },
  }
}
