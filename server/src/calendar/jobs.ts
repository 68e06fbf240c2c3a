import { DAY_MS } from '@saathi/contract/core/time'
import * as z from 'zod/mini'
import { defineJob } from '#core/jobs/define-job.ts'
import { deleteForgettable, lockForgettable } from './event-store.ts'
import { announceCancelledJob, remindJob } from './notices/notices.ts'
import { removalJob } from './sync/removal-job.ts'
import { syncJobs } from './sync/jobs.ts'

/** Kept as long as notices, which may refer to the event. */
const RETENTION_DAYS = 180
const BATCH_SIZE = 1000

/** Deletes events that were cancelled half a year ago. */
const forgetCancelledJob = defineJob({
  name: 'calendar.forget_cancelled',
  payload: z.strictObject({}),
  retry: { limit: 3, delaySeconds: 600, backoff: true },
  timeoutSeconds: 60,
  everyDayAt: '04:20',
  work: async (ctx) => {
    const before = new Date(ctx.now().getTime() - RETENTION_DAYS * DAY_MS)
    const seriesIds = await lockForgettable(ctx.db, before, BATCH_SIZE)
    await deleteForgettable(ctx.db, seriesIds, before)
    if (seriesIds.length === BATCH_SIZE) await ctx.enqueue(forgetCancelledJob, {})
  },
})

export const calendarJobs = [remindJob, announceCancelledJob, removalJob, forgetCancelledJob, ...syncJobs]
