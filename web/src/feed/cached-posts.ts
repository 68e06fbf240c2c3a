import type { FeedPost } from '@saathi/contract/feed/entities'
import type { QueryClient } from '@tanstack/react-query'
import { patchQueries } from '#core/patch-queries.ts'
import { type HeldFeed, type Likes, withLikes } from './cache.ts'
import type { FeedFilter } from './filter.ts'

export const listsKey = ['feed', 'list'] as const
export const listKey = (filter: FeedFilter) => [...listsKey, filter] as const

/** The same post may be held under several filters; they are written together, so that no two places disagree. */
export function holdLikes(client: QueryClient, likes: Likes): void {
  patchQueries<HeldFeed>(client, listsKey, (held) => withLikes(held, likes))
}

export function heldPost(client: QueryClient, id: number): FeedPost | undefined {
  const lists = client.getQueriesData<HeldFeed>({ queryKey: listsKey })
  return lists.flatMap(([, held]) => held?.posts ?? []).find((post) => post.id === id)
}
