import { Id } from '@saathi/contract/core/fields'
import * as z from 'zod/mini'
import type { ListenerCtx } from '#core/ctx.ts'
import { defineJob } from '#core/jobs/define-job.ts'
import { withdrawOffers } from '../offers/close.ts'
import { reviewSeekers } from './pool.ts'
import { findPeopleToReview, findProjectsToReview, findStrayOffers } from './store.ts'

const BATCH_SIZE = 50

/**
 * Runs after a programme is loaded, and every night. A new, changed or removed plan affects existing people, so all of them are
 * added to or removed from the pool, in batches.
 */
export const reviewJob = defineJob({
  name: 'matching.review',
  payload: z.strictObject({ projectId: Id, after: z.int() }),
  retry: { limit: 5, delaySeconds: 20, backoff: true, maxDelaySeconds: 300 },
  timeoutSeconds: 300,
  work: async (ctx, { projectId, after }) => {
    if (after === 0) await withdrawOffers(ctx, await findStrayOffers(ctx.db, projectId), 'staff')
    const people = await findPeopleToReview(ctx.db, { projectId, after, limit: BATCH_SIZE })
    await reviewSeekers(ctx, people)
    const next = people.at(-1)
    if (next !== undefined && people.length === BATCH_SIZE) await ctx.enqueue(reviewJob, { projectId, after: next })
  },
})

export async function enqueueReviews(ctx: Pick<ListenerCtx, 'db' | 'enqueue'>): Promise<void> {
  for (const projectId of await findProjectsToReview(ctx.db)) await ctx.enqueue(reviewJob, { projectId, after: 0 })
}
