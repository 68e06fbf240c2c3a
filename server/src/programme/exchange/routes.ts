import * as calls from '@saathi/contract/content/exchange-calls'
import type { FastifyInstance } from 'fastify'
import { conflict } from '#core/errors.ts'
import { servePrepared } from '#core/serve.ts'
import { ProgrammeProblems } from '../programme.ts'
import { checkArchive, exportArchive, importArchive, readArchive, requireAll } from './import.ts'

/** Reading and checking thousands of files takes a second or two, so it happens before the call's transaction. */
export function exchangeRoutes(app: FastifyInstance): void {
  servePrepared(
    app,
    calls.exportProgramme,
    (_db, _input, { actor }) => {
      requireAll(actor)
      return exportArchive(app.world)
    },
    async (_ctx, _input, _exchange, archive) => archive,
  )
  servePrepared(
    app,
    calls.checkImport,
    (_db, { form }, { actor }) => {
      requireAll(actor)
      return checkArchive(app.world, app.log, form.files.archive.bytes)
    },
    async (_ctx, _input, _exchange, checked) => checked,
  )
  servePrepared(
    app,
    calls.importProgramme,
    async (_db, { form }, { actor }) => {
      requireAll(actor)
      return readArchive(form.files.archive.bytes).catch((error: unknown) => {
        throw error instanceof ProgrammeProblems ? conflict('content.has_problems') : error
      })
    },
    (ctx, { form }, _exchange, programme) => {
      requireAll(ctx.actor)
      return importArchive(ctx, programme, form.fields.token)
    },
  )
}
