import * as z from 'zod/mini'
import { forgetOldActs, type StaffActs } from '../staff-acts.ts'
import { definePreparedJob } from './define-job.ts'

declare module '#core/jobs/define-job.ts' {
  interface Engines {
    staffActs: StaffActs
  }
}

const TWO_YEARS_MS = 2 * 365 * 24 * 60 * 60 * 1000

/** Somebody who changes what the team did is noticed within a day, by whoever reads the logs. */
export const watchStaffActsJob = definePreparedJob({
  name: 'core.watch_staff_acts',
  payload: z.strictObject({}),
  retry: { limit: 3, delaySeconds: 600, backoff: true },
  timeoutSeconds: 300,
  everyDayAt: '03:50',
  prepare: async ({ db, log, engines }) => {
    const tampered = await engines.staffActs.findTampered(db)
    if (tampered.length > 0)
      log.error({ count: tampered.length, first: tampered[0] }, 'acts of the team were changed or taken out')
  },
  work: async (ctx) => forgetOldActs(ctx.db, new Date(ctx.now().getTime() - TWO_YEARS_MS)),
})
