import { Id, Time } from '@saathi/contract/core/fields'
import * as z from 'zod/mini'
import { defineJob } from '#core/jobs/define-job.ts'
import { findTold } from './issue-store.ts'
import { tellFound } from './tell.ts'

const AT_ONCE = 100

/** A run may find something for thousands: they are told part by part, so that it does not hold everybody up meanwhile. */
export const foundJob = defineJob({
  name: 'matching.tell_found',
  payload: z.strictObject({ projectId: Id, at: Time, after: z.int() }),
  retry: { limit: 5, delaySeconds: 20, backoff: true, maxDelaySeconds: 300 },
  timeoutSeconds: 120,
  work: async (ctx, { projectId, at, after }) => {
    const people = await findTold(ctx.db, { projectId, at: new Date(at), after, limit: AT_ONCE })
    await tellFound(ctx, people, new Date(at))
    const next = people.at(-1)
    if (next !== undefined && people.length === AT_ONCE)
      await ctx.enqueue(foundJob, { projectId, at, after: next }, { onceKey: `${projectId} ${at} ${next}` })
  },
})
