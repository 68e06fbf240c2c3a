import type { SessionCard } from '@saathi/contract/learning/entities'
import type { SessionDetail, SessionProgress } from '@saathi/contract/learning/detail'
import type { QueryClient } from '@tanstack/react-query'
import { patchQueries } from '#core/query-cache.ts'
import { type CachedLists, findCard, type ListName, listNames, setBookmark, setProgress } from '../cache.ts'
import { queryClient } from '#core/query-client.ts'
import { createStore } from '#core/store.ts'

export const listsKey = ['learning', 'sessions'] as const
export const listKey = (list: ListName) => [...listsKey, list] as const
export const sessionKey = (session: number) => ['learning', 'session', session] as const

/** All cached lists; updated together, so that they stay consistent. */
function cachedLists(client: QueryClient): CachedLists {
  const cached: CachedLists = {}
  for (const name of listNames) {
    const cards = client.getQueryData<SessionCard[]>(listKey(name))
    if (cards) cached[name] = cards
  }
  return cached
}

function writeLists(client: QueryClient, lists: CachedLists): void {
  for (const name of listNames) {
    const cards = lists[name]
    if (cards) patchQueries(client, listKey(name), () => cards)
  }
}

export const patchHubSession = (client: QueryClient, session: number, change: (cached: SessionDetail) => SessionDetail): void =>
  patchQueries(client, sessionKey(session), change)

export const isBookmarkedNow = (client: QueryClient, session: number): boolean => {
  const cached = client.getQueryData<SessionDetail>(sessionKey(session)) ?? findCard(cachedLists(client), session)
  return cached?.isBookmarked ?? false
}

export function patchBookmark(client: QueryClient, session: number, isBookmarked: boolean): void {
  const known = client.getQueryData<SessionDetail>(sessionKey(session))
  writeLists(client, setBookmark(cachedLists(client), session, isBookmarked, known))
  patchHubSession(client, session, (cached) => (cached.isBookmarked === isBookmarked ? cached : { ...cached, isBookmarked }))
}

export function patchLists(client: QueryClient, progress: SessionProgress): void {
  const known = client.getQueryData<SessionDetail>(sessionKey(progress.session))
  writeLists(client, setProgress(cachedLists(client), progress, known))
}

export const completeKey = (session: number) => ['learning', 'complete', session] as const

/** While this page is sending a step, the reply to it is newer than any fetched data. */
export const isCompleting = (client: QueryClient, session: number): boolean =>
  client.isMutating({ mutationKey: completeKey(session) }) > 0

type Change = (cached: SessionDetail) => SessionDetail
type PatchMentorshipSession = (ref: { session: number; mentorship: number }, change: Change) => void

const patchMentorshipSession = createStore<PatchMentorshipSession>(() => {})

/** Mentorship sessions are cached by the mentorship domain, which registers its patch function here. */
export const registerMentorshipPatch = patchMentorshipSession.set

/** For queued changes that have been sent: patches the cached session until it is refetched. */
export function patchSession(
  { session, mentorship }: { session: number; mentorship?: number | undefined },
  change: Change,
): void {
  if (mentorship === undefined) patchHubSession(queryClient, session, change)
  else patchMentorshipSession.get()({ session, mentorship }, change)
}
