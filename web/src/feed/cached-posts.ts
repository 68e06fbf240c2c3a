import type { FeedPost } from '@saathi/contract/feed/entities'
import type { QueryClient } from '@tanstack/react-query'
import { patchQueries } from '#core/patch-queries.ts'
import { type LoadedFeed, type Likes, withLikes } from './cache.ts'
import type { FeedFilter } from './filter/filter.ts'

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
