import type { CallParsed } from '@saathi/contract/core/call'
import { INDIA_OFFSET_MS } from '@saathi/contract/core/india-day'
import { DAY_MS } from '@saathi/contract/core/time'
import type { listFeed as listFeedCall } from '@saathi/contract/feed/calls'
import { FeedEvent, type FeedPost, type FeedTag } from '@saathi/contract/feed/entities'
import { bannerUrl, showFeedPost, StoredFeedPost } from '#content/public.ts'
import type { Ctx } from '#core/ctx.ts'
import { badField } from '#core/errors.ts'
import { requirePost } from './access.ts'
import * as store from './store.ts'

type FeedQuery = CallParsed<typeof listFeedCall>['query']

/** The start of this day in India. */
export const startOfDay = (day: string): Date => new Date(Date.parse(`${day}T00:00:00Z`) - INDIA_OFFSET_MS)

export const startOfNextDay = (day: string): Date => new Date(startOfDay(day).getTime() + DAY_MS)

/** The day in India at this moment. */
export const dayOf = (moment: Date): string => new Date(moment.getTime() + INDIA_OFFSET_MS).toISOString().slice(0, 10)

// The feed is the same for everybody who may read it, so no access check is needed.

export async function listFeed(ctx: Ctx, { page, size, event, from, to, tags, before }: FeedQuery) {
  const { personId, language } = ctx.actor
  if (from && to && from > to) throw badField('from', 'from_after_to')
  const days = { ...(from && { from: startOfDay(from) }), ...(to && { until: startOfNextDay(to) }) }
  const filter = { now: ctx.now(), event, tags, ...days }
  const start = before === undefined ? { skip: (page - 1) * size } : { before: parseCursor(before) }
  // Fetch one more than is shown, to know whether there are more.
  const rows = await store.findPosts(ctx.db, personId, filter, start, size + 1)
  const tagged =
    rows.length === 0
      ? []
      : await store.findTagsOf(
          ctx.db,
          rows.map(({ id }) => id),
          language,
        )
  const posts = withinBytes(rows.slice(0, size).map((row) => toPost(row, tagged, language)))
  const last = rows[posts.length - 1]
  return { posts, next: last && rows.length > posts.length ? `${last.micros}_${last.id}` : null }
}

function parseCursor(cursor: string): store.FeedCursor {
  const [micros = '0', id = '0'] = cursor.split('_')
  return { micros, id }
}

const MAX_BYTES = 180_000

/** Fifty of the longest posts would be too slow on a phone: the page then ends early, and `next` continues there. */
function withinBytes(posts: FeedPost[]): FeedPost[] {
  let bytes = 0
  const end = posts.findIndex((post) => (bytes += Buffer.byteLength(JSON.stringify(post))) > MAX_BYTES)
  return end === -1 ? posts : posts.slice(0, Math.max(end, 1))
}

function toPost(row: store.PostRow, tagged: readonly (FeedTag & { postId: number })[], language: string): FeedPost {
  const { id, thumbnailHash, thumbnailBytes, link } = row
  const thumbnail = bannerUrl(thumbnailHash)
  return {
    id,
    event: FeedEvent.parse(row.event),
    publishedAt: row.publishedAt.toISOString(),
    feedLikes: row.likeCount,
    isLiked: row.likedAt !== null,
    tags: tagged.filter(({ postId }) => postId === id),
    content: showFeedPost(StoredFeedPost.parse(row.content), language, { thumbnail, thumbnailBytes, link }),
  }
}

export async function getFeedRange(ctx: Ctx) {
  const now = ctx.now()
  const { first, last } = await store.findRange(ctx.db, now)
  return {
    firstDate: first && dayOf(first),
    lastDate: last && dayOf(last),
    tags: await store.findTagsInUse(ctx.db, now, ctx.actor.language),
  }
}

/** `desired`: the target state; without it the like is toggled. */
export async function toggleLike(
  ctx: Ctx,
  postId: number,
  desired?: boolean,
): Promise<{ id: number; feedLikes: number; isLiked: boolean }> {
  const id = await requirePost(ctx, postId)
  const { personId } = ctx.actor
  await store.lockPost(ctx.db, id)
  const wasLiked = await store.hasLike(ctx.db, personId, id)
  const isLiked = desired ?? !wasLiked
  if (isLiked && !wasLiked) await store.insertLike(ctx.db, personId, id, ctx.now())
  if (!isLiked && wasLiked) await store.deleteLike(ctx.db, personId, id)
  const feedLikes = await store.updateLikeCount(ctx.db, id, Number(isLiked) - Number(wasLiked))
  ctx.push({ to: [personId], event: { type: 'feed.like_changed', id, feedLikes, isLiked } })
  return { id, feedLikes, isLiked }
}

export async function reportClick(ctx: Ctx, postId: number): Promise<{ id: number }> {
  const id = await requirePost(ctx, postId)
  if (await store.insertClick(ctx.db, ctx.actor.personId, id, ctx.now())) await store.updateClickCount(ctx.db, id)
  return { id }
}
