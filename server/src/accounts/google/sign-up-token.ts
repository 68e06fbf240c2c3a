import { MINUTE_SECONDS } from '@saathi/contract/core/time'
import { jwtVerify, SignJWT } from 'jose'
import * as z from 'zod/mini'
import { type Clock, isAlive } from '#core/clock.ts'
import type { GoogleIdentity } from './proof.ts'

const SIGN_UP_TOKEN_SECONDS = 30 * MINUTE_SECONDS
const ALGORITHM = 'HS256'
/** Differs from the audience of access tokens, so neither is accepted as the other. */
const AUDIENCE = 'saathi.google-sign-up'

const Claims = z.object({ sub: z.string(), email: z.string(), given_name: z.string(), family_name: z.string(), exp: z.number() })

export type SignUpTokens = {
  issue: (identity: GoogleIdentity) => Promise<string>
  /** Null if the token is missing, expired or not ours. */
  read: (token: string | undefined) => Promise<GoogleIdentity | null>
}

/** Carries Google's identity from the sign-in to the end of the sign-up. The unique subject ensures it is used once. */
export function signUpTokens(secret: Uint8Array, clock: Clock): SignUpTokens {
  return {
    issue({ subject, email, firstName, lastName }) {
      const nowSeconds = Math.floor(clock.now().getTime() / 1000)
      return new SignJWT({ email, given_name: firstName, family_name: lastName })
        .setProtectedHeader({ alg: ALGORITHM })
        .setSubject(subject)
        .setAudience(AUDIENCE)
        .setIssuedAt(nowSeconds)
        .setExpirationTime(nowSeconds + SIGN_UP_TOKEN_SECONDS)
        .sign(secret)
    },
    async read(token) {
      if (!token) return null
      try {
        const { payload } = await jwtVerify(token, secret, {
          algorithms: [ALGORITHM],
          audience: AUDIENCE,
          currentDate: clock.now(),
          requiredClaims: ['exp'],
        })
        const { sub, email, given_name, family_name, exp } = Claims.parse(payload)
        if (!isAlive(new Date(exp * 1000), clock.now(), SIGN_UP_TOKEN_SECONDS)) return null
        return { subject: sub, email, firstName: given_name, lastName: family_name }
      } catch {
        return null
      }
    },
  }
}
