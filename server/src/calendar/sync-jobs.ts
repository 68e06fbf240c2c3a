import { DAY_MS } from '@saathi/contract/core/india-day'
import { Id } from '@saathi/contract/core/fields'
import * as z from 'zod/mini'
import { defineJob, definePreparedJob, type Job } from '#core/jobs/define-job.ts'
import { deleteOldJourneys } from './oauth-store.ts'
import { deleteOldPartings } from './parting-store.ts'
import { beginOfSync, bring } from './sync-bring.ts'
import { settle, startRetry, type SyncOrder } from './sync-settle.ts'
import { countWaiting, findLinked } from './sync-store.ts'

const AT_ONCE = 1000
/** Longer than anything is tried for them. */
const PARTINGS_KEPT_DAYS = 7

/** Only numbers travel: neither a token nor what somebody has planned has a place in a queue. */
export const syncJob: Job<SyncOrder> = definePreparedJob({
  name: 'calendar.sync',
  payload: z.strictObject({ integrationId: Id, retryTurn: z.optional(Id) }),
  // Every hour in the end, for a day and more.
  retry: { limit: 30, delaySeconds: 30, backoff: true, maxDelaySeconds: 3600 },
  timeoutSeconds: 180,
  // Mostly waiting: one provider that is slow must not hold up the others.
  concurrency: 5,
  prepare: (tools, order) => bring(tools, order),
  work: (ctx, order, outcome) => settle(ctx, syncJob, order, outcome),
})

/** For those whose attempts were used up, those that a stop has left in the middle, and what was refused until now. */
const syncAgainJob: Job<{ after?: number | undefined }> = defineJob({
  name: 'calendar.sync_again',
  payload: z.strictObject({ after: z.optional(Id) }),
  retry: { limit: 3, delaySeconds: 600, backoff: true },
  timeoutSeconds: 60,
  everyDayAt: '04:10',
  work: async (ctx, { after = 0 }) => {
    await deleteOldJourneys(ctx.db, ctx.now())
    await deleteOldPartings(ctx.db, new Date(ctx.now().getTime() - PARTINGS_KEPT_DAYS * DAY_MS))
    const since = beginOfSync(ctx.now())
    const linked = await findLinked(ctx.db, after, AT_ONCE)
    for (const each of linked) {
      const isUnfinished = each.state === 'retrying' || each.unlinkedAt !== null || (await countWaiting(ctx.db, each, since)) > 0
      if (isUnfinished) await startRetry(ctx, syncJob, each.id, ctx.now())
    }
    const last = linked.at(-1)
    if (last && linked.length === AT_ONCE) await ctx.enqueue(syncAgainJob, { after: last.id })
  },
})

export const syncJobs = [syncJob, syncAgainJob]
