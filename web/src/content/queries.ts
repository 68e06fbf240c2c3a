import { getCommunity } from '@saathi/contract/content/community-calls'
import { queryOptions } from '@tanstack/react-query'
import { send } from '#core/api.ts'
import { renewToken } from '#core/renewal.ts'
import { currentToken } from '#core/token.ts'

export const communityQuery = (languageCode: string) =>
  queryOptions({
    // Under `texts`: the legal texts are the same for everyone who reads this language, so they outlive a sign-out.
    queryKey: ['texts', 'community', languageCode],
    queryFn: ({ signal }) => send(getCommunity, { query: { languageCode } }, { signal }),
    staleTime: 5 * 60_000,
  })

/** Only for who is signed in. The call itself is open to all, so this one has to say who asks. */
export const faqQuery = (languageCode: string) =>
  queryOptions({
    queryKey: ['content', 'faq', languageCode],
    queryFn: async ({ signal }) => {
      const bearer = currentToken() ?? (await renewToken())
      return (await send(getCommunity, { query: { languageCode } }, { signal, bearer })).faq
    },
    // None may also mean that the token did not count: then it is asked anew by the next page that shows them.
    staleTime: ({ state }) => (state.data && state.data.length > 0 ? 5 * 60_000 : 0),
  })
