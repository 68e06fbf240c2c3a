import { getCommunity } from '@saathi/contract/content/community-calls'
import { queryOptions } from '@tanstack/react-query'
import { send } from '#core/api.ts'
import { renewToken } from '#core/network/renewal.ts'
import { currentToken } from '#core/network/token.ts'

export const communityQuery = (languageCode: string) =>
  queryOptions({
    // Under the key `texts`, which stays cached after a sign-out: the legal texts are the same for everybody in this language.
    queryKey: ['texts', 'community', languageCode],
    queryFn: ({ signal }) => send(getCommunity, { query: { languageCode } }, { signal }),
    staleTime: 5 * 60_000,
  })

/** Only for people who are signed in. The call is public, so the token must be sent explicitly. */
export const faqQuery = (languageCode: string) =>
  queryOptions({
    queryKey: ['content', 'faq', languageCode],
    queryFn: async ({ signal }) => {
      const bearer = currentToken() ?? (await renewToken())
      return (await send(getCommunity, { query: { languageCode } }, { signal, bearer })).faq
    },
    // An empty list may mean that the token was invalid, so it is refetched on the next visit.
    staleTime: ({ state }) => (state.data && state.data.length > 0 ? 5 * 60_000 : 0),
  })
