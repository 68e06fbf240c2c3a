import * as calls from '@saathi/contract/accounts/sign-up-calls'
import type { FastifyInstance } from 'fastify'
import { coreRefusal } from '#core/errors.ts'
import { isOwnOrigin } from '#core/http/origin.ts'
import { serve, servePrepared } from '#core/serve.ts'
import { languageFor } from '#core/texts.ts'
import { describeDevice, setRefreshCookie } from '../sign-in/browser.ts'
import { signUpTokens } from '../google/sign-up-token.ts'
import * as service from './sign-up.ts'
import type { AccountsParts } from '../tokens.ts'

export function signUpRoutes(app: FastifyInstance, { env, tokens, limits }: AccountsParts) {
  const { secret } = env
  const googleTokens = signUpTokens(secret, app.world.clock)
  const reportsConversions = env.adsConversionUrl !== undefined

  servePrepared(
    app,
    calls.signUp,
    async (db, { body }, { now, exchange }) => {
      // This call sets a cookie, so requests from foreign pages are refused.
      if (!isOwnOrigin(exchange.origin, exchange.host, env.publicOrigin)) throw coreRefusal('core.forbidden')
      exchange.setLanguage(languageFor(`${body.newPrimaryLanguage},${exchange.acceptLanguage}`))
      return service.requireProof(db, body, exchange, { now: now(), secret, limits, signUpTokens: googleTokens })
    },
    async (ctx, { body }, exchange, proof) => {
      const device = describeDevice(exchange.userAgent)
      const { refreshToken, ...signedIn } = await service.signUp(ctx, body, proof, {
        tokens,
        secret,
        device,
        reportsConversions,
      })
      setRefreshCookie(env, exchange, refreshToken)
      return signedIn
    },
  )

  serve(app, calls.getDeclaration, (ctx, { query }, { acceptLanguage }) =>
    service.getDeclaration(ctx, { type: query.type, language: query.languageCode, acceptLanguage }),
  )

  serve(app, calls.listProjects, (ctx) => service.listProjects(ctx))
}
