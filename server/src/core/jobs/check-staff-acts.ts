import * as z from 'zod/mini'
import { deleteOldActs, type StaffActs } from '../staff-acts.ts'
import { definePreparedJob } from './define-job.ts'

declare module '#core/jobs/define-job.ts' {
  interface Engines {
    staffActs: StaffActs
  }
}

const TWO_YEARS_MS = 2 * 365 * 24 * 60 * 60 * 1000

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
  },
  work: async (ctx) => deleteOldActs(ctx.db, new Date(ctx.now().getTime() - TWO_YEARS_MS)),
})
