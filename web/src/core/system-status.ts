import { getSystemStatus } from '@saathi/contract/accounts/entrance-calls'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { send } from './api.ts'

const lookAgainMs = 30_000

/** While the product is closed we look again by ourselves, so that nobody has to reload. */
export const systemStatusQuery = queryOptions({
  queryKey: ['system', 'status'],
  queryFn: ({ signal }) => send(getSystemStatus, {}, { signal }),
  staleTime: 60_000,
  refetchInterval: (query) => (query.state.data?.underMaintenance ? lookAgainMs : false),
})

/** Open until we hear otherwise, and nothing is drawn again when the answer is the usual one. */
export function useUnderMaintenance(): boolean {
  const { data } = useQuery({
    ...systemStatusQuery,
    placeholderData: { underMaintenance: false, google: null },
    select: ({ underMaintenance }) => underMaintenance,
  })
  return data ?? false
}
