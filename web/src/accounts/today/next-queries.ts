import { getNextFacts, type NextFacts } from '@saathi/contract/accounts/next-facts'
import { type NextStep, nextStepOf } from '@saathi/contract/accounts/next-step'
import type { LiveEvent } from '@saathi/contract/live'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { send } from '#core/api.ts'
import { onLive } from '#core/live.ts'
import { queryClient } from '#core/query-client.ts'
import { cancelAndRefetch } from '#core/query-cache.ts'
import { setMenuCount } from '#core/shell/menu-items.ts'
import { useNow } from '#core/use-now.ts'

/**
 * Refetched when the person comes back from the chat, because a first message is sent over the chat socket; but once for the parts
 * of a page that mount one after the other.
 */
export const nextFactsQuery = queryOptions({
  queryKey: ['accounts', 'next'],
  queryFn: ({ signal }) => send(getNextFacts, {}, { signal }),
  staleTime: 2_000,
})

const changes: readonly LiveEvent['type'][] = [
  'accounts.profile_changed',
  'learning.progress_changed',
  'surveys.survey_changed',
  'mentorship.changed',
  'mentorship.progress_changed',
  'matching.changed',
  'calendar.changed',
  'video.calls_changed',
]
for (const type of changes) onLive(type, () => void cancelAndRefetch(queryClient, nextFactsQuery.queryKey))

export type Next = { facts: NextFacts; step: NextStep }

/** `next` is undefined while loading; `isLost` if it could not be loaded. */
export function useNext(): { next: Next | undefined; isLost: boolean } {
  const now = useNow()
  const { data, isError } = useQuery(nextFactsQuery)
  return { next: data && { facts: data, step: nextStepOf(data, now) }, isLost: isError && !data }
}

/** Marks the menu on every page while match offers await a decision. */
export function OffersInMenu(): null {
  const { data } = useQuery(nextFactsQuery)
  const unread = data?.matching.offers ?? 0
  useEffect(() => setMenuCount('mentorship', { unread, hasMention: false }), [unread])
  useEffect(() => () => setMenuCount('mentorship', { unread: 0, hasMention: false }), [])
  return null
}
