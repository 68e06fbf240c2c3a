import { listMatchScreens } from '@saathi/contract/content/screen-calls'
import type { CallReply } from '@saathi/contract/core/call'
import {
  type Choice,
  type ConfirmStatus,
  getGroupHoldInfo,
  getMatchInfo,
  getMatchList,
  setMatchStatus,
} from '@saathi/contract/matching/calls'
import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useMutationState,
  useQueryClient,
} from '@tanstack/react-query'
import * as z from 'zod/mini'
import { nextFactsQuery } from '#accounts/public.tsx'
import { send } from '#core/api.ts'
import { profileQuery } from '#core/profile.ts'
import { cancelAndRefetch } from '#core/query-cache.ts'
import { mentorshipsQuery } from '#mentorship/public.ts'
import { isUnavailable } from './cache.ts'

const STALE_MS = 5 * 60_000

const domainKey = ['matching'] as const
/** Data that changes with each choice, unlike the texts of the screens. */
const matchesKey = [...domainKey, 'matches'] as const

export type MatchList = CallReply<typeof getMatchList>

/** The matches to decide, and the screen to show. */
export const activeMatchesQuery = queryOptions({
  queryKey: [...matchesKey, 'active'],
  queryFn: ({ signal }) => send(getMatchList, { query: { active: 'true', imageType: 'web' } }, { signal }),
})

export const historyQuery = infiniteQueryOptions({
  queryKey: [...matchesKey, 'history'],
  queryFn: ({ pageParam, signal }) => send(getMatchList, { query: { page: pageParam } }, { signal }),
  initialPageParam: 1,
  getNextPageParam: ({ hasNextPage }, _pages, page) => (hasNextPage ? page + 1 : null),
})

export const groupInfoQuery = queryOptions({
  queryKey: [...matchesKey, 'group'],
  queryFn: ({ signal }) => send(getGroupHoldInfo, {}, { signal }),
})

export const matchInfoQuery = (id: number) =>
  queryOptions({
    queryKey: [...domainKey, 'info', id],
    queryFn: ({ signal }) => send(getMatchInfo, { params: { id } }, { signal }),
    staleTime: STALE_MS,
  })

/** The programme's texts for the four screens. */
export const screensQuery = queryOptions({
  queryKey: [...domainKey, 'screens'],
  queryFn: async ({ signal }) => (await send(listMatchScreens, {}, { signal })).screensList,
  staleTime: STALE_MS,
})

/** Refetches the list, the history and the group; fetches in flight are cancelled. */
export const refetchMatches = (client: QueryClient): Promise<void> => cancelAndRefetch(client, matchesKey)

const confirmKey = [...domainKey, 'confirm'] as const
const ConfirmReply = setMatchStatus.reply

/** Set if the last choice was for somebody who is no longer available. */
export function useUnavailable(): ConfirmStatus | undefined {
  const answers = useMutationState({
    filters: { mutationKey: confirmKey, status: 'success' },
    select: ({ state }) => z.safeParse(ConfirmReply, state.data).data?.status,
  })
  const last = answers.at(-1)
  return last && isUnavailable(last) ? last : undefined
}

/** Unconfirmed choices survive a visit to another page; like all personal data they are removed at sign-out. */
export const choicesKey = [...domainKey, 'choices'] as const

/** Everything that a successful match changes: the home, and the facts that the celebration is made from. */
const matchedKeys = [mentorshipsQuery.queryKey, profileQuery.queryKey, nextFactsQuery.queryKey]

export async function refetchHome(client: QueryClient): Promise<void> {
  await Promise.all(matchedKeys.map((queryKey) => client.invalidateQueries({ queryKey })))
}

type Confirmation = { interestSet: Choice[]; idempotencyKey: string }

/** Pending until the refetch is done, so that nothing can be confirmed twice. */
export function useConfirmChoices() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: confirmKey,
    mutationFn: ({ interestSet, idempotencyKey }: Confirmation) =>
      send(setMatchStatus, { body: { interestSet } }, { idempotencyKey }),
    onSuccess: async ({ status }) => {
      if (isUnavailable(status)) return
      // An acceptance by the second side starts the mentorship, which must show even if the live socket is down.
      const rest = status === 'SUCCESS' ? matchedKeys : [profileQuery.queryKey]
      await Promise.all([refetchMatches(client), ...rest.map((queryKey) => client.invalidateQueries({ queryKey }))])
    },
  })
}
