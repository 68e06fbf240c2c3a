import { listMySessions, listSessions } from '@saathi/contract/learning/calls'
import type { SessionCard } from '@saathi/contract/learning/entities'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { send } from '#core/api.ts'
import { type BookmarkArea, onBookmarkChanged } from './cards/bookmark-queries.ts'
import type { ListName } from './cache.ts'
import { patchBookmark, isBookmarkedNow, listKey, listsKey, sessionKey } from './session/cache.ts'
import { listCards } from '@saathi/contract/content/community-calls'

type Page = { sessions: SessionCard[]; hasNextPage?: boolean | undefined }

const fetchers: Record<ListName, (page: number, signal: AbortSignal) => Promise<Page>> = {
  all: (page, signal) => send(listSessions, { query: { imageType: 'web', page } }, { signal }),
  curated: (page, signal) => send(listSessions, { query: { notStarted: 'true', imageType: 'web', page } }, { signal }),
  bookmarked: (page, signal) => send(listSessions, { query: { bookmark: 'true', imageType: 'web', page } }, { signal }),
  ongoing: (page, signal) => send(listMySessions, { query: { ongoingSession: 'true', imageType: 'web', page } }, { signal }),
  mine: (page, signal) => send(listMySessions, { query: { imageType: 'web', page } }, { signal }),
}

/** A programme has a few dozen sessions, which fit on one page; this is only a safety limit. */
const MAX_PAGES = 10

async function fetchList(list: ListName, signal: AbortSignal): Promise<SessionCard[]> {
  const all = new Map<number, SessionCard>()
  for (let page = 1; page <= MAX_PAGES; page++) {
    const { sessions, hasNextPage } = await fetchers[list](page, signal)
    // A session that moved to a later page between requests comes twice.
    for (const session of sessions) all.set(session.id, session)
    if (!hasNextPage) break
  }
  return [...all.values()]
}

export const sessionsQuery = (list: ListName) =>
  queryOptions({
    queryKey: listKey(list),
    queryFn: ({ signal }) => fetchList(list, signal),
    // A removed card stays in the bookmarked list, unmarked, until the server confirms.
    select: (cards) => (list === 'bookmarked' ? cards.filter((card) => card.isBookmarked) : cards),
  })

export const hubBookmarks: BookmarkArea = {
  name: 'learning',
  keysOf: (session) => [listsKey, sessionKey(session)],
  listsKey,
  patchBookmark,
  isBookmarked: isBookmarkedNow,
}

export const onHubBookmarkChanged = (client: QueryClient, session: number, isBookmarked: boolean): void =>
  onBookmarkChanged(hubBookmarks, client, session, isBookmarked)

export const internshipCardsQuery = queryOptions({
  queryKey: ['learning', 'internship-cards'],
  queryFn: async ({ signal }) => {
    const { cards } = await send(listCards, { query: { expType: 'Intership', imageType: 'web' } }, { signal })
    return cards
  },
  staleTime: 5 * 60_000,
})
