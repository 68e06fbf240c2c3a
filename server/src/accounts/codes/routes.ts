import * as calls from '@saathi/contract/accounts/code-calls'
import type { FastifyInstance } from 'fastify'
import type { Db } from '#core/ctx.ts'
import type { Exchange } from '#core/http/exchange.ts'
import { servePrepared } from '#core/serve.ts'
import { translatorFor } from '../signed-out-replies.ts'
import * as codes from './codes.ts'
import { confirmPassword, prepareNewPassword } from './new-password.ts'
import * as verification from './verification.ts'
import type { AccountsParts } from '../tokens.ts'

/** Rate limits are counted first, outside the transaction, so that a refusal does not roll them back. */
export function codeRoutes(app: FastifyInstance, { env, limits }: AccountsParts) {
  const { secret } = env
  const replyContext = (db: Db, { acceptLanguage, ip }: Exchange) => ({
    secret,
    limits,
    ip,
    acceptLanguage,
    translate: translatorFor(db, acceptLanguage),
  })

  servePrepared(
    app,
    calls.accountExists,
    (db, { body }, { now, exchange }) => verification.requireExistsCheckWithin(db, now(), limits, body.email, exchange.ip),
    (ctx, { body }) => verification.accountExists(ctx, body.email, body.provider),
  )

  servePrepared(
    app,
    calls.sendOtp,
    (db, { body }, { now, exchange }) =>
      codes.requireCodeRequestAllowed(db, { address: body.email, purpose: 'sign_up' }, { now: now(), limits, ip: exchange.ip }),
    (ctx, { body }, exchange) => codes.sendSignUpCode(ctx, body.email, replyContext(ctx.db, exchange)),
  )

  servePrepared(
    app,
    calls.resetPassword,
    (db, { body }, { now, exchange }) =>
      codes.requireCodeRequestAllowed(db, { address: body.email, purpose: 'reset' }, { now: now(), limits, ip: exchange.ip }),
    (ctx, { body }, exchange) => codes.sendResetCode(ctx, body.email, replyContext(ctx.db, exchange)),
  )

  for (const [call, purpose] of [
    [calls.verifyOtp, 'sign_up'],
    [calls.confirmOtp, 'reset'],
  ] as const) {
    servePrepared(
      app,
      call,
      async (db, { body }, { now, exchange }) => {
        const key = { address: body.email, purpose }
        if (purpose === 'sign_up') await codes.requireCodeTryWithin(db, now(), limits, exchange.ip)
        else await codes.requireResetTryWithin(db, now(), limits, { address: body.email, ip: exchange.ip })
        await codes.requireRightCode(db, key, { secret, now: now(), code: body.otp })
      },
      async (ctx, _input, exchange) => ({ message: await replyContext(ctx.db, exchange).translate('answers.codeRight') }),
    )
  }

  servePrepared(
    app,
    calls.confirmPassword,
    async (db, { body }, { now, exchange }) => {
      await codes.requireResetTryWithin(db, now(), limits, { address: body.email, ip: exchange.ip })
      return prepareNewPassword(db, body, { secret, now: now() })
    },
    (ctx, { body }, exchange, prepared) => confirmPassword(ctx, body, prepared, replyContext(ctx.db, exchange)),
  )

  servePrepared(
    app,
    calls.sendVerification,
    (db, { body }, { now, exchange }) => verification.prepareLink(db, now(), limits, body.email, exchange.ip),
    (ctx, { body }, exchange, { isDue }) =>
      verification.sendVerification(ctx, body.email, isDue, replyContext(ctx.db, exchange).translate),
  )

  servePrepared(
    app,
    calls.verifyEmail,
    (db, _input, { now, exchange }) => codes.requireCodeTryWithin(db, now(), limits, exchange.ip),
    (ctx, { body }) => verification.verifyEmail(ctx, body.token, secret),
  )
}
