import { getSystemStatus } from '@saathi/contract/accounts/entrance-calls'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { send } from './api.ts'

const pollMs = 30_000

/** Polls during maintenance, so that nobody has to reload. */
export const systemStatusQuery = queryOptions({
  queryKey: ['system', 'status'],
  queryFn: ({ signal }) => send(getSystemStatus, {}, { signal }),
  staleTime: 60_000,
  refetchInterval: (query) => (query.state.data?.underMaintenance ? pollMs : false),
})

/** Assumes no maintenance until the reply arrives, and does not re-render for the usual reply. */
export function useUnderMaintenance(): boolean {
  const { data } = useQuery({
    ...systemStatusQuery,
    placeholderData: { underMaintenance: false, google: null },
    select: ({ underMaintenance }) => underMaintenance,
  })
  return data ?? false
}
