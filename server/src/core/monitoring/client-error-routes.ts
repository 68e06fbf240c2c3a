import { cleanReport, listClientErrors, reportClientErrors } from '@saathi/contract/core/client-errors'
import type { FastifyInstance } from 'fastify'
import { Counter } from 'prom-client'
import * as z from 'zod/mini'
import { defineJob } from '../jobs/define-job.ts'
import { retentionCutoff } from '../jobs/retention.ts'
import { ipKey } from '../limits/ip-key.ts'
import type { Limits } from '../limits/limits.ts'
import { requireWithinLimits } from '../limits/require-within-limits.ts'
import { serve, servePrepared } from '../serve.ts'
import { countKinds, countReports, deleteOldReports, findLatest, MAX_STORED } from './client-error-store.ts'

/** Anybody may report, even signed out, so reports are bounded, cleaned and limited by address. The person is not stored. */
export async function clientErrorRoutes(app: FastifyInstance, { limits }: { limits: Limits }): Promise<void> {
  const counter = new Counter({
    name: 'saathi_client_errors_total',
    help: 'Failures that browsers reported, by kind',
    labelNames: ['kind'],
    registers: [app.metrics],
  })

  servePrepared(
    app,
    reportClientErrors,
    (db, _input, { now, exchange }) =>
      requireWithinLimits(db, now(), [{ limits: limits.clientErrorsPerIp, key: ipKey(exchange.ip) }]),
    async ({ db, now }, { body }) => {
      const reports = body.errors.map(cleanReport)
      await countReports(db, reports, now())
      for (const { kind } of reports) counter.inc({ kind })
      return {}
    },
  )

  serve(app, listClientErrors, async ({ db }, { query }) => ({
    kinds: await countKinds(db),
    errors: await findLatest(db, query.kind),
  }))
}

/** Makes room for new reports each day. */
export const deleteOldClientErrorsJob = defineJob({
  name: 'core.forget_client_errors',
  payload: z.strictObject({}),
  retry: { limit: 3, delaySeconds: 600, backoff: true },
  timeoutSeconds: 60,
  everyDayAt: '03:40',
  work: async (ctx) => {
    await deleteOldReports(ctx.db, await retentionCutoff(ctx, 'client_errors'), MAX_STORED / 2)
  },
})
