import type { listFeed } from '@saathi/contract/feed/calls'
import type { FeedPost } from '@saathi/contract/feed/entities'
import type { CallReply } from '@saathi/contract/core/call'

/** The posts fetched so far, newest first, and the cursor of the next page. */
export type LoadedFeed = CallReply<typeof listFeed>
export type Likes = Pick<FeedPost, 'id' | 'feedLikes' | 'isLiked'>

/** Appends a page without duplicates. */
export function withMore(loaded: LoadedFeed, page: LoadedFeed): LoadedFeed {
  const known = new Set(loaded.posts.map(({ id }) => id))
  return { next: page.next, posts: [...loaded.posts, ...page.posts.filter(({ id }) => !known.has(id))] }
}

/** Whether a refetch goes back as far as the previous data. */
export function reachesBackTo(loaded: LoadedFeed, known: LoadedFeed): boolean {
  const oldest = known.posts.at(-1)
  const reached = loaded.posts.at(-1)
  if (!oldest || !reached) return true
  const isOlder = Date.parse(reached.publishedAt) < Date.parse(oldest.publishedAt)
  return isOlder || loaded.posts.some(({ id }) => id === oldest.id)
}

/** A feed without changes keeps its identity, to avoid rendering again. */
export function withLikes(loaded: LoadedFeed, { id, feedLikes, isLiked }: Likes): LoadedFeed {
  const isChanged = (post: FeedPost) => post.id === id && (post.isLiked !== isLiked || post.feedLikes !== feedLikes)
  if (!loaded.posts.some(isChanged)) return loaded
  return { ...loaded, posts: loaded.posts.map((post) => (post.id === id ? { ...post, feedLikes, isLiked } : post)) }
}

/** The optimistic count, assuming nobody else likes it in the meantime. */
export function optimisticLikes({ id, feedLikes, isLiked }: Likes, desired: boolean): Likes {
  const by = desired === isLiked ? 0 : desired ? 1 : -1
  return { id, isLiked: desired, feedLikes: Math.max(0, feedLikes + by) }
}
