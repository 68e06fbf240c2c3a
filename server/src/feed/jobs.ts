import { startOfIndiaDay, indiaDay } from '@saathi/contract/core/india-day'
import * as z from 'zod/mini'
import { readIn } from '#content/public.ts'
import type { ListenerCtx } from '#core/ctx.ts'
import { defineJob } from '#core/jobs/define-job.ts'
import { notifyPerson } from '#notices/public.ts'
import { findNewPosts, findReaders } from './store.ts'

const BATCH_SIZE = 300
/** While this notice is unread, the feed sends no further notice. */
const TOPIC = 'feed'

/** One notice for all posts of yesterday. Quotes alone are not news. */
const newPostsJob = defineJob({
  name: 'feed.tell_new_posts',
  payload: z.strictObject({ afterId: z.optional(z.int()) }),
  retry: { limit: 5, delaySeconds: 60, backoff: true, maxDelaySeconds: 1800 },
  timeoutSeconds: 120,
  everyDayAt: '09:30',
  work: (ctx, { afterId = 0 }) => notifyNewPosts(ctx, afterId),
})

async function notifyNewPosts(ctx: ListenerCtx, afterId: number): Promise<void> {
  const today = indiaDay(ctx.now())
  const yesterday = { from: startOfIndiaDay(today - 1), before: startOfIndiaDay(today) }
  const { title, count } = await findNewPosts(ctx.db, yesterday)
  if (!title) return
  const readers = await findReaders(ctx.db, { joinedBefore: yesterday.from, afterId, limit: BATCH_SIZE })
  for (const { personId, language } of readers) {
    await notifyPerson(ctx, {
      personId,
      kind: 'feed',
      template: 'newPost',
      values: { post: readIn(language, title).locale, count: String(count) },
      link: '/feed',
      onceKey: `new posts ${today}`,
      topic: TOPIC,
    })
  }
  const last = readers.at(-1)
  if (last && readers.length === BATCH_SIZE) await ctx.enqueue(newPostsJob, { afterId: last.personId })
}

export const feedJobs = [newPostsJob]
