import * as z from 'zod/mini'
import { findCallChannels, readersOf } from '#chat/public.ts'
import type { ListenerCtx } from '#core/events.ts'
import { defineJob } from '#core/jobs/define-job.ts'
import { readTopic, notifyPerson } from '#notices/public.ts'
import { findUnratedBetween } from './rating-store.ts'

const DAY_MS = 24 * 60 * 60_000
/** Who reads the summary at once rates it at once; for the others one reminder, while they still know what was said. */
const AFTER_MS = DAY_MS
const UNTIL_MS = 4 * DAY_MS
const AT_ONCE = 300

const topicOf = (recordingId: number) => `rating ${recordingId}`

export const tellRatingsDueJob = defineJob({
  name: 'video.tell_ratings_due',
  payload: z.strictObject({ afterId: z.optional(z.int()) }),
  retry: { limit: 5, delaySeconds: 60, backoff: true, maxDelaySeconds: 1800 },
  timeoutSeconds: 120,
  everyDayAt: '17:00',
  work: (ctx, { afterId = 0 }) => tellRatingsDue(ctx, afterId),
})

async function tellRatingsDue(ctx: ListenerCtx, afterId: number): Promise<void> {
  const now = ctx.now().getTime()
  const ready = { after: new Date(now - UNTIL_MS), before: new Date(now - AFTER_MS) }
  const unrated = await findUnratedBetween(ctx.db, { ...ready, afterId, limit: AT_ONCE })
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
  if (last && unrated.length === AT_ONCE) await ctx.enqueue(tellRatingsDueJob, { afterId: last.id })
}

/** Everybody in the conversation, once there is something to read. */
export async function tellSummaryReady(
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

/** Rated or skipped: there is nothing to remind of any more. */
export const hearRated = (ctx: ListenerCtx, personId: number, recordingId: number): Promise<void> =>
  readTopic(ctx, personId, topicOf(recordingId))
