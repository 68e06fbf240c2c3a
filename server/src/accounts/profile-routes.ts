import * as calls from '@saathi/contract/accounts/calls'
import type { FastifyInstance } from 'fastify'
import { serve, servePrepared } from '#core/serve.ts'
import * as leaving from './leave.ts'
import { keepPicture } from './picture.ts'
import { exportOwnData, requireExportWithin } from './privacy.ts'
import * as profile from './profile.ts'
import type { AccountsParts } from './routes.ts'
import * as accounts from './service.ts'

export function profileRoutes(app: FastifyInstance, { files, limits }: AccountsParts) {
  serve(app, calls.getProfile, (ctx) => accounts.getProfile(ctx))

  servePrepared(
    app,
    calls.updateProfile,
    (db, { form }, asking) => keepPicture({ files, limits, log: app.log }, db, asking, form),
    (ctx, { form }, _exchange, picture) => profile.updateProfile(ctx, form.fields, picture),
  )

  serve(app, calls.setPrimaryLanguage, async (ctx, { params }) => ({
    newPrimaryLanguage: await accounts.setPrimaryLanguage(ctx, params.code),
  }))

  serve(app, calls.agreeToTerms, async (ctx) => {
    await profile.agreeToTerms(ctx)
    return { hasAgreedTerms: true } as const
  })

  servePrepared(
    app,
    calls.exportOwnData,
    (db, _input, asking) => requireExportWithin(db, limits, asking),
    (ctx) => exportOwnData(ctx),
  )

  serve(app, calls.leaveSaathi, async (ctx) => ({ leavesAt: (await leaving.leaveSaathi(ctx)).toISOString() }))

  serve(app, calls.stayWithSaathi, async (ctx) => {
    await leaving.stayWithSaathi(ctx)
    return {}
  })
}
