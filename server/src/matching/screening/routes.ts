import * as calls from '@saathi/contract/matching/screening-calls'
import type { FastifyInstance } from 'fastify'
import { serve, servePrepared } from '#core/serve.ts'
import * as evidence from './evidence.ts'

export function evidenceRoutes(app: FastifyInstance, deps: Parameters<typeof evidence.storeEvidence>[0]): void {
  servePrepared(
    app,
    calls.uploadEvidence,
    (db, { params, form }, caller) =>
      evidence.storeEvidence(deps, db, caller, { personId: params.personId, file: form.files.file }),
    (ctx, { params }, _exchange, upload) => evidence.setEvidence(ctx, params, upload),
  )

  serve(app, calls.removeEvidence, (ctx, { params }) => evidence.setEvidence(ctx, params, null))

  serve(app, calls.openEvidence, (ctx, { params }) => evidence.openEvidence(ctx, params))
}
