import { listCards } from '@saathi/contract/content/community-calls'
import { queryOptions } from '@tanstack/react-query'
import { send } from '#core/api.ts'

export const internshipCardsQuery = queryOptions({
  queryKey: ['learning', 'internship-cards'],
  queryFn: async ({ signal }) => {
    const { cards } = await send(listCards, { query: { expType: 'Intership', imageType: 'web' } }, { signal })
    return cards
  },
  staleTime: 5 * 60_000,
})
