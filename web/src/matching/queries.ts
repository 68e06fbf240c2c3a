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
import { send } from '#core/api.ts'
import { profileQuery } from '#core/profile.ts'
import { cancelAndRefetch } from '#core/cancel-and-refetch.ts'
import { mentorshipsQuery } from '#mentorship/public.ts'
import { isUnavailable } from './cache.ts'

const TOLD_STALE_MS = 5 * 60_000

const roomKey = ['matching'] as const
/** What changes with each choice; the words of the screens do not. */
const matchesKey = [...roomKey, 'matches'] as const

export type MatchList = CallReply<typeof getMatchList>

/** What can be decided now, and which screen to show. */
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
    queryKey: [...roomKey, 'info', id],
    queryFn: ({ signal }) => send(getMatchInfo, { params: { id } }, { signal }),
    staleTime: TOLD_STALE_MS,
  })

/** What the programme says on each of the four screens. */
export const screensQuery = queryOptions({
  queryKey: [...roomKey, 'screens'],
  queryFn: async ({ signal }) => (await send(listMatchScreens, {}, { signal })).screensList,
  staleTime: TOLD_STALE_MS,
})

/** The list, the history and the group: whatever was read before the news is given up. */
export const hearMatches = (client: QueryClient): Promise<void> => cancelAndRefetch(client, matchesKey)

const confirmKey = [...roomKey, 'confirm'] as const
const Answered = setMatchStatus.reply

/** Set where the last choice met somebody who is no longer free. */
export function useUnavailable(): ConfirmStatus | undefined {
  const answers = useMutationState({
    filters: { mutationKey: confirmKey, status: 'success' },
    select: ({ state }) => z.safeParse(Answered, state.data).data?.status,
  })
  const last = answers.at(-1)
  return last && isUnavailable(last) ? last : undefined
}

/** What one has chosen and not confirmed stays while one looks at another page; like all that is personal it goes with a sign-out. */
export const choicesKey = [...roomKey, 'choices'] as const

/** The mentorship that it came to, and that the person looks for nobody. */
export async function hearFound(client: QueryClient): Promise<void> {
  await Promise.all([mentorshipsQuery, profileQuery].map(({ queryKey }) => client.invalidateQueries({ queryKey })))
}

type Confirmed = { interestSet: Choice[]; idempotencyKey: string }

/** Goes on until what came of it is there, so that nothing can be confirmed twice meanwhile. */
export function useConfirmChoices() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: confirmKey,
    mutationFn: ({ interestSet, idempotencyKey }: Confirmed) =>
      send(setMatchStatus, { body: { interestSet } }, { idempotencyKey }),
    onSuccess: async ({ status }) => {
      if (isUnavailable(status)) return
      // A yes of the second side opens the mentorship: also those must see it whose live line is down.
      const rest = status === 'SUCCESS' ? [mentorshipsQuery.queryKey, profileQuery.queryKey] : [profileQuery.queryKey]
      await Promise.all([hearMatches(client), ...rest.map((queryKey) => client.invalidateQueries({ queryKey }))])
    },
  })
}
