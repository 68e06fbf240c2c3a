import * as calls from '@saathi/contract/accounts/calls'
import type { FastifyInstance } from 'fastify'
import type { Env } from '#core/env.ts'
import { coreRefusal } from '#core/errors.ts'
import type { Exchange } from '#core/http-exchange.ts'
import type { Limits } from '#core/limits/limits.ts'
import { isOwnOrigin } from '#core/origin.ts'
import { serve, servePrepared } from '#core/serve.ts'
import { describeDevice } from './device.ts'
import { clearRefreshCookie, cookieName, setRefreshCookie } from './refresh-cookie.ts'
import * as accounts from './service.ts'
import * as signIns from './sign-in.ts'
import type { Tokens } from './tokens.ts'

export async function accountsRoutes(
  app: FastifyInstance,
  { env, tokens, limits }: { env: Env; tokens: Tokens; limits: Limits },
) {
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
      await signIns.requireSignInWithin(db, now(), limits, body.email, exchange.ip)
      return signIns.checkPassword(db, body.email, body.password)
    },
    async (ctx, _input, exchange, checked) =>
      reply(exchange, await signIns.signIn(ctx, tokens, checked, describeDevice(exchange.userAgent))),
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

  serve(app, calls.getProfile, (ctx) => accounts.getProfile(ctx))

  serve(app, calls.setPrimaryLanguage, async (ctx, { params }) => ({
    newPrimaryLanguage: await accounts.setPrimaryLanguage(ctx, params.code),
  }))

  serve(app, calls.getSystemStatus, async (ctx) => ({ underMaintenance: await accounts.isUnderMaintenance(ctx) }))
}
