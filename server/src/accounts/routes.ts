import { signInWithGoogle } from '@saathi/contract/accounts/identity-calls'
import { listLooksAtMe } from '@saathi/contract/accounts/look-calls'
import * as recoveryCalls from '@saathi/contract/accounts/recovery-calls'
import * as calls from '@saathi/contract/accounts/staff-calls'
import { endRight, giveRight, listTeam } from '@saathi/contract/accounts/team-calls'
import type { FastifyInstance } from 'fastify'
import { coreRefusal } from '#core/errors.ts'
import { isOwnOrigin } from '#core/http/origin.ts'
import { servePrepared, serve } from '#core/serve.ts'
import { codeRoutes } from './codes/routes.ts'
import { describeDevice, setRefreshCookie } from './sign-in/browser.ts'
import { verifyGoogleProof } from './google/proof.ts'
import { signUpTokens } from './google/sign-up-token.ts'
import * as service from './google/google.ts'
import { importRoutes } from './import/routes.ts'
import { identityRoutes } from './sign-in/identity-routes.ts'
import { profileRoutes } from './profile/routes.ts'
import {
  getSecondFactor,
  giveSecondFactor,
  offerAuthenticator,
  requireSecondFactorWithin,
} from './second-factor/second-factor.ts'
import * as recovery from './second-factor/recovery.ts'
import { signUpRoutes } from './sign-up/routes.ts'
import * as looks from './staff/looks.ts'
import * as rights from './staff/rights.ts'
import * as staff from './staff/staff.ts'
import type { AccountsParts } from './tokens.ts'

export async function accountsRoutes(app: FastifyInstance, parts: AccountsParts) {
  identityRoutes(app, parts)
  codeRoutes(app, parts)
  signUpRoutes(app, parts)
  googleRoutes(app, parts)
  profileRoutes(app, parts)
  staffRoutes(app, parts)
  importRoutes(app, parts.limits)
}

function googleRoutes(app: FastifyInstance, { env, tokens, limits, google }: AccountsParts) {
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

function staffRoutes(app: FastifyInstance, { env, limits }: AccountsParts) {
  serve(app, calls.setMaintenance, async (ctx, { body }) => {
    const { underMaintenance, message = '', until = null } = body
    await staff.setMaintenance(ctx, { underMaintenance, message, until: until === null ? null : new Date(until) })
    return { underMaintenance }
  })

  serve(app, calls.setFlags, async (ctx, { params, body }) => {
    const { reason: _reason, ...flags } = body
    await staff.setFlags(ctx, params.personId, flags)
    return {}
  })

  serve(app, calls.setDisabled, async (ctx, { params, body }) => {
    await staff.setDisabled(ctx, params.personId, body.isDisabled)
    return {}
  })

  serve(app, calls.setVerified, async (ctx, { params, body }) => {
    await staff.setVerified(ctx, params.personId, body.isVerified)
    return {}
  })

  serve(app, calls.addPerson, async (ctx, { body }) => {
    const { newPrimaryLanguage: languageCode, ...person } = body
    return staff.addPersonByStaff(ctx, { ...person, languageCode })
  })

  serve(app, calls.inviteAgain, async (ctx, { params }) => {
    await staff.inviteAgain(ctx, params.personId)
    return {}
  })

  serve(app, calls.changeAddress, async (ctx, { params, body }) => {
    await staff.changeAddress(ctx, params.personId, body.email)
    return {}
  })

  serve(app, calls.signOutEverywhere, async (ctx, { params }) => {
    await staff.signOutEverywhere(ctx, params.personId)
    return {}
  })

  serve(app, listLooksAtMe, (ctx, { query }) => looks.listLooksAtMe(ctx, query.before ?? null))

  serve(app, listTeam, (ctx) => rights.listTeam(ctx))
  serve(app, giveRight, (ctx, { body }) => rights.giveRight(ctx, body))
  serve(app, endRight, async (ctx, { params }) => {
    await rights.endRight(ctx, params.id)
    return {}
  })

  serve(app, calls.getSecondFactor, (ctx) => getSecondFactor(ctx))
  serve(app, calls.offerAuthenticator, (ctx) => offerAuthenticator(ctx, env.secret))

  servePrepared(
    app,
    calls.giveSecondFactor,
    (db, _input, { actor, now }) => requireSecondFactorWithin(db, now(), limits, actor.personId),
    (ctx, { body }) => giveSecondFactor(ctx, env.secret, body.code),
  )

  servePrepared(
    app,
    recoveryCalls.giveRecoveryCode,
    (db, _input, { actor, now }) => requireSecondFactorWithin(db, now(), limits, actor.personId),
    async (ctx, { body }) => {
      await recovery.giveRecoveryCode(ctx, env.secret, body.code)
      return {}
    },
  )
  serve(app, recoveryCalls.makeRecoveryCodes, (ctx) => recovery.makeRecoveryCodes(ctx, env.secret))
  serve(app, recoveryCalls.requestReset, (ctx) => recovery.requestReset(ctx))
  serve(app, recoveryCalls.listResets, (ctx) => recovery.listResets(ctx))
  serve(app, recoveryCalls.approveReset, (ctx, { params }) => recovery.approveReset(ctx, params.id))
}
