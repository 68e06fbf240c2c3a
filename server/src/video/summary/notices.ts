import { DAY_MS } from '@saathi/contract/core/time'
import * as z from 'zod/mini'
import { findCallChannels, readersOf } from '#chat/public.ts'
import type { ListenerCtx } from '#core/ctx.ts'
import { defineJob } from '#core/jobs/define-job.ts'
import { markTopicRead, notifyPerson } from '#notices/public.ts'
import { findUnratedBetween } from '../history/store.ts'

/** Remind once, a day after the summary was ready and while people still remember the call. */
const AFTER_MS = DAY_MS
const UNTIL_MS = 4 * DAY_MS
const BATCH_SIZE = 300

const topicOf = (recordingId: number) => `rating ${recordingId}`

export const notifyRatingsDueJob = defineJob({
  name: 'video.tell_ratings_due',
  payload: z.strictObject({ afterId: z.optional(z.int()) }),
  retry: { limit: 5, delaySeconds: 60, backoff: true, maxDelaySeconds: 1800 },
  timeoutSeconds: 120,
  everyDayAt: '17:00',
  work: (ctx, { afterId = 0 }) => notifyRatingsDue(ctx, afterId),
})

async function notifyRatingsDue(ctx: ListenerCtx, afterId: number): Promise<void> {
  const now = ctx.now().getTime()
  const ready = { after: new Date(now - UNTIL_MS), before: new Date(now - AFTER_MS) }
  const unrated = await findUnratedBetween(ctx.db, { ...ready, afterId, limit: BATCH_SIZE })
  for (const { id, channelId, startedAt, personIds } of unrated) {
    const readers = new Set((await findCallChannels(ctx.db, { channelIds: [channelId] })).flatMap(readersOf))
    for (const personId of personIds.filter((each) => readers.has(each))) {
      await notifyPerson(ctx, {
        personId,
        kind: 'summaries',
        template: 'ratingDue',
        values: { when: { dayOf: startedAt.toISOString() } },
        link: `/chat/messenger?channel=${channelId}`,
        onceKey: topicOf(id),
        topic: topicOf(id),
      })
    }
  }
  const last = unrated.at(-1)
  if (last && unrated.length === BATCH_SIZE) await ctx.enqueue(notifyRatingsDueJob, { afterId: last.id })
}

/** Notifies everyone in the channel once the summary can be read. */
export async function notifySummaryReady(
  ctx: ListenerCtx,
  { id, channelId, startedAt }: { id: number; channelId: number; startedAt: Date },
): Promise<void> {
  const readers = (await findCallChannels(ctx.db, { channelIds: [channelId] })).flatMap(readersOf)
  for (const personId of [...new Set(readers)].toSorted((one, other) => one - other)) {
    await notifyPerson(ctx, {
      personId,
      kind: 'summaries',
      template: 'summaryReady',
      values: { when: { dayOf: startedAt.toISOString() } },
      link: `/chat/messenger?channel=${channelId}`,
      onceKey: `summary ${id}`,
    })
  }
}

/** Rated or skipped: the reminder is no longer needed. */
export const clearRatingNotice = (ctx: ListenerCtx, personId: number, recordingId: number): Promise<void> =>
  markTopicRead(ctx, personId, topicOf(recordingId))
