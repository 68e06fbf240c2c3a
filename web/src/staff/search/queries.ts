import { searchConsole } from '@saathi/contract/staff/search-calls'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { send } from '#core/api.ts'

/** A search that is no longer wanted is cancelled, and nothing found is stored. */
export const searchQuery = (text: string) =>
  queryOptions({
    queryKey: ['staff', 'search', text],
    queryFn: async ({ signal }) => (await send(searchConsole, { query: { text } }, { signal })).groups,
    enabled: text !== '',
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
