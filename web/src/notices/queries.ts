import { listNotices, readNotices } from '@saathi/contract/notices/calls'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { send } from '#core/api.ts'
import { cancelAndRefetch } from '#core/cancel-and-refetch.ts'
import { type HeldNotices, oldestId, withOlder, withRead } from './cache.ts'

const queryKey = ['notices', 'list']

export const noticesQuery = queryOptions({
  queryKey,
  queryFn: ({ client, signal }) => {
    const held = client.getQueryData<HeldNotices>(queryKey)
    return fetchDownTo(held && oldestId(held), signal)
  },
  // The live line tells of each one.
  staleTime: 60_000,
})

/** As far back as one had read already: reading again must not take the older ones away. */
async function fetchDownTo(oldest: number | undefined, signal: AbortSignal): Promise<HeldNotices> {
  let held = await send(listNotices, { query: {} }, { signal })
  for (;;) {
    const before = oldestId(held)
    if (oldest === undefined || before === undefined || before <= oldest || !held.hasMore) return held
    held = withOlder(held, await send(listNotices, { query: { before } }, { signal }))
  }
}

export function useOlderNotices() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: ['notices', 'older'],
    mutationFn: (before: number) => send(listNotices, { query: { before } }),
    onSuccess: (page) => client.setQueryData(noticesQuery.queryKey, (held) => held && withOlder(held, page)),
  })
}

/** Whether it worked is not worth a word: what stays unread is counted again the next time. */
export function useReadNotices() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: ['notices', 'read'],
    mutationFn: (upTo: number) => send(readNotices, { body: { upTo } }),
    onSuccess: ({ unreadCount }, upTo) =>
      client.setQueryData(noticesQuery.queryKey, (held) => held && withRead(held, upTo, unreadCount)),
  })
}

/** The number at once, what it stands for as soon as it is here. */
export function hearNotices(client: QueryClient, unreadCount: number): void {
  client.setQueryData(noticesQuery.queryKey, (held) => held && { ...held, unreadCount })
  void cancelAndRefetch(client, noticesQuery.queryKey)
}
