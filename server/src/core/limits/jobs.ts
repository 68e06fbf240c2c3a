import * as z from 'zod/mini'
import { defineJob } from '../jobs/define-job.ts'
import { sweepThrottles } from './require-within-limits.ts'

export const sweepThrottlesJob = defineJob({
  name: 'core.sweep_throttles',
  payload: z.strictObject({}),
  retry: { limit: 3, delaySeconds: 600, backoff: true },
  timeoutSeconds: 300,
  everyDayAt: '03:20',
  work: async (ctx) => {
    await sweepThrottles(ctx.db, ctx.now())
  },
})
