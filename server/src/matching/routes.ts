import * as calls from '@saathi/contract/matching/calls'
import type { FastifyInstance } from 'fastify'
import type { Limits } from '#core/limits/limits.ts'
import { requireWithinLimits } from '#core/limits/require-within-limits.ts'
import { serve, servePrepared } from '#core/serve.ts'
import { chooseMatches } from './choose/choose.ts'
import * as matches from './service.ts'
import { staffRoutes } from './staff/routes.ts'

export async function matchingRoutes(app: FastifyInstance, { limits }: { limits: Limits }) {
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
}
