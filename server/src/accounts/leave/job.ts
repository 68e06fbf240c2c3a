import { Id } from '@saathi/contract/core/fields'
import * as z from 'zod/mini'
import { defineJob } from '#core/jobs/define-job.ts'
import { findLeavers } from './store.ts'
import { erasePerson } from './leave.ts'

const BATCH_SIZE = 500

/** One job per person, so that a failure delays nobody else. Idempotent. */
const erasePersonJob = defineJob({
  name: 'accounts.erase_person',
  payload: z.strictObject({ personId: Id }),
  retry: { limit: 5, delaySeconds: 60, backoff: true, maxDelaySeconds: 3600 },
  timeoutSeconds: 300,
  work: (ctx, { personId }) => erasePerson(ctx, personId),
})

const eraseLeaversJob = defineJob({
  name: 'accounts.erase_leavers',
  payload: z.strictObject({ after: z.optional(Id) }),
  retry: { limit: 3, delaySeconds: 600, backoff: true },
  timeoutSeconds: 60,
  everyDayAt: '03:50',
  work: async (ctx, { after = 0 }) => {
    const leavers = await findLeavers(ctx.db, ctx.now(), after, BATCH_SIZE)
    for (const personId of leavers) await ctx.enqueue(erasePersonJob, { personId })
    const last = leavers.at(-1)
    if (last !== undefined && leavers.length === BATCH_SIZE) await ctx.enqueue(eraseLeaversJob, { after: last })
  },
})

export const leaveJobs = [erasePersonJob, eraseLeaversJob]
