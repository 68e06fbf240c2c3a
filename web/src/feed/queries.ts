import { FEED_PAGE_SIZE, getFeedRange, listFeed } from '@saathi/contract/feed/calls'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { send } from '#core/api.ts'
import { type HeldFeed, reachesBackTo, withMore } from './cache.ts'
import { type FeedFilter, toSearch } from './filter.ts'
import { listKey } from './held.ts'

type Place = { page?: number; before?: string; size?: number; signal?: AbortSignal }

/** The number says how far one is; where a page begins is said by the post before it, so that none comes twice. */
const fetchPage = (filter: FeedFilter, { page = 1, before, size = FEED_PAGE_SIZE, signal }: Place): Promise<HeldFeed> =>
  send(listFeed, { query: { ...toSearch(filter), page, size, ...(before && { before }) } }, { signal })

/** As far back as one had read already: reading again must not take the older ones away. */
async function fetchFeed(client: QueryClient, filter: FeedFilter, signal: AbortSignal): Promise<HeldFeed> {
  const known = () => client.getQueryData<HeldFeed>(listKey(filter))
  const size = Math.max(FEED_PAGE_SIZE, known()?.posts.length ?? 0)
  let held = await fetchPage(filter, { size, signal })
  for (let page = 2; ; page += 1) {
    // Asked each time: a further page may have come meanwhile.
    const before = known()
    if (!before || held.next === null || reachesBackTo(held, before)) return held
    held = withMore(held, await fetchPage(filter, { page, before: held.next, size, signal }))
  }
}

export const feedQuery = (filter: FeedFilter) =>
  queryOptions({
    queryKey: listKey(filter),
    queryFn: ({ client, signal }) => fetchFeed(client, filter, signal),
    staleTime: 60_000,
  })

export const rangeQuery = queryOptions({
  queryKey: ['feed', 'range'],
  queryFn: ({ signal }) => send(getFeedRange, {}, { signal }),
  staleTime: 60_000,
})

const nextPageOf = (held: HeldFeed | undefined): number => Math.ceil((held?.posts.length ?? 0) / FEED_PAGE_SIZE) + 1

export function useMorePosts(filter: FeedFilter) {
  const client = useQueryClient()
  const mutationKey = ['feed', 'more', filter]
  const fetching = useMutation({
    mutationKey,
    mutationFn: (before: string) =>
      fetchPage(filter, { before, page: nextPageOf(client.getQueryData(feedQuery(filter).queryKey)) }),
    onSuccess: (page) => client.setQueryData(feedQuery(filter).queryKey, (held) => held && withMore(held, page)),
  })
  return {
    // Asked of the cache: the thumb that scrolls and the one that taps may both be quicker than the next drawing.
    fetchMore: (before: string, onMore?: (page: HeldFeed) => void) => {
      if (client.isMutating({ mutationKey }) > 0) return
      fetching.mutate(before, { onSuccess: (page) => onMore?.(page) })
    },
    isFetching: fetching.isPending,
    error: fetching.error,
  }
}
