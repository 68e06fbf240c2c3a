import { toggleBookmark } from '@saathi/contract/learning/calls'
import { type QueryClient, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { send } from '#core/api.ts'

/** Where bookmarks are held: the hub and the mentorship area each have lists and sessions of their own. */
export type BookmarkPlace = {
  name: string
  /** What would bring the old state back if it came in now. */
  keysOf: (session: number) => readonly QueryKey[]
  /** The lists among them. */
  listsKey: QueryKey
  hold: (client: QueryClient, session: number, isBookmarked: boolean) => void
  isNow: (client: QueryClient, session: number) => boolean
}

const mutationKeyOf = ({ name }: BookmarkPlace, session: number) => [name, 'bookmark', session]

export function useBookmarkToggle(place: BookmarkPlace, session: number, onRefused: () => void) {
  const client = useQueryClient()
  const mutationKey = mutationKeyOf(place, session)
  const isLatest = () => client.isMutating({ mutationKey }) <= 1
  return useMutation({
    mutationKey,
    // One after another: two toggles that overtake each other would end in the wrong state.
    scope: { id: `${place.name}.bookmark.${session}` },
    mutationFn: () => send(toggleBookmark, { body: { session } }),
    onMutate: async () => {
      // A list already on its way would bring the old state back.
      await Promise.all(place.keysOf(session).map((queryKey) => client.cancelQueries({ queryKey })))
      const wasBookmarked = place.isNow(client, session)
      place.hold(client, session, !wasBookmarked)
      return { wasBookmarked }
    },
    onSuccess: ({ isBookmarked }) => {
      if (isLatest()) place.hold(client, session, isBookmarked)
    },
    onError: (_error, _nothing, before) => {
      if (before && isLatest()) place.hold(client, session, before.wasBookmarked)
      onRefused()
    },
    // A first fetch that was cancelled above is still owed.
    onSettled: () => client.invalidateQueries({ queryKey: place.listsKey, predicate: ({ state }) => state.data === undefined }),
  })
}

/** From the live line: while a toggle of our own is on its way, its reply is the newer word. */
export function hearBookmarkAt(place: BookmarkPlace, client: QueryClient, session: number, isBookmarked: boolean): void {
  if (client.isMutating({ mutationKey: mutationKeyOf(place, session) }) === 0) place.hold(client, session, isBookmarked)
}
