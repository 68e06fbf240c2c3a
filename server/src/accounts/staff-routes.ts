import * as calls from '@saathi/contract/accounts/staff-calls'
import type { FastifyInstance } from 'fastify'
import { serve, servePrepared } from '#core/serve.ts'
import type { AccountsParts } from './routes.ts'
import { giveSecondFactor, offerAuthenticator, requireSecondFactorWithin } from './second-factor.ts'
import { addPerson } from './sign-up.ts'
import * as staff from './staff.ts'

export function staffRoutes(app: FastifyInstance, { env, limits }: AccountsParts) {
  serve(app, calls.setMaintenance, async (ctx, { body }) => {
    await staff.setMaintenance(ctx, body.underMaintenance)
    return body
  })

  serve(app, calls.setFlags, async (ctx, { params, body }) => {
    await staff.setFlags(ctx, params.personId, body)
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
    const { personId } = await addPerson(ctx, { ...person, languageCode })
    return { personId }
  })

  serve(app, calls.offerAuthenticator, (ctx) => offerAuthenticator(ctx, env.secret))

  servePrepared(
    app,
    calls.giveSecondFactor,
    (db, _input, { actor, now }) => requireSecondFactorWithin(db, now(), limits, actor.personId),
    async (ctx, { body }) => {
      await giveSecondFactor(ctx, env.secret, body.code)
      return {}
    },
  )
}
