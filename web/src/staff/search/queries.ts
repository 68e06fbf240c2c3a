import { searchConsole } from '@saathi/contract/staff/search-calls'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { send } from '#core/api.ts'

/** An outdated search is cancelled, and its results are not stored. */
export const searchQuery = (text: string) =>
  queryOptions({
    queryKey: ['staff', 'search', text],
    queryFn: async ({ signal }) => (await send(searchConsole, { query: { text } }, { signal })).groups,
    enabled: text !== '',
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
