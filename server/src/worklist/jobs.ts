import { Id } from '@saathi/contract/core/fields'
import * as z from 'zod/mini'
import { defineJob } from '#core/jobs/define-job.ts'
import { findPairsAfter, findPairsOfProgramme, findRunningPairsOf } from './facts-store.ts'
import { deleteOldItems } from './item-store.ts'
import { releaseOfGone } from './hand-over.ts'
import { reviewDecisions, reviewPairs, reviewPeople } from './review.ts'

const retry = { limit: 5, delaySeconds: 10, backoff: true, maxDelaySeconds: 600 }
/** Pairs of one transaction. */
const BATCH = 500

/** After a fact has changed. Starts as soon as the change is committed. */
export const reviewJob = defineJob({
  name: 'worklist.review',
  payload: z.strictObject({
    pairs: z.optional(z.array(Id)),
    people: z.optional(z.array(Id)),
    /** Also reviews the pairs of these people. */
    everythingOf: z.optional(z.array(Id)),
    decisions: z.optional(z.boolean()),
  }),
  retry,
  timeoutSeconds: 60,
  work: async (ctx, { pairs = [], people = [], everythingOf = [], decisions = false }) => {
    const theirs: number[] = []
    for (const id of everythingOf) theirs.push(...(await findRunningPairsOf(ctx.db, id)))
    await reviewPairs(ctx, [...pairs, ...theirs])
    await reviewPeople(ctx, [...people, ...everythingOf])
    if (decisions) await reviewDecisions(ctx)
  },
})

/** Some facts change only with time, so everything is reviewed once a night, in batches. */
export const nightJob = defineJob({
  name: 'worklist.night',
  payload: z.strictObject({}),
  retry,
  timeoutSeconds: 300,
  everyDayAt: '04:10',
  work: async (ctx) => {
    await releaseOfGone(ctx)
    await reviewPeople(ctx, null)
    await reviewDecisions(ctx)
    await deleteOldItems(ctx.db, ctx.now())
    await ctx.enqueue(nightBatchJob, { after: 0 })
  },
})

const nightBatchJob = defineJob({
  name: 'worklist.night_batch',
  payload: z.strictObject({ after: z.int() }),
  retry,
  timeoutSeconds: 300,
  work: async (ctx, { after }) => {
    const ids = await findPairsAfter(ctx.db, after, BATCH)
    await reviewPairs(ctx, ids)
    const last = ids.at(-1)
    if (last !== undefined) await ctx.enqueue(nightBatchJob, { after: last })
  },
})

/** Decisions may also change when an account is deleted, not only through matching. */
const decisionsJob = defineJob({
  name: 'worklist.decisions',
  payload: z.strictObject({}),
  retry: { limit: 2, delaySeconds: 60, backoff: true },
  timeoutSeconds: 60,
  everyMinutes: 10,
  work: reviewDecisions,
})

/** After a rule of a programme was changed. */
export const reviewProgrammeJob = defineJob({
  name: 'worklist.review_programme',
  payload: z.strictObject({ programmeId: Id }),
  retry,
  timeoutSeconds: 300,
  work: async (ctx, { programmeId }) => {
    const ids = await findPairsOfProgramme(ctx.db, programmeId)
    for (let at = 0; at < ids.length; at += BATCH) await reviewPairs(ctx, ids.slice(at, at + BATCH))
    await reviewPeople(ctx, null)
    await reviewDecisions(ctx)
  },
})

/** After the rights of a colleague ended. */
export const releaseJob = defineJob({
  name: 'worklist.release',
  payload: z.strictObject({}),
  retry,
  timeoutSeconds: 120,
  work: releaseOfGone,
})

export const worklistJobs = [reviewJob, decisionsJob, nightJob, nightBatchJob, reviewProgrammeJob, releaseJob]
