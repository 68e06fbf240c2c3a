import { getSecondFactor } from '@saathi/contract/accounts/staff-calls'
import { getConsole, getStaffTexts } from '@saathi/contract/staff/console-calls'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { send } from '#core/api.ts'

export const staffTextsQuery = (languageCode: string) =>
  queryOptions({
    queryKey: ['staff', 'texts', languageCode],
    queryFn: async ({ signal }) => (await send(getStaffTexts, { query: { languageCode } }, { signal })).translations,
    staleTime: Infinity,
  })

export const secondFactorQuery = queryOptions({
  queryKey: ['staff', 'secondFactor'],
  queryFn: ({ signal }) => send(getSecondFactor, {}, { signal }),
  staleTime: 60_000,
  // The second factor is valid for twelve hours: a tab that is open longer must ask for it again.
  refetchInterval: 60_000,
})

export const consoleQuery = queryOptions({
  queryKey: ['staff', 'console'],
  queryFn: ({ signal }) => send(getConsole, {}, { signal }),
  staleTime: 30_000,
})

/** For pages of the console: its layout has fetched this before they are shown. */
export const useConsole = () => useSuspenseQuery(consoleQuery).data
