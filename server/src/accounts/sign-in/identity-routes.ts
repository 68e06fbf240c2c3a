import * as calls from '@saathi/contract/accounts/identity-calls'
import type { FastifyInstance } from 'fastify'
import { coreRefusal } from '#core/errors.ts'
import type { Exchange } from '#core/http/exchange.ts'
import { isOwnOrigin } from '#core/http/origin.ts'
import { serve, servePrepared } from '#core/serve.ts'
import { confirmIdentity, requireProof } from './confirm.ts'
import { describeDevice, clearRefreshCookie, cookieName, setRefreshCookie } from './browser.ts'
import { describeGoogle } from '../google/google.ts'
import * as accounts from '../service.ts'
import * as signIns from './sign-in.ts'
import type { AccountsParts } from '../tokens.ts'

export function identityRoutes(app: FastifyInstance, { env, tokens, limits, google }: AccountsParts) {
  /** These calls act on a cookie, which a foreign page could make a browser send. */
  const requireOwnPage = ({ origin, host }: Exchange) => {
    if (!isOwnOrigin(origin, host, env.publicOrigin)) throw coreRefusal('core.forbidden')
  }
  const reply = (exchange: Exchange, { refreshToken, ...signedIn }: signIns.SignedIn) => {
    setRefreshCookie(env, exchange, refreshToken)
    return signedIn
  }

  servePrepared(
    app,
    calls.signIn,
    async (db, { body }, { now, exchange }) => {
      requireOwnPage(exchange)
      await signIns.requireSignInWithin(db, now(), limits, env.secret, { email: body.email, ip: exchange.ip })
      return signIns.checkPassword(db, now(), env.secret, { ...body, ip: exchange.ip })
    },
    async (ctx, _input, exchange, checked) => {
      return reply(exchange, await signIns.signIn(ctx, tokens, checked, describeDevice(exchange.userAgent)))
    },
  )

  servePrepared(
    app,
    calls.refresh,
    async (db, _input, { now, exchange }) => {
      requireOwnPage(exchange)
      await signIns.requireRefreshWithin(db, now(), limits, exchange.ip)
    },
    async (ctx, _input, exchange) => reply(exchange, await signIns.refresh(ctx, tokens, exchange.cookie(cookieName(env)))),
  )

  serve(app, calls.signOut, async (ctx, _input, exchange) => {
    requireOwnPage(exchange)
    await signIns.signOut(ctx, tokens, exchange.cookie(cookieName(env)))
    clearRefreshCookie(env, exchange)
    return {}
  })

  serve(app, calls.listSignIns, async (ctx) => ({ sessions: await signIns.listSignIns(ctx) }))

  serve(app, calls.endSignIn, async (ctx, { params }) => {
    await signIns.endSignIn(ctx, params.sessionId)
    return {}
  })

  serve(app, calls.endEverySignIn, async (ctx, _input, exchange) => {
    await signIns.endEverySignIn(ctx)
    clearRefreshCookie(env, exchange)
    return {}
  })

  servePrepared(
    app,
    calls.confirmIdentity,
    (db, { body }, { actor, now, exchange }) =>
      requireProof(db, { secret: env.secret, limits, google }, { actor, now: now(), ip: exchange.ip }, body),
    async (ctx) => {
      await confirmIdentity(ctx)
      return {}
    },
  )

  serve(app, calls.getSystemStatus, async (ctx) => ({
    ...(await accounts.describeMaintenance(ctx)),
    google: describeGoogle(google),
    version: env.productVersion,
    releaseStage: env.releaseStage,
  }))
}
