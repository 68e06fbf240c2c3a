import * as calls from '@saathi/contract/matching/calls'
import type { FastifyInstance } from 'fastify'
import type { Files } from '#core/files/open-files.ts'
import type { Limits } from '#core/limits/limits.ts'
import { requireWithinLimits } from '#core/limits/require-within-limits.ts'
import { serve, servePrepared } from '#core/serve.ts'
import { chooseMatches } from './choose/choose.ts'
import * as matches from './service.ts'
import { evidenceRoutes } from './screening/routes.ts'
import { staffRoutes } from './staff/routes.ts'

export async function matchingRoutes(app: FastifyInstance, { limits, files }: { limits: Limits; files: Files }) {
  serve(app, calls.getMatchList, (ctx, { query }) => matches.getMatchList(ctx, query))

  serve(app, calls.getGroupHoldInfo, (ctx) => matches.getGroupHoldInfo(ctx))

  serve(app, calls.getMatchInfo, (ctx, { params }) => matches.getMatchInfo(ctx, params.id))

  servePrepared(
    app,
    calls.setMatchStatus,
    (db, _input, { actor, now }) =>
      requireWithinLimits(db, now(), [{ limits: limits.matchChoicePerPerson, key: String(actor.personId) }]),
    (ctx, { body }) => chooseMatches(ctx, body.interestSet),
  )

  staffRoutes(app)
  evidenceRoutes(app, { limits, files, log: app.log })
}
