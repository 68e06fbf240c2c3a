import { Id } from '@saathi/contract/core/fields'
import * as z from 'zod/mini'
import type { ListenerCtx } from '#core/events.ts'
import { defineJob } from '#core/jobs/define-job.ts'
import { withdrawOffers } from './close-offers.ts'
import { reviewSeekers } from './pool.ts'
import { findPeopleToReview, findProjectsToReview, findStrayOffers } from './review-store.ts'

const AT_ONCE = 50

/**
 * After a programme was loaded, and every night: a plan that is new, asks for something else, or is gone concerns people who are
 * there already. Everybody is in the search or out of it as it now is, a part of them at a time.
 */
export const reviewJob = defineJob({
  name: 'matching.review',
  payload: z.strictObject({ projectId: Id, after: z.int() }),
  retry: { limit: 5, delaySeconds: 20, backoff: true, maxDelaySeconds: 300 },
  timeoutSeconds: 300,
  work: async (ctx, { projectId, after }) => {
    if (after === 0) await withdrawOffers(ctx, await findStrayOffers(ctx.db, projectId), 'staff')
    const people = await findPeopleToReview(ctx.db, { projectId, after, limit: AT_ONCE })
    await reviewSeekers(ctx, people)
    const next = people.at(-1)
    if (next !== undefined && people.length === AT_ONCE) await ctx.enqueue(reviewJob, { projectId, after: next })
  },
})

export async function askForReviews(ctx: Pick<ListenerCtx, 'db' | 'enqueue'>): Promise<void> {
  for (const projectId of await findProjectsToReview(ctx.db)) await ctx.enqueue(reviewJob, { projectId, after: 0 })
}
