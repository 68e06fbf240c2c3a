import { cleanReport, listClientErrors, reportClientErrors } from '@saathi/contract/core/client-errors'
import type { FastifyInstance } from 'fastify'
import { Counter } from 'prom-client'
import * as z from 'zod/mini'
import { defineJob } from '../jobs/define-job.ts'
import { ipKey } from '../limits/ip-key.ts'
import type { Limits } from '../limits/limits.ts'
import { requireWithin } from '../limits/require-within.ts'
import { serve, servePrepared } from '../serve.ts'
import { countKinds, countReports, deleteOldReports, findLatest, MOST_KEPT } from './store.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const KEPT_MS = 30 * DAY_MS

/** Anybody may report, also signed out, so a report is bounded, cleaned and counted by place; who it was is not stored. */
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
    (db, _input, { now, exchange }) => requireWithin(db, now(), [{ limits: limits.clientErrorsPerIp, key: ipKey(exchange.ip) }]),
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

/** Leaves room for new ones each day. */
export const forgetClientErrorsJob = defineJob({
  name: 'core.forget_client_errors',
  payload: z.strictObject({}),
  retry: { limit: 3, delaySeconds: 600, backoff: true },
  timeoutSeconds: 60,
  everyDayAt: '03:40',
  work: async (ctx) => {
    await deleteOldReports(ctx.db, new Date(ctx.now().getTime() - KEPT_MS), MOST_KEPT / 2)
  },
})
