import { listMySessions, listSessions } from '@saathi/contract/learning/calls'
import type { SessionCard } from '@saathi/contract/learning/entities'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { send } from '#core/api.ts'
import { type BookmarkPlace, onBookmarkChanged } from './bookmark-queries.ts'
import type { ListName } from './cache.ts'
import { holdBookmark, isBookmarkedNow, listKey, listsKey, sessionKey } from './held.ts'

type Page = { sessions: SessionCard[]; hasNextPage?: boolean | undefined }

const fetchers: Record<ListName, (page: number, signal: AbortSignal) => Promise<Page>> = {
  all: (page, signal) => send(listSessions, { query: { imageType: 'web', page } }, { signal }),
  curated: (page, signal) => send(listSessions, { query: { notStarted: 'true', imageType: 'web', page } }, { signal }),
  bookmarked: (page, signal) => send(listSessions, { query: { bookmark: 'true', imageType: 'web', page } }, { signal }),
  ongoing: (page, signal) => send(listMySessions, { query: { ongoingSession: 'true', imageType: 'web', page } }, { signal }),
  mine: (page, signal) => send(listMySessions, { query: { imageType: 'web', page } }, { signal }),
}

/** A programme has a few dozen sessions, which is one page; a list longer than this is not one to be read. */
const MAX_PAGES = 10

async function fetchList(list: ListName, signal: AbortSignal): Promise<SessionCard[]> {
  const all = new Map<number, SessionCard>()
  for (let page = 1; page <= MAX_PAGES; page++) {
    const { sessions, hasNextPage } = await fetchers[list](page, signal)
    // A session that moved to a later page meanwhile comes twice.
    for (const session of sessions) all.set(session.id, session)
    if (!hasNextPage) break
  }
  return [...all.values()]
}

export const sessionsQuery = (list: ListName) =>
  queryOptions({
    queryKey: listKey(list),
    queryFn: ({ signal }) => fetchList(list, signal),
    // A card let go is still held in the bookmarked list, unmarked, until the server has agreed.
    select: (cards) => (list === 'bookmarked' ? cards.filter((card) => card.isBookmarked) : cards),
  })

export const hubBookmarks: BookmarkPlace = {
  name: 'learning',
  keysOf: (session) => [listsKey, sessionKey(session)],
  listsKey,
  hold: holdBookmark,
  isNow: isBookmarkedNow,
}

export const hearBookmark = (client: QueryClient, session: number, isBookmarked: boolean): void =>
  onBookmarkChanged(hubBookmarks, client, session, isBookmarked)
