import { Id } from '@saathi/contract/core/fields'
import { DAY_MS } from '@saathi/contract/core/time'
import * as z from 'zod/mini'
import type { ListenerCtx } from '#core/ctx.ts'
import { defineJob, definePreparedJob, type Job } from '#core/jobs/define-job.ts'
import { deleteExpired, findDue } from '../busy/store.ts'
import { deleteOldAttempts } from '../integration/store.ts'
import { findPeopleIn, markOutdated } from './claim-store.ts'
import { deleteOldRemovals, countWaiting, findLinked } from './store.ts'
import { syncStart, runSync, type SyncPayload } from './run.ts'
import { settleSync, startRetry } from './settle.ts'

const BATCH_SIZE = 1000
const READ_EVERY_MINUTES = 60
/** Longer than the jobs retry. */
const REMOVALS_KEPT_DAYS = 7

/** Only ids are in the queue, no tokens and no event content. */
export const syncJob: Job<SyncPayload> = definePreparedJob({
  name: 'calendar.sync',
  payload: z.strictObject({ integrationId: Id, retryTurn: z.optional(Id) }),
  // Backs off to hourly, for more than a day.
  retry: { limit: 30, delaySeconds: 30, backoff: true, maxDelaySeconds: 3600 },
  timeoutSeconds: 180,
  // Jobs mostly wait: a slow provider must not block the others.
  concurrency: 5,
  prepare: (tools, payload) => runSync(tools, payload),
  work: (ctx, payload, result) => settleSync(ctx, syncJob, payload, result),
})

/** Restarts syncs that ran out of attempts, were interrupted, or had refused events. */
const syncAgainJob: Job<{ after?: number | undefined }> = defineJob({
  name: 'calendar.sync_again',
  payload: z.strictObject({ after: z.optional(Id) }),
  retry: { limit: 3, delaySeconds: 600, backoff: true },
  timeoutSeconds: 60,
  everyDayAt: '04:10',
  work: async (ctx, { after = 0 }) => {
    await deleteOldAttempts(ctx.db, ctx.now())
    await deleteOldRemovals(ctx.db, new Date(ctx.now().getTime() - REMOVALS_KEPT_DAYS * DAY_MS))
    const since = syncStart(ctx.now())
    const linked = await findLinked(ctx.db, after, BATCH_SIZE)
    for (const each of linked) {
      const isUnfinished = each.state === 'retrying' || each.unlinkedAt !== null || (await countWaiting(ctx.db, each, since)) > 0
      if (isUnfinished) await startRetry(ctx, syncJob, each.id, ctx.now())
    }
    const last = linked.at(-1)
    if (last && linked.length === BATCH_SIZE) await ctx.enqueue(syncAgainJob, { after: last.id })
  },
})

/** Reads the busy times of the people who allow it. A sync without changes makes no other request. */
const readBusyJob: Job<{ after?: number | undefined }> = defineJob({
  name: 'calendar.read_busy',
  payload: z.strictObject({ after: z.optional(Id) }),
  retry: { limit: 1, delaySeconds: 60, backoff: true },
  timeoutSeconds: 60,
  everyMinutes: READ_EVERY_MINUTES,
  work: async (ctx, { after = 0 }) => {
    await deleteExpired(ctx.db, ctx.now())
    const due = await findDue(ctx.db, ctx.now(), { after, limit: BATCH_SIZE })
    for (const integrationId of due) await ctx.enqueue(syncJob, { integrationId })
    const last = due.at(-1)
    if (last !== undefined && due.length === BATCH_SIZE) await ctx.enqueue(readBusyJob, { after: last })
  },
})

export const syncJobs = [syncJob, syncAgainJob, readBusyJob]

/** Events of a mentorship changed: update the calendars of all its members. */
export async function syncPlanned(ctx: ListenerCtx, { mentorshipId }: { mentorshipId: number }): Promise<void> {
  await syncFor(ctx, await findPeopleIn(ctx.db, mentorshipId))
}

/** Removes the events for people who left a mentorship. */
export async function syncLeft(ctx: ListenerCtx, { personIds }: { personIds: readonly number[] }): Promise<void> {
  await syncFor(ctx, personIds)
}

/** Syncs what was withheld while the person was disabled or the area closed. Unchanged events cause no provider requests. */
export async function syncOpened(ctx: ListenerCtx, { personId }: { personId: number }): Promise<void> {
  await syncFor(ctx, [personId])
}

async function syncFor(ctx: ListenerCtx, personIds: readonly number[]): Promise<void> {
  for (const integrationId of await markOutdated(ctx.db, personIds)) await ctx.enqueue(syncJob, { integrationId })
}
