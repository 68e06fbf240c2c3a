import { listCards } from '@saathi/contract/content/community-calls'
import { listMySessions } from '@saathi/contract/learning/calls'
import {
  getMentorshipProgress,
  getPartnerProfile,
  listMentorships,
  listMentorshipSessions,
  listMyMentorshipSessions,
} from '@saathi/contract/mentorship/calls'
import type { MentorshipCard } from '@saathi/contract/mentorship/entities'
import { type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query'
import { send } from '#core/api.ts'
import { patchQueries } from '#core/patch-queries.ts'
import { cancelAndRefetch } from '#core/cancel-and-refetch.ts'
import { type BookmarkPlace, completedCount, onBookmarkChanged, isCompleting } from '#learning/public.ts'
import { cardKey, findCard, markBookmark } from './cache.ts'
import { type CardList, cardsKey, mentorshipsKey, progressKey, roomKey, sessionKey } from './held.ts'

const TOLD_STALE_MS = 5 * 60_000
/** A schedule has a few dozen sessions, which is one page; a list longer than this is not one to be read. */
const MAX_PAGES = 10

export const allCardsKey = [...roomKey, 'cards'] as const
export const hubKey = [...roomKey, 'hub'] as const

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
    // A session that moved to a later page meanwhile comes twice.
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

/** While the area is held back no mentorship is told of: what was begun in any of them is one list. */
export const begunQuery = queryOptions({
  queryKey: [...allCardsKey, 'begun'],
  queryFn: ({ signal }) =>
    fetchCards((page) => send(listMyMentorshipSessions, { query: { imageType: 'web', page } }, { signal })),
})

export const partnerQuery = (mentorship: number, userId: number) =>
  queryOptions({
    queryKey: [...roomKey, 'partner', mentorship, userId],
    queryFn: ({ signal }) => send(getPartnerProfile, { params: { id: mentorship, userId } }, { signal }),
  })

export const programmeCardsQuery = queryOptions({
  queryKey: [...roomKey, 'programme-cards'],
  queryFn: async ({ signal }) =>
    (await send(listCards, { query: { expType: 'Mentorship', imageType: 'web' } }, { signal })).cards,
  staleTime: TOLD_STALE_MS,
})

/** How many sessions of the learning hub are done, for those to whom they open the mentorship. */
export const hubDoneQuery = queryOptions({
  queryKey: hubKey,
  queryFn: async ({ signal }) =>
    completedCount((await send(listMySessions, { query: { imageType: 'web', page: 1 } }, { signal })).sessions),
})

function holdBookmark(client: QueryClient, session: number, isBookmarked: boolean): void {
  patchQueries<MentorshipCard[]>(client, allCardsKey, (cards) => markBookmark(cards, session, isBookmarked))
  patchQueries<{ isBookmarked: boolean }>(client, sessionKey(session), (held) => ({ ...held, isBookmarked }))
}

function isBookmarkedNow(client: QueryClient, session: number): boolean {
  const own = client.getQueriesData<{ isBookmarked: boolean }>({ queryKey: sessionKey(session) }).find(([, held]) => held)?.[1]
  if (own) return own.isBookmarked
  const lists = client.getQueriesData<MentorshipCard[]>({ queryKey: allCardsKey }).map(([, cards]) => cards ?? [])
  return findCard(lists, session)?.isBookmarked ?? false
}

export const walkBookmarks: BookmarkPlace = {
  name: 'mentorship',
  keysOf: (session) => [allCardsKey, sessionKey(session)],
  listsKey: allCardsKey,
  hold: holdBookmark,
  isNow: isBookmarkedNow,
}

export const hearBookmark = (client: QueryClient, session: number, isBookmarked: boolean): void =>
  onBookmarkChanged(walkBookmarks, client, session, isBookmarked)

/** Somebody moved on in this mentorship: what stands on the screen stays until the newer word is there. */
export function hearWalk(client: QueryClient, mentorship: number, session: number): void {
  readAgain(client, session, [[...roomKey, 'progress', mentorship], cardsKey(mentorship)])
}

/** One's own steps, taken in another tab or on another device: in which mentorship is not told. */
export function hearOwnProgress(client: QueryClient, session: number): void {
  readAgain(client, session, [[...roomKey, 'progress'], allCardsKey, hubKey])
}

function readAgain(client: QueryClient, session: number, keys: readonly QueryKey[]): void {
  for (const queryKey of keys) void cancelAndRefetch(client, queryKey)
  if (!isCompleting(client, session)) void cancelAndRefetch(client, sessionKey(session))
}

/** It began, ended, or has other members: everything that was read of any may be wrong. */
export const hearMentorship = (client: QueryClient): void => void cancelAndRefetch(client, roomKey)
