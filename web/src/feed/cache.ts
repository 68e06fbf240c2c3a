import type { CallReply } from '@saathi/contract/core/call'
import type { listFeed } from '@saathi/contract/feed/calls'
import type { FeedPost } from '@saathi/contract/feed/entities'
import type { QueryClient } from '@tanstack/react-query'
import { patchQueries } from '#core/query-cache.ts'
import type { FeedFilter } from './filter/filter.ts'

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

/** Returns the same object if nothing changes, to avoid rendering again. */
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

export const listsKey = ['feed', 'list'] as const
export const listKey = (filter: FeedFilter) => [...listsKey, filter] as const

/** The same post may be cached under several filters; update them together so that they never disagree. */
export function patchLikes(client: QueryClient, likes: Likes): void {
  patchQueries<LoadedFeed>(client, listsKey, (loaded) => withLikes(loaded, likes))
}

export function cachedPost(client: QueryClient, id: number): FeedPost | undefined {
  const lists = client.getQueriesData<LoadedFeed>({ queryKey: listsKey })
  return lists.flatMap(([, loaded]) => loaded?.posts ?? []).find((post) => post.id === id)
}
