import * as calls from '@saathi/contract/safety/calls'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#core/domain.ts'
import { serve, servePrepared } from '#core/serve.ts'
import { listBlocks, blockPerson, unblockPerson } from './blocks.ts'
import { requireReportWithin } from './copy-file.ts'
import { caseRoutes, deskRoutes } from './desk-routes.ts'
import * as reports from './reports.ts'
import { requireWithinLimits } from '#core/limits/require-within-limits.ts'
import { listSafetyHelplines } from './helplines.ts'

export async function safetyRoutes(app: FastifyInstance, { limits, files }: Services) {
  servePrepared(
    app,
    calls.sendReport,
    (db, { body }, caller) => requireReportWithin(db, { limits, store: files.store }, body, caller),
    (ctx, { body }, _exchange, file) => reports.sendReport(ctx, body, file),
  )
  serve(app, calls.listMyReports, (ctx, { query }) => reports.listMyReports(ctx, query.before))
  servePrepared(
    app,
    calls.addToReport,
    (db, _input, { actor, now }) =>
      requireWithinLimits(db, now(), [{ limits: limits.reportWordsPerPerson, key: String(actor.personId) }]),
    (ctx, { params, body }) => reports.addToReport(ctx, params.id, body),
  )
  serve(app, calls.reopenReport, (ctx, { params, body }) => reports.reopenReport(ctx, params.id, body.text))
  serve(app, calls.setGuardianWish, (ctx, { params, body }) => reports.setGuardianWish(ctx, params.id, body.mayTellGuardian))
  serve(app, calls.listSafetyHelplines, (ctx) => listSafetyHelplines(ctx))
  deskRoutes(app)
  caseRoutes(app)
  serve(app, calls.listBlocks, (ctx) => listBlocks(ctx))
  serve(app, calls.blockPerson, (ctx, { params }) => blockPerson(ctx, params.personId))
  serve(app, calls.unblockPerson, (ctx, { params }) => unblockPerson(ctx, params.personId))
}
