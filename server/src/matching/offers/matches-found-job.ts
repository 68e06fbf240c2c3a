import { Id, Time } from '@saathi/contract/core/fields'
import * as z from 'zod/mini'
import { defineJob } from '#core/jobs/define-job.ts'
import { findPeopleToNotify } from './store.ts'
import { notifyMatchesFound } from '../notify.ts'

const BATCH_SIZE = 100

/** A run may find matches for thousands of people. They are notified in batches, to keep transactions short. */
export const matchesFoundJob = defineJob({
  name: 'matching.tell_found',
  payload: z.strictObject({ projectId: Id, at: Time, after: z.int() }),
  retry: { limit: 5, delaySeconds: 20, backoff: true, maxDelaySeconds: 300 },
  timeoutSeconds: 120,
  work: async (ctx, { projectId, at, after }) => {
    const people = await findPeopleToNotify(ctx.db, { projectId, at: new Date(at), after, limit: BATCH_SIZE })
    await notifyMatchesFound(ctx, people, new Date(at))
    const next = people.at(-1)
    if (next !== undefined && people.length === BATCH_SIZE)
      await ctx.enqueue(matchesFoundJob, { projectId, at, after: next }, { onceKey: `${projectId} ${at} ${next}` })
  },
})
