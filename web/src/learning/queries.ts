import { listMySessions, listSessions, toggleBookmark } from '@saathi/contract/learning/calls'
import type { SessionCard } from '@saathi/contract/learning/entities'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { send } from '#core/api.ts'
import { findCard, type HeldLists, listNames, type ListName, setBookmark } from './cache.ts'

const fetchers: Record<ListName, (signal: AbortSignal) => Promise<{ sessions: SessionCard[] }>> = {
  all: (signal) => send(listSessions, { query: { imageType: 'web' } }, { signal }),
  curated: (signal) => send(listSessions, { query: { notStarted: 'true', imageType: 'web' } }, { signal }),
  bookmarked: (signal) => send(listSessions, { query: { bookmark: 'true', imageType: 'web' } }, { signal }),
  ongoing: (signal) => send(listMySessions, { query: { ongoingSession: 'true', imageType: 'web' } }, { signal }),
  mine: (signal) => send(listMySessions, { query: { imageType: 'web' } }, { signal }),
}

export const sessionsQuery = (list: ListName) =>
  queryOptions({
    queryKey: ['learning', 'sessions', list],
    queryFn: async ({ signal }) => (await fetchers[list](signal)).sessions,
    // A card let go is still held in the bookmarked list, unmarked, until the server has agreed.
    select: (cards) => (list === 'bookmarked' ? cards.filter((card) => card.isBookmarked) : cards),
  })

export function useToggleBookmark(session: number, onRefused: () => void) {
  const client = useQueryClient()
  const isLatest = () => client.isMutating({ mutationKey: bookmarkKey(session) }) <= 1
  return useMutation({
    mutationKey: bookmarkKey(session),
    // One after another: two toggles that overtake each other would end in the wrong state.
    scope: { id: `learning.bookmark.${session}` },
    mutationFn: () => send(toggleBookmark, { body: { session } }),
    onMutate: async () => {
      // A list already on its way would bring the old state back.
      await client.cancelQueries({ queryKey: ['learning', 'sessions'] })
      const wasBookmarked = findCard(heldLists(client), session)?.isBookmarked ?? false
      holdBookmark(client, session, !wasBookmarked)
      return { wasBookmarked }
    },
    onSuccess: ({ isBookmarked }) => {
      if (isLatest()) holdBookmark(client, session, isBookmarked)
    },
    onError: (_error, _nothing, before) => {
      if (before && isLatest()) holdBookmark(client, session, before.wasBookmarked)
      onRefused()
    },
    // A first fetch that was cancelled above is still owed.
    onSettled: () =>
      client.invalidateQueries({ queryKey: ['learning', 'sessions'], predicate: ({ state }) => state.data === undefined }),
  })
}

/** From the live line: while a toggle of our own is on its way, its reply is the newer word. */
export function hearBookmark(client: QueryClient, session: number, isBookmarked: boolean): void {
  if (client.isMutating({ mutationKey: bookmarkKey(session) }) === 0) holdBookmark(client, session, isBookmarked)
}

const bookmarkKey = (session: number) => ['learning', 'bookmark', session]

function holdBookmark(client: QueryClient, session: number, isBookmarked: boolean): void {
  const changed = setBookmark(heldLists(client), session, isBookmarked)
  for (const name of listNames) {
    const cards = changed[name]
    if (cards) client.setQueryData(sessionsQuery(name).queryKey, cards)
  }
}

function heldLists(client: QueryClient): HeldLists {
  const held: HeldLists = {}
  for (const name of listNames) {
    const cards = client.getQueryData(sessionsQuery(name).queryKey)
    if (cards) held[name] = cards
  }
  return held
}
