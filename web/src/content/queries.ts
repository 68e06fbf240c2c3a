import { getCommunity } from '@saathi/contract/content/community-calls'
import { queryOptions } from '@tanstack/react-query'
import { send } from '#core/api.ts'

export const communityQuery = (languageCode: string) =>
  queryOptions({
    // Under `texts`: the same for everyone who reads this language, so it outlives a sign-out.
    queryKey: ['texts', 'community', languageCode],
    queryFn: ({ signal }) => send(getCommunity, { query: { languageCode } }, { signal }),
    staleTime: 5 * 60_000,
  })
