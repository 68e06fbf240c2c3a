import { FEED_PAGE_SIZE, getFeedRange, listFeed, reportClick } from '@saathi/contract/feed/calls'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { send } from '#core/api.ts'
import { type LoadedFeed, reachesBackTo, withMore, listKey } from './cache.ts'
import { type FeedFilter, toSearch } from './filter/filter.ts'

type PageRequest = { page?: number; before?: string; size?: number; signal?: AbortSignal }

/** `page` only tells the server how far the reader is. A page starts at the cursor, so that no post comes twice. */
const fetchPage = (filter: FeedFilter, { page = 1, before, size = FEED_PAGE_SIZE, signal }: PageRequest): Promise<LoadedFeed> =>
  send(listFeed, { query: { ...toSearch(filter), page, size, ...(before && { before }) } }, { signal })

/** Fetches back to the oldest post already loaded, so that a refetch does not drop older ones. */
async function fetchFeed(client: QueryClient, filter: FeedFilter, signal: AbortSignal): Promise<LoadedFeed> {
  const known = () => client.getQueryData<LoadedFeed>(listKey(filter))
  const size = Math.max(FEED_PAGE_SIZE, known()?.posts.length ?? 0)
  let loaded = await fetchPage(filter, { size, signal })
  for (let page = 2; ; page += 1) {
    // Read each time: another page may have been loaded in the meantime.
    const before = known()
    if (!before || loaded.next === null || reachesBackTo(loaded, before)) return loaded
    loaded = withMore(loaded, await fetchPage(filter, { page, before: loaded.next, size, signal }))
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

const nextPageOf = (loaded: LoadedFeed | undefined): number => Math.ceil((loaded?.posts.length ?? 0) / FEED_PAGE_SIZE) + 1

export function useMorePosts(filter: FeedFilter) {
  const client = useQueryClient()
  const mutationKey = ['feed', 'more', filter]
  const fetching = useMutation({
    mutationKey,
    mutationFn: (before: string) =>
      fetchPage(filter, { before, page: nextPageOf(client.getQueryData(feedQuery(filter).queryKey)) }),
    onSuccess: (page) => client.setQueryData(feedQuery(filter).queryKey, (loaded) => loaded && withMore(loaded, page)),
  })
  return {
    // Checks the cache: scrolling and tapping may both be quicker than the next render.
    fetchMore: (before: string, onMore?: (page: LoadedFeed) => void) => {
      if (client.isMutating({ mutationKey }) > 0) return
      fetching.mutate(before, { onSuccess: (page) => onMore?.(page) })
    },
    isFetching: fetching.isPending,
    error: fetching.error,
  }
}

const clickKey = (id: number) => ['feed', 'clicked', id]

/** Sent once per post and visit, without waiting. A lost click is sent when the link is opened again. */
export function sendClick(client: QueryClient, id: number): void {
  const queryKey = clickKey(id)
  if (client.getQueryData(queryKey)) return
  client.setQueryDefaults(queryKey, { gcTime: Infinity })
  client.setQueryData(queryKey, true)
  send(reportClick, { body: { id } }).catch((error: unknown) => {
    client.removeQueries({ queryKey })
    console.error('The opening of a post could not be told.', error)
  })
}
