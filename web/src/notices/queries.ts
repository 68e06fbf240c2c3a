import { listNotices, readNotices } from '@saathi/contract/notices/calls'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { send } from '#core/api.ts'
import { cancelAndRefetch } from '#core/query-cache.ts'
import { type NoticePages, oldestId, withOlder, withRead } from './cache.ts'

const queryKey = ['notices', 'list']

export const noticesQuery = queryOptions({
  queryKey,
  queryFn: ({ client, signal }) => {
    const loaded = client.getQueryData<NoticePages>(queryKey)
    return fetchDownTo(loaded && oldestId(loaded), signal)
  },
  // Live events announce each notice.
  staleTime: 60_000,
})

/** Fetches back to the oldest notice already loaded, so that a refetch does not drop older ones. */
async function fetchDownTo(oldest: number | undefined, signal: AbortSignal): Promise<NoticePages> {
  let loaded = await send(listNotices, { query: {} }, { signal })
  for (;;) {
    const before = oldestId(loaded)
    if (oldest === undefined || before === undefined || before <= oldest || !loaded.hasMore) return loaded
    loaded = withOlder(loaded, await send(listNotices, { query: { before } }, { signal }))
  }
}

export function useOlderNotices() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: ['notices', 'older'],
    mutationFn: (before: number) => send(listNotices, { query: { before } }),
    onSuccess: (page) => client.setQueryData(noticesQuery.queryKey, (loaded) => loaded && withOlder(loaded, page)),
  })
}

/** Failures are ignored: unread notices are counted again the next time. */
export function useReadNotices() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: ['notices', 'read'],
    mutationFn: (upTo: number) => send(readNotices, { body: { upTo } }),
    onSuccess: ({ unreadCount }, upTo) =>
      client.setQueryData(noticesQuery.queryKey, (loaded) => loaded && withRead(loaded, upTo, unreadCount)),
  })
}

/** Updates the count at once and refetches the list. */
export function handleNoticesChanged(client: QueryClient, unreadCount: number): void {
  client.setQueryData(noticesQuery.queryKey, (loaded) => loaded && { ...loaded, unreadCount })
  void cancelAndRefetch(client, noticesQuery.queryKey)
}
