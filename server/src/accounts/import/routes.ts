import * as calls from '@saathi/contract/accounts/import-calls'
import type { FastifyInstance } from 'fastify'
import type { Limits } from '#core/limits/limits.ts'
import { requireWithinLimits } from '#core/limits/require-within-limits.ts'
import { serve, servePrepared } from '#core/serve.ts'
import * as service from './import.ts'
import { sheetReader } from './read-sheet.ts'

export function importRoutes(app: FastifyInstance, limits: Limits): void {
  const readSheet = sheetReader()

  servePrepared(
    app,
    calls.uploadImport,
    async (db, { form }, { actor, now }) => {
      await requireWithinLimits(db, now(), [{ limits: limits.uploadPerPerson, key: String(actor.personId) }])
      return service.readImport(db, readSheet, form.files.file, { actor, now })
    },
    (ctx, { form }, _exchange, read) => service.storeImport(ctx, form.files.file.name, read),
  )

  serve(app, calls.listImports, (ctx) => service.listImports(ctx))
  serve(app, calls.getImport, (ctx, { params }) => service.getImport(ctx, params.runId))
  serve(app, calls.listImportRows, (ctx, { params, query }) => service.listImportRows(ctx, params.runId, query))
  serve(app, calls.exportLeftOut, (ctx, { params }) => service.exportLeftOut(ctx, params.runId))
  serve(app, calls.correctImportRow, (ctx, { params, body }) => service.correctImportRow(ctx, params.runId, params.number, body))
  serve(app, calls.setUpdatesExisting, (ctx, { params, body }) =>
    service.setUpdatesExisting(ctx, params.runId, body.updatesExisting),
  )
  serve(app, calls.startImport, async (ctx, { params }) => {
    await service.startImport(ctx, params.runId)
    return {}
  })
  serve(app, calls.stopImport, async (ctx, { params }) => {
    await service.stopImport(ctx, params.runId)
    return {}
  })
  serve(app, calls.undoImport, async (ctx, { params }) => {
    await service.undoImport(ctx, params.runId)
    return {}
  })
}
