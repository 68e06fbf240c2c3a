import * as calls from '@saathi/contract/accounts/calls'
import { requestEmailChange, changePassword, confirmEmailChange } from '@saathi/contract/accounts/code-calls'
import { getNextFacts } from '@saathi/contract/accounts/next-facts'
import type { FastifyInstance } from 'fastify'
import { serve, servePrepared } from '#core/serve.ts'
import { requireCodeRequestAllowed, requireCodeTryWithin, sendChangeCode } from '../codes/codes.ts'
import { confirmIdentity, requireProof } from '../sign-in/confirm.ts'
import * as leaving from '../leave/leave.ts'
import { storePicture } from './picture.ts'
import { exportOwnData, requireExportWithin } from '../privacy.ts'
import * as profile from './profile.ts'
import * as accounts from '../service.ts'
import type { AccountsParts } from '../tokens.ts'

export function profileRoutes(app: FastifyInstance, { files, limits, env, google }: AccountsParts) {
  const { secret } = env
  const deps = { secret, limits, google }

  serve(app, calls.getProfile, (ctx) => accounts.getProfile(ctx))

  serve(app, getNextFacts, (ctx) => accounts.getNextFacts(ctx))

  servePrepared(
    app,
    calls.updateProfile,
    (db, { form }, requester) => storePicture({ files, limits, log: app.log }, db, requester, form),
    (ctx, { form }, _exchange, picture) => profile.updateProfile(ctx, form.fields, picture),
  )

  serve(app, calls.setPrimaryLanguage, async (ctx, { params }) => ({
    newPrimaryLanguage: await accounts.setPrimaryLanguage(ctx, params.code),
  }))

  serve(app, calls.agreeToTerms, async (ctx) => {
    await profile.agreeToTerms(ctx)
    return { hasAgreedTerms: true } as const
  })

  // Rate limits are counted first, outside the transaction, so that a refusal does not roll them back.
  servePrepared(
    app,
    changePassword,
    async (db, { body }, { actor, now, exchange }) => {
      await requireProof(db, deps, { actor, now: now(), ip: exchange.ip }, { password: body.password })
      return profile.prepareOwnPassword(db, body.newPassword, actor.personId)
    },
    async (ctx, _input, _exchange, passwordHash) => {
      await profile.changePassword(ctx, passwordHash)
      return {}
    },
  )

  servePrepared(
    app,
    requestEmailChange,
    async (db, { body: { email, password } }, { actor, now, exchange: { ip } }) => {
      await requireProof(db, deps, { actor, now: now(), ip }, { password })
      await profile.requireFreeAddress(db, email)
      await requireCodeRequestAllowed(db, { address: email, purpose: 'change_email' }, { now: now(), limits, ip })
    },
    async (ctx, { body }, { ip }) => {
      await confirmIdentity(ctx)
      return sendChangeCode(ctx, body.email, { secret, limits, ip, translate: profile.translatorForActor(ctx.actor) })
    },
  )

  servePrepared(
    app,
    confirmEmailChange,
    async (db, { body }, { actor, now, exchange }) => {
      await requireCodeTryWithin(db, now(), limits, exchange.ip)
      await profile.requireChangeCode({ db, actor, now }, body, secret)
    },
    (ctx, { body }) => profile.changeEmail(ctx, body, secret),
  )

  servePrepared(
    app,
    calls.exportOwnData,
    (db, _input, requester) => requireExportWithin(db, limits, requester),
    (ctx) => exportOwnData(ctx),
  )

  serve(app, calls.leaveSaathi, async (ctx) => ({ leavesAt: (await leaving.leaveSaathi(ctx)).toISOString() }))

  serve(app, calls.stayWithSaathi, async (ctx) => {
    await leaving.stayWithSaathi(ctx)
    return {}
  })
}
