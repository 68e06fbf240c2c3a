import type { listFeed } from '@saathi/contract/feed/calls'
import type { FeedPost } from '@saathi/contract/feed/entities'
import type { CallReply } from '@saathi/contract/core/call'

/** What has been fetched so far, newest first, and where the next page begins. */
export type HeldFeed = CallReply<typeof listFeed>
export type Likes = Pick<FeedPost, 'id' | 'feedLikes' | 'isLiked'>

/** Each post once, whatever a page brings. */
export function withMore(held: HeldFeed, page: HeldFeed): HeldFeed {
  const known = new Set(held.posts.map(({ id }) => id))
  return { next: page.next, posts: [...held.posts, ...page.posts.filter(({ id }) => !known.has(id))] }
}

/** Whether what was read again goes back as far as what was held. */
export function reachesBackTo(held: HeldFeed, known: HeldFeed): boolean {
  const oldest = known.posts.at(-1)
  const reached = held.posts.at(-1)
  if (!oldest || !reached) return true
  const isOlder = Date.parse(reached.publishedAt) < Date.parse(oldest.publishedAt)
  return isOlder || held.posts.some(({ id }) => id === oldest.id)
}

/** A feed without the post keeps its identity, so that nothing which shows it is drawn again. */
export function withLikes(held: HeldFeed, { id, feedLikes, isLiked }: Likes): HeldFeed {
  const isNews = (post: FeedPost) => post.id === id && (post.isLiked !== isLiked || post.feedLikes !== feedLikes)
  if (!held.posts.some(isNews)) return held
  return { ...held, posts: held.posts.map((post) => (post.id === id ? { ...post, feedLikes, isLiked } : post)) }
}

/** The count by one, as the server will find it if nobody else likes it meanwhile. */
export function wished({ id, feedLikes, isLiked }: Likes, wish: boolean): Likes {
  const by = wish === isLiked ? 0 : wish ? 1 : -1
  return { id, isLiked: wish, feedLikes: Math.max(0, feedLikes + by) }
}
