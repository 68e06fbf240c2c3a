import { signInWithGoogle } from '@saathi/contract/accounts/identity-calls'
import type { FastifyInstance } from 'fastify'
import { coreRefusal } from '#core/errors.ts'
import { isOwnOrigin } from '#core/origin.ts'
import { servePrepared } from '#core/serve.ts'
import { describeDevice } from './device.ts'
import { verifyGoogleProof } from './google-proof.ts'
import { signUpTokens } from './google-sign-up-token.ts'
import * as service from './google.ts'
import { setRefreshCookie } from './refresh-cookie.ts'
import type { AccountsParts } from './routes.ts'

export function googleRoutes(app: FastifyInstance, { env, tokens, limits, google }: AccountsParts) {
  const signUps = signUpTokens(env.secret, app.world.clock)

  servePrepared(
    app,
    signInWithGoogle,
    async (db, { body }, { now, exchange }) => {
      // This call sets a cookie, so requests from foreign pages are refused.
      if (!isOwnOrigin(exchange.origin, exchange.host, env.publicOrigin)) throw coreRefusal('core.forbidden')
      const known = service.requireGoogle(google)
      await service.requireGoogleWithin(db, now(), limits, exchange.ip)
      return verifyGoogleProof(db, now(), known, body)
    },
    async (ctx, _input, exchange, identity) => {
      const answer = await service.signInWithGoogle(ctx, tokens, signUps, identity, describeDevice(exchange.userAgent))
      if ('signUpNeeded' in answer) return answer
      const { refreshToken, ...signedIn } = answer
      setRefreshCookie(env, exchange, refreshToken)
      return signedIn
    },
  )
}
