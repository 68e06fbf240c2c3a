import * as z from 'zod/mini'
import { deleteOldReplies } from '../http/idempotency.ts'
import type { StaffActs } from '../staff-acts.ts'
import { definePreparedJob, defineJob } from './define-job.ts'
import { retentionCutoff } from './retention.ts'

declare module '#core/jobs/define-job.ts' {
  interface Engines {
    staffActs: StaffActs
  }
}

/** Changes to the record of staff acts are reported in the logs within a day. */
export const checkStaffActsJob = definePreparedJob({
  name: 'core.watch_staff_acts',
  payload: z.strictObject({}),
  retry: { limit: 3, delaySeconds: 600, backoff: true },
  timeoutSeconds: 300,
  everyDayAt: '03:50',
  prepare: async ({ db, log, engines }) => {
    const tampered = await engines.staffActs.findTampered(db)
    if (tampered.length > 0) log.error({ count: tampered.length, first: tampered[0] }, 'staff acts were changed or removed')
    return engines.staffActs
  },
  work: async (ctx, _payload, staffActs) => staffActs.deleteOld(ctx.db, await retentionCutoff(ctx, 'staff_acts')),
})

const BATCH = 10_000

/** Stored replies answer a write that a phone repeats after it was offline, so that it counts only once. */
export const deleteOldRepliesJob = defineJob({
  name: 'core.forget_replies',
  payload: z.strictObject({}),
  retry: { limit: 3, delaySeconds: 600, backoff: true },
  timeoutSeconds: 60,
  everyDayAt: '03:30',
  work: async (ctx) => {
    const deleted = await deleteOldReplies(ctx.db, await retentionCutoff(ctx, 'replies'), BATCH)
    if (deleted === BATCH) await ctx.enqueue(deleteOldRepliesJob, {})
  },
})
