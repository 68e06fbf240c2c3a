import { getSecondFactor } from '@saathi/contract/accounts/staff-calls'
import { type DigestRhythm, getConsole, getDigest, getStaffTexts, setDigest } from '@saathi/contract/staff/console-calls'
import { getOverview } from '@saathi/contract/staff/pair-calls'
import { queryOptions, useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { send } from '#core/api.ts'
import { onLive } from '#core/live.ts'
import { queryClient } from '#core/query-client.ts'

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

export const overviewQuery = queryOptions({
  queryKey: ['staff', 'overview'],
  queryFn: ({ signal }) => send(getOverview, {}, { signal }),
})

onLive('safety.case_changed', () => {
  void queryClient.invalidateQueries({ queryKey: consoleQuery.queryKey })
  void queryClient.invalidateQueries({ queryKey: ['staff', 'safety'] })
})

/** For pages of the console: its layout has fetched this before they are shown. */
export const useConsole = () => useSuspenseQuery(consoleQuery).data

export const digestQuery = queryOptions({
  queryKey: ['staff', 'digest'],
  queryFn: ({ signal }) => send(getDigest, {}, { signal }),
})

export function useSetDigest(onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (rhythm: DigestRhythm) => send(setDigest, { body: { rhythm } }),
    onSuccess: (saved) => {
      client.setQueryData(digestQuery.queryKey, saved)
      onDone()
    },
  })
}
