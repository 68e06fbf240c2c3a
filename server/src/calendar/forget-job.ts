import { DAY_MS } from '@saathi/contract/core/india-day'
import * as z from 'zod/mini'
import { defineJob } from '#core/jobs/define-job.ts'
import { deleteForgettable, lockForgettable } from './forget-store.ts'

/** As long as notices, which may still speak of it. */
const CANCELLED_KEPT_DAYS = 180
const AT_ONCE = 1000

/** What was cancelled half a year ago takes place no more, and nobody can read it. */
export const forgetCancelledJob = defineJob({
  name: 'calendar.forget_cancelled',
  payload: z.strictObject({}),
  retry: { limit: 3, delaySeconds: 600, backoff: true },
  timeoutSeconds: 60,
  everyDayAt: '04:20',
  work: async (ctx) => {
    const before = new Date(ctx.now().getTime() - CANCELLED_KEPT_DAYS * DAY_MS)
    const seriesIds = await lockForgettable(ctx.db, before, AT_ONCE)
    await deleteForgettable(ctx.db, seriesIds, before)
    if (seriesIds.length === AT_ONCE) await ctx.enqueue(forgetCancelledJob, {})
  },
})
