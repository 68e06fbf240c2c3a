import { listCards } from '@saathi/contract/content/community-calls'
import { listMySessions } from '@saathi/contract/learning/calls'
import {
  getMentorshipProgress,
  getPartnerProfile,
  listMentorships,
  listMentorshipSessions,
  listMyMentorshipSessions,
  markCelebrated,
} from '@saathi/contract/mentorship/calls'
import type { MentorshipCard } from '@saathi/contract/mentorship/entities'
import { type QueryClient, type QueryKey, queryOptions, useMutation } from '@tanstack/react-query'
import { send } from '#core/api.ts'
import { patchQueries, cancelAndRefetch } from '#core/query-cache.ts'
import { type BookmarkArea, completedCount, onBookmarkChanged, isCompleting } from '#learning/public.ts'
import {
  cardKey,
  findCard,
  markBookmark,
  type CardList,
  cardsKey,
  mentorshipsKey,
  progressKey,
  domainKey,
  sessionKey,
} from './cache.ts'

const CARDS_STALE_MS = 5 * 60_000
/** A schedule has a few dozen sessions, which fit on one page; this is only a safety limit. */
const MAX_PAGES = 10

const allCardsKey = [...domainKey, 'cards'] as const
const hubKey = [...domainKey, 'hub'] as const

export const mentorshipsQuery = queryOptions({
  queryKey: mentorshipsKey,
  queryFn: async ({ signal }) => (await send(listMentorships, {}, { signal })).mentorships,
})

export const progressQuery = (mentorship: number, session?: number) =>
  queryOptions({
    queryKey: progressKey(mentorship, session),
    queryFn: ({ signal }) => {
      const query = session === undefined ? {} : { session }
      return send(getMentorshipProgress, { params: { id: mentorship }, query }, { signal })
    },
  })

type Page = { sessions: MentorshipCard[]; hasNextPage?: boolean | undefined }

const fetchers: Record<CardList, (mentorship: number, page: number, signal: AbortSignal) => Promise<Page>> = {
  mine: (mentorship, page, signal) =>
    send(listMyMentorshipSessions, { query: { imageType: 'web', mentorship, page } }, { signal }),
  open: (mentorship, page, signal) =>
    send(listMentorshipSessions, { query: { notStarted: 'true', imageType: 'web', mentorship, page } }, { signal }),
}

async function fetchCards(fetchPage: (page: number) => Promise<Page>): Promise<MentorshipCard[]> {
  const all = new Map<string, MentorshipCard>()
  for (let page = 1; page <= MAX_PAGES; page++) {
    const { sessions, hasNextPage } = await fetchPage(page)
    // A session that moved to a later page between requests comes twice.
    for (const session of sessions) all.set(cardKey(session), session)
    if (!hasNextPage) break
  }
  return [...all.values()]
}

export const cardsQuery = (mentorship: number, list: CardList) =>
  queryOptions({
    queryKey: cardsKey(mentorship, list),
    queryFn: ({ signal }) => fetchCards((page) => fetchers[list](mentorship, page, signal)),
  })

/** While the area is locked the server lists no mentorship: started sessions of all of them are one list. */
export const startedQuery = queryOptions({
  queryKey: [...allCardsKey, 'begun'],
  queryFn: ({ signal }) =>
    fetchCards((page) => send(listMyMentorshipSessions, { query: { imageType: 'web', page } }, { signal })),
})

export const partnerQuery = (mentorship: number, userId: number) =>
  queryOptions({
    queryKey: [...domainKey, 'partner', mentorship, userId],
    queryFn: ({ signal }) => send(getPartnerProfile, { params: { id: mentorship, userId } }, { signal }),
  })

export const programmeCardsQuery = queryOptions({
  queryKey: [...domainKey, 'programme-cards'],
  queryFn: async ({ signal }) =>
    (await send(listCards, { query: { expType: 'Mentorship', imageType: 'web' } }, { signal })).cards,
  staleTime: CARDS_STALE_MS,
})

/** Completed hub sessions, for people who unlock mentorship with them. */
export const hubDoneQuery = queryOptions({
  queryKey: hubKey,
  queryFn: async ({ signal }) =>
    completedCount((await send(listMySessions, { query: { imageType: 'web', page: 1 } }, { signal })).sessions),
})

/** If it fails, this device still shows the celebration only once. */
export const useMarkCelebrated = () =>
  useMutation({
    mutationKey: [...domainKey, 'celebrated'],
    mutationFn: (id: number) => send(markCelebrated, { params: { id } }),
  })

function patchBookmark(client: QueryClient, session: number, isBookmarked: boolean): void {
  patchQueries<MentorshipCard[]>(client, allCardsKey, (cards) => markBookmark(cards, session, isBookmarked))
  patchQueries<{ isBookmarked: boolean }>(client, sessionKey(session), (cached) => ({ ...cached, isBookmarked }))
}

function isBookmarkedNow(client: QueryClient, session: number): boolean {
  const own = client
    .getQueriesData<{ isBookmarked: boolean }>({ queryKey: sessionKey(session) })
    .find(([, cached]) => cached)?.[1]
  if (own) return own.isBookmarked
  const lists = client.getQueriesData<MentorshipCard[]>({ queryKey: allCardsKey }).map(([, cards]) => cards ?? [])
  return findCard(lists, session)?.isBookmarked ?? false
}

export const mentorshipBookmarks: BookmarkArea = {
  name: 'mentorship',
  keysOf: (session) => [allCardsKey, sessionKey(session)],
  listsKey: allCardsKey,
  patchBookmark,
  isBookmarked: isBookmarkedNow,
}

export const onMentorshipBookmarkChanged = (client: QueryClient, session: number, isBookmarked: boolean): void =>
  onBookmarkChanged(mentorshipBookmarks, client, session, isBookmarked)

/** A member's progress changed. Shown data stays until the new data is loaded. */
export function onPartnerProgress(client: QueryClient, mentorship: number, session: number): void {
  refetchSession(client, session, [[...domainKey, 'progress', mentorship], cardsKey(mentorship)])
}

/** Own progress from another tab or device; the event does not say in which mentorship. */
export function onOwnProgress(client: QueryClient, session: number): void {
  refetchSession(client, session, [[...domainKey, 'progress'], allCardsKey, hubKey])
}

function refetchSession(client: QueryClient, session: number, keys: readonly QueryKey[]): void {
  for (const queryKey of keys) void cancelAndRefetch(client, queryKey)
  if (!isCompleting(client, session)) void cancelAndRefetch(client, sessionKey(session))
}

/** A mentorship started, ended or changed its members: refetch everything. */
export const onMentorshipChanged = (client: QueryClient): void => void cancelAndRefetch(client, domainKey)
